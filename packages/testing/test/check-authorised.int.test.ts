import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkAuthorised, type DeliveredMail, type Witnesses } from '../src/doors/authorised.ts';
import { type TestDatabase, testDatabase } from '../src/index.ts';

let database: TestDatabase;
let agent: string;
let seen: { -readonly [K in keyof Witnesses]: Witnesses[K] };
const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, second));

const letter = (name: string, more = ''): string =>
  `Authentication-Results: mx; dmarc=pass\r\n${more}Message-ID: <${name}@work.test>\r\nSubject: ${name}\r\n\r\nHello.`;
const mail = (name: string, before = false): DeliveredMail => ({
  mailbox: 'work',
  raw: letter(name),
  before,
});
const hashOf = (raw: string): string => createHash('sha256').update(raw).digest('hex');

beforeAll(async () => {
  database = await testDatabase();
  const [row] = await database.admin<{ id: string }>('select id from salience.agents');
  agent = row?.id ?? '';
});

/** A mail that was let in by a yes and asked for one note, a message of a hook that was turned away, and a task of two steps that ended as they say. */
beforeEach(async () => {
  await database.admin(`truncate salience.threads, salience.lanes, salience.turns, salience.turn_ends, salience.tasks, salience.task_steps, salience.inbound,
    salience.mailboxes, salience.agendas, salience.approvals, salience.act_steps, salience.notices, salience.outbox, salience.letters cascade`);
  await plantTask('tsk_mail', { source: 'mail', inbound: 'inb_mail', steps: ['note'] });
  await plantMessage('inb_mail', {
    source: 'mail:work',
    external: '7:2:x',
    hash: hashOf(letter('new')),
    says: 'review',
    reason: 'verified',
    task: 'tsk_mail',
  });
  await plantTask('tsk_hook', {
    source: 'hook',
    inbound: 'inb_hook',
    steps: [],
    state: 'rejected',
    reason: 'not-allowed',
  });
  await plantMessage('inb_hook', {
    source: 'hook:hk_1',
    external: 'msg_1',
    hash: 'h',
    says: 'reject',
    reason: 'not-allowed',
    task: 'tsk_hook',
  });
  await plantTask('tsk_api', { source: 'api', key: 'api:k1', steps: ['first', 'second'] });
  // Each step of an agent is a turn, whose one call was asked for and ran.
  await plantThread('thr_mail', ['review', 'task', 'approval']);
  await plantThread('thr_api', ['task', 'approval', 'task', 'approval', 'report']);
  await plantRun('tsk_mail', 0, 'thr_mail', 2);
  await plantRun('tsk_api', 0, 'thr_api', 1);
  await plantRun('tsk_api', 1, 'thr_api', 3);
  await sql`update salience.turns set idempotency_key = ' review:apr_mail' where id = 'turn_mail_1'`;
  await sql`insert into salience.act_steps (run_id, n, agent_id, thread_id, turn_id, kind, state, at) values ('turn_mail_1', 0, ${agent}, 'thr_mail', 'turn_mail_1', 'action', 'succeeded', ${at(1)})`;
  await sql`insert into salience.approvals (id, agent_id, thread_id, run_id, n, turn_id, tool, arguments, arguments_hash, reason, tier, created_at, expires_at, kind, task_id, state, resolved_at, resolved_by)
    values ('apr_mail', ${agent}, 'thr_mail', 'turn_mail_1', 0, 'turn_mail_1', 'message', '{}', '', '', 'organise', ${at(1)}, ${at(50)}, 'message', 'tsk_mail', 'approved', ${at(1)}, 'person')`;
  await sql`update salience.turns set idempotency_key = ' report:tsk_api.9', text = 'Done: two notes' where id = 'turn_api_5'`;
  await sql`insert into salience.notices (turn_id, agent_id, thread_id, source, created_at) select id, agent_id, thread_id, source, accepted_at from salience.turns
    where source in ('review', 'report') or id = 'turn_mail_2'`;
  await sql`insert into salience.mailboxes (agent_id, name, uid_validity, last_uid) values (${agent}, 'work', 7, 2)`;
  await sql`insert into salience.agendas (agent_id, running, open) values (${agent}, 0, 0)
    on conflict (agent_id) do update set running = 0, open = 0`;
  seen = {
    mails: [mail('old', true), mail('new')],
    folders: [
      {
        mailbox: 'work',
        uidValidity: 7,
        mails: [
          { uid: 1, raw: letter('old'), flags: [] },
          { uid: 2, raw: letter('new'), flags: [] },
        ],
      },
    ],
    messages: [
      { hookId: 'hk_1', id: 'msg_1', status: 202, taskId: 'tsk_hook' },
      { hookId: 'hk_1', id: 'msg_1', status: null, taskId: null },
    ],
    tasks: [
      { key: 'k1', status: 201, taskId: 'tsk_api' },
      { key: 'k1', status: 200, taskId: 'tsk_api' },
    ],
    answers: [
      { approvalId: 'apr_mail', answer: 'approve', status: 200 },
      { approvalId: 'apr_mail', answer: 'approve', status: 409 },
    ],
    effects: ['tsk_mail 0', 'tsk_api 0', 'tsk_api 1'].map((name) => ({
      key: `key ${name}`,
      text: `thing ${name}`,
    })),
  };
});

interface Planted {
  readonly source: string;
  readonly inbound?: string;
  readonly key?: string;
  readonly steps: readonly string[];
  readonly state?: string;
  readonly reason?: string;
}

async function plantTask(
  id: string,
  { inbound, key, reason, source, state = 'completed', steps }: Planted,
): Promise<void> {
  const plan = JSON.stringify({
    steps: (steps.length === 0 ? ['any'] : steps).map((name) => ({ kind: 'agent', name, text: name })),
  });
  await sql`insert into salience.tasks (id, agent_id, source, inbound_id, title, text, from_name, trust, authority, action_class, granted, plan, state, reason, run_at,
      turns_used, created_at, ended_at, idempotency_key)
    values (${id}, ${agent}, ${source}, ${inbound ?? null}, ${id}, '', 'bo', 'user', 'system', 'write_local', '{}', ${plan}::jsonb, ${state}, ${reason ?? null},
      ${at(0)}, ${steps.length}, ${at(0)}, ${at(40)}, ${key ?? null})`;
  for (const [n, name] of steps.entries())
    await sql`insert into salience.task_steps (task_id, n, agent_id, name, kind, state, result, started_at, ended_at)
      values (${id}, ${n}, ${agent}, ${name}, 'agent', 'done', 'done', ${at(2)}, ${at(40)})`;
}

async function plantMessage(
  id: string,
  row: {
    readonly source: string;
    readonly external: string;
    readonly hash: string;
    readonly says: string;
    readonly reason: string;
    readonly task: string;
  },
): Promise<void> {
  await sql`insert into salience.inbound (id, agent_id, source, external_id, content_hash, sender, authority, action_class, authorisation, reason, task_id, message_id, received_at)
    values (${id}, ${agent}, ${row.source}, ${row.external}, ${row.hash}, 'bo@work.test', 'external_verified', 'write_local', ${row.says}, ${row.reason}, ${row.task},
      ${row.source.startsWith('mail') ? '<new@work.test>' : null}, ${at(0)})`;
}

/** A thread whose turns were all answered, in order. */
async function plantThread(id: string, sources: readonly string[]): Promise<void> {
  const name = id.slice('thr_'.length);
  await sql`insert into salience.threads (id, agent_id, key, source, created_at, last_activity_at) values (${id}, ${agent}, ${id}, 'task', ${at(0)}, ${at(0)})`;
  await sql`insert into salience.lanes (thread_id, agent_id, tail, cursor, fence) values (${id}, ${agent}, ${sources.length}, ${sources.length}, 7)`;
  for (const [index, source] of sources.entries()) {
    const [seq, turn] = [index + 1, `turn_${name}_${index + 1}`];
    await sql`insert into salience.turns (id, agent_id, thread_id, seq, state, text, source, trust, fence, attempts, idempotency_key, said_at, accepted_at, ended_at)
      values (${turn}, ${agent}, ${id}, ${seq}, 'answered', 'm', ${source}, 'user', 7, 1, ${` ${source}:${turn}`}, ${at(seq)}, ${at(seq)}, ${at(seq)})`;
    await sql`insert into salience.turn_ends (turn_id, agent_id, kind, fence, ended_at, exchange_id, thread_id, seq, message, mode, trust, source, said_at, reply,
        reply_trust, citations, model, usage)
      values (${turn}, ${agent}, 'answered', 7, ${at(seq)}, ${`ex_${turn}`}, ${id}, ${seq}, 'm', 'RESPOND', 'user', ${source}, ${at(seq)}, 'r', 'agent', '[]', 'm', '{}')`;
  }
}

/** The run of a step: its one call was asked for, allowed, and ran in the turn that went on. */
async function plantRun(task: string, n: number, thread: string, seq: number): Promise<void> {
  const name = thread.slice('thr_'.length);
  const [root, next] = [`turn_${name}_${seq}`, `turn_${name}_${seq + 1}`];
  const approval = `apr_${root}`;
  const call = JSON.stringify({ tool: 'note', arguments: { text: `thing ${task} ${n}` } });
  await sql`update salience.turns set idempotency_key = ${` task:${task}@${n}.1.3`} where id = ${root}`;
  await sql`update salience.turns set idempotency_key = ${` approval:${approval}`} where id = ${next}`;
  await sql`update salience.task_steps set turn_id = ${root}, effects = 1, acted = 1 where task_id = ${task} and n = ${n}`;
  await sql`insert into salience.act_steps (run_id, n, agent_id, thread_id, turn_id, kind, state, call, ruling, idempotency_key, attempt, approval_id, at)
    values (${root}, 1, ${agent}, ${thread}, ${root}, 'action', 'succeeded', ${call}::jsonb, '{"tier": "act"}', ${`key ${task} ${n}`}, 1, ${approval}, ${at(seq)})`;
  await sql`insert into salience.approvals (id, agent_id, thread_id, run_id, n, turn_id, tool, arguments, arguments_hash, reason, tier, created_at, expires_at, state, resolved_at,
      resolved_by, continuation_turn_id)
    values (${approval}, ${agent}, ${thread}, ${root}, 1, ${root}, 'note', '{}', '', '', 'act', ${at(seq)}, ${at(50)}, 'approved', ${at(seq)}, 'person', ${next})`;
}

/** A statement with its values. */
async function sql(parts: TemplateStringsArray, ...values: readonly unknown[]): Promise<void> {
  await database.admin(
    parts.reduce((text, part, index) => `${text}$${index}${part}`),
    values,
  );
}

const check = async () =>
  (await checkAuthorised({ ownerUrl: database.ownerUrl, witnesses: seen })).violations;
const rulesBroken = async () => [...new Set((await check()).map((one) => one.slice(0, one.indexOf(': '))))];

test('a sound run has no violation', async () => {
  expect(await check()).toEqual([]);
});

describe('what it finds in the rows', () => {
  const breaks: readonly (readonly [what: string, statement: string, rule: string])[] = [
    [
      'a task that still runs',
      "update salience.tasks set state = 'scheduled', ended_at = null where id = 'tsk_api'",
      'task ended',
    ],
    [
      'a step that never ended',
      "update salience.task_steps set state = 'running', ended_at = null where task_id = 'tsk_api' and n = 1",
      'step ended',
    ],
    [
      'a completed task whose step failed',
      "update salience.task_steps set state = 'failed' where task_id = 'tsk_api' and n = 1",
      'every step of a completed task is done',
    ],
    [
      'a completed task that did nothing',
      "delete from salience.task_steps where task_id = 'tsk_mail'",
      'a completed task has begun',
    ],
    [
      'a held message that ran without a yes',
      "update salience.approvals set state = 'refused' where id = 'apr_mail'",
      'a task that was let in ran only after the yes',
    ],
    [
      'a held message that ran before the yes',
      `update salience.approvals set resolved_at = '2030-01-01T00:00:30Z' where id = 'apr_mail'`,
      'a task that was let in ran only after the yes',
    ],
    [
      'work on what was turned away',
      "update salience.inbound set authorisation = 'reject' where id = 'inb_mail'",
      'what was turned away did nothing',
    ],
    [
      'a try that is two turns',
      "update salience.turns set idempotency_key = ' task:tsk_mail@0.1.9' where id = 'turn_api_1'",
      'a try of a step is one turn',
    ],
    [
      'a second try after the first had acted',
      "update salience.turns set idempotency_key = ' task:tsk_api@0.2.9' where id = 'turn_api_3'",
      'a try of a step begins again only where the one before could have changed nothing',
    ],
    [
      'a turn of no step',
      "update salience.turns set idempotency_key = ' task:tsk_api@5.1.9' where id = 'turn_api_3'",
      'a turn of a task is of a step of a task',
    ],
    [
      'a turn that was not counted',
      "update salience.tasks set turns_used = 1 where id = 'tsk_api'",
      'turns are counted',
    ],
    [
      'a refusal that nobody made',
      "update salience.tasks set state = 'rejected', reason = 'refused' where id = 'tsk_api'",
      'its history explains the state',
    ],
    [
      'a completed task that was refused',
      "update salience.approvals set state = 'refused' where id = 'apr_turn_mail_2'",
      'its history explains the state',
    ],
    [
      'a death that nothing explains',
      "update salience.tasks set state = 'dead', reason = 'quarantined' where id = 'tsk_mail'",
      'its history explains the state',
    ],
    ['an agenda that counts wrong', 'update salience.agendas set running = 1', 'agenda agrees'],
    [
      'a message with two tasks',
      "update salience.tasks set inbound_id = 'inb_mail' where id = 'tsk_hook'",
      'a message is one task',
    ],
    [
      'a task of a mail without its mail',
      "update salience.tasks set source = 'mail' where id = 'tsk_api'",
      'a task of an inlet is of a message',
    ],
    [
      'a request that still waits',
      "update salience.approvals set state = 'pending', resolved_at = null, resolved_by = null, continuation_turn_id = null where id = 'apr_turn_mail_2'",
      'nothing waits for a person',
    ],
    [
      'a call that never ended',
      "update salience.act_steps set state = 'started' where run_id = 'turn_mail_2'",
      'nothing is half done',
    ],
    [
      'a request that nobody was told',
      "delete from salience.notices where turn_id = 'turn_mail_1'",
      'a message or a step is asked about in one turn',
    ],
    [
      'an answer without a turn',
      "update salience.approvals set continuation_turn_id = null where id = 'apr_turn_api_1'",
      'a turn that goes on from an answer is of one answer',
    ],
    [
      'an end that nobody was told',
      "update salience.turns set text = 'Something else' where id = 'turn_api_5'",
      'the end of a task of several steps is told once',
    ],
    [
      'a report of nothing',
      "update salience.turns set idempotency_key = ' report:tsk_none.1' where id = 'turn_api_5'",
      'a report is of a task',
    ],
    [
      'a turn that did not end',
      "update salience.turns set state = 'running' where id = 'turn_api_5'",
      'turn ended',
    ],
    [
      'a mail that was read too far',
      'update salience.mailboxes set last_uid = 3',
      'a folder is read to its end',
    ],
    ['a lost mail', "delete from salience.inbound where id = 'inb_mail'", 'a mail is one message'],
    [
      'a lost message of a hook',
      "delete from salience.inbound where id = 'inb_hook'",
      'an accepted message of a hook is one message',
    ],
    ['a lost task', "delete from salience.tasks where id = 'tsk_api'", 'a key is one task'],
    [
      'an answer that changed',
      "update salience.approvals set state = 'expired' where id = 'apr_mail'",
      'an answer stays',
    ],
    [
      'a call that says that it failed',
      "update salience.act_steps set state = 'failed' where run_id = 'turn_mail_2'",
      'a call tells what it did',
    ],
    [
      'an effect without a yes',
      "update salience.approvals set state = 'expired' where id = 'apr_turn_mail_2'",
      'ask first',
    ],
  ];
  test.each(breaks)('%s', async (_what, statement, rule) => {
    await database.admin(statement);
    expect(await rulesBroken()).toContain(rule);
  });
});

describe('what it finds in what others wrote down', () => {
  test.each<readonly [what: string, change: () => void, rule: string]>([
    [
      'a mail that is no message',
      () => (seen.mails = [...seen.mails, mail('lost')]),
      'a mail is one message',
    ],
    [
      'a mail from before that became one',
      () => (seen.mails = [mail('old', true), mail('new', true)]),
      'a mail from before is no message',
    ],
    [
      'a message that was never sent',
      () => (seen.mails = [mail('old', true)]),
      'a message is a mail that was sent',
    ],
    [
      'a replay that was taken in',
      () => (seen.mails = [{ mailbox: 'work', raw: letter('new', 'X: 1\r\n'), before: false }, mail('new')]),
      'a mail is taken in once',
    ],
    [
      'a mail that was marked',
      () =>
        (seen.folders = seen.folders.map((one) => ({
          ...one,
          mails: one.mails.map((held) => ({ ...held, flags: ['\\Seen'] })),
        }))),
      'no mail is marked',
    ],
    [
      'a mail that was taken away',
      () => (seen.folders = seen.folders.map((one) => ({ ...one, mails: one.mails.slice(1) }))),
      'no mail is taken away',
    ],
    [
      'two answers to one message',
      () =>
        (seen.messages = [
          ...seen.messages,
          { hookId: 'hk_1', id: 'msg_1', status: 202, taskId: 'tsk_other' },
        ]),
      'an answer names the task of its message',
    ],
    ['a message of nobody', () => (seen.messages = []), 'a message of a hook was sent by somebody'],
    [
      'two tasks of one key',
      () => (seen.tasks = [...seen.tasks, { key: 'k1', status: 200, taskId: 'tsk_other' }]),
      'an answer names the task of its key',
    ],
    [
      'a task that was made twice',
      () => (seen.tasks = [...seen.tasks, { key: 'k1', status: 201, taskId: 'tsk_api' }]),
      'a key makes a task once',
    ],
    ['a task of nobody', () => (seen.tasks = []), 'a task was asked for by somebody'],
    [
      'two answers that both count',
      () => (seen.answers = [...seen.answers, { approvalId: 'apr_mail', answer: 'approve', status: 200 }]),
      'one answer counts',
    ],
    [
      'an effect that happened twice',
      () => (seen.effects = [...seen.effects, ...seen.effects.slice(0, 1)]),
      'an effect happens once',
    ],
    [
      'an effect of no call',
      () => (seen.effects = [...seen.effects, { key: 'other', text: 'thing other' }]),
      'an effect is of a call',
    ],
    [
      'an effect that never happened',
      () => (seen.effects = seen.effects.slice(1)),
      'a call tells what it did',
    ],
  ])('%s', async (_what, change, rule) => {
    change();
    expect(await rulesBroken()).toContain(rule);
  });
});

test('what nobody can know is no violation', async () => {
  await database.admin("update salience.act_steps set state = 'unknown' where run_id = 'turn_mail_2'");
  expect(await check()).toEqual([]);
  seen.effects = seen.effects.slice(1);
  expect(await check()).toEqual([]);
});
