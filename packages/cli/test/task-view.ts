import type { ApprovalView, InboundView, TaskDetail } from '@salience/contracts';

const at = '2026-11-24T08:00:00.000Z';
const id = <Prefix extends string>(prefix: Prefix) => `${prefix}_${'0'.repeat(32)}` as `${Prefix}_${string}`;

/** A mail as the API shows it, in what a test is not about. */
export function inboundView(fields: Partial<InboundView> = {}): InboundView {
  return {
    inbound_id: id('inb') as InboundView['inbound_id'],
    source: 'mail:work',
    sender: 'ann@work.test',
    subject: 'Invoice of March',
    authority: 'external_verified',
    action_class: 'read_private',
    authorisation: 'review',
    reason: 'verified',
    why: 'Its sender is proven.',
    checks: [],
    notes: [],
    evidence: {
      kind: 'mail',
      mailbox: 'work',
      from: 'ann@work.test',
      name: 'Ann',
      authserv: 'pinned',
      checks: [
        { method: 'dkim', result: 'pass', domain: 'work.test' },
        { method: 'dmarc', result: 'pass', domain: 'work.test' },
        { method: 'spf', result: 'none', domain: null },
      ],
      aligned: true,
      notes: [],
      messageId: '<1@work.test>',
      bytes: 900,
    },
    count: 1,
    task_id: id('tsk') as TaskDetail['task_id'],
    received_at: at,
    ...fields,
  };
}

/** A task as the API shows it, in what a test is not about. */
export function taskDetail(fields: Partial<TaskDetail> = {}): TaskDetail {
  return {
    task_id: id('tsk') as TaskDetail['task_id'],
    state: 'scheduled',
    reason: 'asked-for',
    why: 'A person asked for it.',
    source: 'api',
    title: 'Invoice of March',
    from: 'the owner',
    authority: 'system',
    action_class: 'read_private',
    trust: 'user',
    speaker: null,
    thread_id: null,
    report_thread_id: null,
    turn_id: null,
    approval_id: null,
    run_at: at,
    turns_used: 0,
    result: null,
    created_at: at,
    started_at: null,
    ended_at: null,
    cancel_requested_at: null,
    text: 'Pay it.',
    plan: {
      steps: [{ kind: 'agent', name: 'step-1', text: 'Do what this message asks for.' }],
      turns_max: 16,
      hours_max: 72,
    },
    steps: [],
    lease: null,
    grant: { authority: 'system', allowed: [], until: null, by: null, words: 'It may do all.' },
    inbound: null,
    ...fields,
  };
}

/** A request as the API shows it, in what a test is not about. */
export function approvalView(fields: Partial<ApprovalView> = {}): ApprovalView {
  return {
    approval_id: id('apr') as ApprovalView['approval_id'],
    kind: 'call',
    task_id: null,
    thread_id: id('thr') as ApprovalView['thread_id'],
    turn_id: id('turn') as ApprovalView['turn_id'],
    state: 'pending',
    tool: 'mail',
    arguments: { to: 'ann@work.test' },
    edited_arguments: null,
    shown: 'use mail with to "ann@work.test"',
    hash: 'f'.repeat(64),
    reason: 'because it cannot be undone',
    tier: 'commit',
    created_at: at,
    expires_at: '2026-11-25T08:00:00.000Z',
    resolved_at: null,
    resolved_by: null,
    continuation_turn_id: null,
    ...fields,
  };
}
