import type { AgentId, Id, ThreadId } from '@salience/contracts';
import { type Database, newId } from '@salience/database';
import { type NewApproval, resolveApproval, saveSteps } from '@salience/database/acting';
import { takeIn } from '@salience/database/inlets';
import { cancelTask, retryTask } from '@salience/database/tasks';
import { type ClaimedTurn, claimLane, type CommitTurn, commitTurn, failTurn } from '@salience/database/turns';
import { linearPlan, plansByName } from '@salience/tasks';
import type { TestDatabase } from '@salience/testing';
import { pick } from '@salience/testing/load';

type Random = () => number;

/** How the work on a turn may end. */
const outcomes = ['answer', 'answer', 'answer', 'ask', 'fail', 'break', 'spoil', 'hurt'] as const;
export type Outcome = (typeof outcomes)[number];

/** Draws how the work on a turn ends. */
export function anyOutcome(random: Random): Outcome {
  return pick(random, outcomes);
}

/** Takes a turn that waits, of any thread, as a digest does, and ends it as `choose` says; false where none waits. */
export async function workTurn(
  database: TestDatabase,
  digest: Database,
  {
    choose,
    now,
    random,
  }: { readonly choose: () => Outcome; readonly now: () => Promise<Date>; readonly random: Random },
): Promise<boolean> {
  const lanes = await database.admin<{ agentId: AgentId; threadId: ThreadId }>(
    'select agent_id as "agentId", thread_id as "threadId" from salience.lanes where has_work and owner is null and (wake_at is null or wake_at <= $1)',
    [await now()],
  );
  if (lanes.length === 0) return false;
  const lane = pick(random, lanes);
  const claimed = await claimLane(digest, { ...lane, owner: newId('worker'), now: await now() });
  if (claimed.status !== 'turn') return true;
  await endTurn(
    digest,
    claimed,
    claimed.turn.source === 'task' || claimed.turn.source === 'approval' ? choose() : 'answer',
    {
      now: await now(),
      random,
    },
  );
  return true;
}

async function endTurn(
  digest: Database,
  taken: ClaimedTurn,
  outcome: Outcome,
  { now, random }: { readonly now: Date; readonly random: Random },
): Promise<void> {
  const { fence, snapshot, turn } = taken;
  const of = { agentId: turn.agent_id, threadId: turn.thread_id, turnId: turn.id, fence, now };
  if (outcome === 'break') {
    // A worker that died, or threw: the third time the turn is set aside.
    await failTurn(digest, { ...of, code: 'error.unexpected', delaysMs: [0] });
    return;
  }
  const runId = turn.source === 'approval' ? (turn.parent_turn_id ?? turn.id) : turn.id;
  const next = Math.max(-1, ...(snapshot.run?.steps ?? []).map(({ n }) => n)) + 1;
  if (outcome === 'ask' || outcome === 'hurt') {
    const approval = request(next, now, random);
    await saveSteps(digest, {
      ...of,
      runId,
      steps: [
        {
          runId,
          n: next,
          turnId: turn.id,
          kind: 'action',
          state: outcome === 'ask' ? 'asked' : 'succeeded',
          note: null,
          reason: null,
          call: { id: `call-${next}`, tool: 'mail', arguments: {} },
          seen: null,
          ruling: null,
          result:
            outcome === 'ask'
              ? null
              : { outcome: 'succeeded', text: 'sent', trust: 'agent', transient: false, durationMs: 5 },
          verdict: null,
          approvalId: outcome === 'ask' ? approval.id : null,
          idempotencyKey: null,
          attempt: outcome === 'ask' ? 0 : 1,
          retryAt: null,
          late: null,
          at: now.toISOString(),
        },
      ],
      approvals: outcome === 'ask' ? [approval] : [],
    });
  }
  const failed = outcome === 'fail' || outcome === 'hurt' || outcome === 'spoil';
  const commit = answered(taken, now, replyTo(taken, random));
  await commitTurn(
    digest,
    failed
      ? {
          ...commit,
          state: 'failed',
          error: { code: 'llm.unavailable', message: 'No answer.', recoverable: outcome !== 'spoil' },
          reply: null,
          exchange: null,
        }
      : commit,
  );
}

/** The end of a turn that was answered, as a digest commits it. */
export function answered({ fence, turn }: ClaimedTurn, now: Date, text: string): CommitTurn {
  return {
    agentId: turn.agent_id,
    threadId: turn.thread_id,
    turnId: turn.id,
    seq: turn.seq,
    fence,
    now,
    state: 'answered',
    error: null,
    timings: {},
    reply: {
      text,
      trust: 'agent',
      confidence: null,
      source: turn.source,
      citations: [],
      model: 'test',
      usage: { inputTokens: null, outputTokens: null },
    },
    topic: null,
    exchange: { id: newId('exchange'), mode: 'RESPOND', traceparent: null },
    decision: null,
    thread: null,
    takeNext: false,
  };
}

function replyTo({ turn }: ClaimedTurn, random: Random): string {
  const choice = pick(random, ['question', 'errand', 'information', 'noise']);
  if (turn.source !== 'triage') return `re: ${turn.text.slice(0, 40)} ${random()}`;
  return random() < 0.8 ? JSON.stringify({ choice, confidence: random() }) : 'I do not know.';
}

function request(n: number, now: Date, random: Random): NewApproval {
  return {
    id: newId('approval'),
    n,
    tool: 'mail',
    arguments: {},
    argumentsHash: 'a'.repeat(64),
    definition: {},
    definitionHash: 'd'.repeat(64),
    reason: 'it cannot be taken back',
    tier: 'commit',
    // Some run out while the test goes on.
    expiresAt: new Date(now.getTime() + 120_000 * random()),
  };
}

/** Something that a person does to a task, or a message that comes in; at random. */
export async function anyWord(
  database: TestDatabase,
  consumer: Database,
  {
    agents,
    now,
    random,
  }: { readonly agents: readonly AgentId[]; readonly now: Date; readonly random: Random },
): Promise<void> {
  const agentId = pick(random, agents);
  const drawn = random();
  if (drawn < 0.35) {
    const open = await database.admin<{ id: Id<'approval'>; agentId: AgentId }>(
      `select id, agent_id as "agentId" from salience.approvals where state = 'pending'`,
    );
    if (open.length === 0) return;
    const { agentId: of, id } = pick(random, open);
    const answer = random() < 0.7 ? 'approve' : 'refuse';
    await resolveApproval(consumer, { agentId: of, approvalId: id, answer, by: 'person', now });
    return;
  }
  const tasks = await database.admin<{ id: Id<'task'>; agentId: AgentId }>(
    'select id, agent_id as "agentId" from salience.tasks order by created_at desc limit 20',
  );
  if (drawn < 0.65 && tasks.length > 0) {
    const { agentId: of, id } = pick(random, tasks);
    if (random() < 0.5) await cancelTask(consumer, { agentId: of, id, now, by: 'person' });
    else await retryTask(consumer, { agentId: of, id, now });
    return;
  }
  await comeIn(consumer, agentId, now, random);
}

/** A message that comes in through a hook: let in, turned away, or to be looked at by a person. */
async function comeIn(consumer: Database, agentId: AgentId, now: Date, random: Random): Promise<void> {
  const says = pick(random, ['allow', 'allow', 'review', 'reject'] as const);
  const mark = newId('inbound');
  await takeIn(consumer, {
    agentId,
    now,
    inbound: {
      source: 'hook:test',
      externalId: mark,
      replayKey: null,
      sentKey: null,
      contentHash: mark,
      sender: 'hook:test',
      subject: 'Something',
      evidence: {
        kind: 'hook',
        hookId: 'hook_test',
        name: 'test',
        secret: 'current',
        sentAt: now.toISOString(),
        bytes: 10,
      },
      authority: 'external_verified',
      actionClass: 'write_local',
      authorisation: says,
      reason: 'verified',
      messageId: null,
    },
    task: {
      id: newId('task'),
      source: 'hook',
      title: 'Something',
      text: 'Something came in.',
      fromName: 'hook:test',
      trust: 'external',
      grant: { authority: 'external_verified', allowed: [], until: null, by: null },
      plan: random() < 0.5 ? plansByName.mail : linearPlan(['Look.', 'Write.', 'Send.']),
      zone: null,
      traceparent: undefined,
    },
    ...(says === 'review'
      ? {
          review: {
            approvalId: newId('approval'),
            turnId: newId('turn'),
            newThreadId: newId('thread'),
            text: 'Take it in?',
            tool: 'message',
            arguments: { title: 'Something' },
            argumentsHash: 'a'.repeat(64),
            tier: 'organise',
            reason: 'somebody wrote',
            expiresAt: new Date(now.getTime() + 120_000 * random()),
          },
        }
      : {}),
    rate: { max: 1_000_000, seconds: 60, refuse: false },
    openMax: 1_000,
  });
}
