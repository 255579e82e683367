import type { ApprovalView, HookView, InboundView, TaskDetail } from '@salience/contracts';
import { newId } from '@salience/database';
import {
  plantsIn,
  queueNamespace,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { beforeAll, expect, test, vi } from 'vitest';
import { salience } from './command-line.ts';
import { sendToHook } from './send-to-hook.ts';

let database: TestDatabase;
let consumer: SpawnedApp;

// No digest: what is begun stays as it is.
beforeAll(async () => {
  database = await testDatabase();
  const queues = await queueNamespace('postgres', database);
  await database.admin(`update salience.agents set settings = '{"tasks": {"concurrent": 64}}'`);
  vi.stubEnv('SALIENCE_TIME_ZONE', 'Europe/Berlin');
  const options = { database, queues, readyMs: 90_000 };
  [consumer] = await Promise.all([spawnApp('consumer', options), spawnApp('scheduler', options)]);
}, 120_000);

const run = (...args: string[]) => salience(...args, '--url', consumer.httpUrl());
const json = async <T>(...args: string[]): Promise<T> => JSON.parse((await run(...args, '--json')).out) as T;

interface Added extends HookView {
  readonly url: string;
  readonly secret: string;
}

/** A hook of this name. */
const added = (name: string, ...options: string[]) => json<Added>('hook', 'add', name, ...options);

/** The task that a message to a hook became. */
async function sent(hook: Added, message: object): Promise<string> {
  const { body, status } = await sendToHook(hook.url, message, hook);
  expect(status, JSON.stringify(body)).toBe(202);
  return String(body['task_id']);
}

/** The open request of a task. */
const requestOf = (task: string) =>
  until(async () => (await json<TaskDetail>('tasks', 'show', task)).approval_id ?? undefined, {
    what: `a request for ${task}`,
  });

test('a hook is added with its secret, shown, rotated, paused and removed', async () => {
  const { code, out } = await run('hook', 'add', 'builds', '--per-minute', '10');
  expect(code).toBe(0);
  const url = /^URL {5}(\S+)$/m.exec(out)?.[1] ?? '';
  const secret = /^SECRET {2}(whsec_\S+)$/m.exec(out)?.[1] ?? '';
  expect(url.startsWith(consumer.httpUrl())).toBe(true);
  expect(await sendToHook(url, { text: 'The build is broken.' }, { secret })).toMatchObject({
    status: 202,
    body: { state: 'accepted', duplicate: false },
  });

  const listed = await run('hook', 'list');
  expect(listed.out).toMatch(/hk_\w+ +builds +active +read_public +external_verified +10 +one step/);
  expect(listed.out).not.toContain(secret);
  expect((await run('hook', 'show', 'builds')).out).toContain(`URL        ${url}`);

  const rotated = await run('hook', 'rotate', 'builds');
  const next = /whsec_\S+/.exec(rotated.out)?.[0] ?? '';
  expect(next).not.toBe(secret);
  expect(rotated.out).toMatch(/Until .* the old one signs too/);
  expect((await run('hook', 'show', 'builds')).out).toContain('the one before signs too');

  expect((await run('hook', 'pause', 'builds')).out).toContain('builds is paused.');
  expect(await sendToHook(url, { text: 'Again.' }, { secret: next })).toMatchObject({ status: 409 });
  expect((await run('hook', 'resume', 'builds')).out).toContain('builds is active.');
  expect((await sendToHook(url, { text: 'Again.' }, { secret: next })).status).toBe(202);

  expect((await run('hook', 'remove', 'builds')).out).toContain('builds is removed');
  expect((await sendToHook(url, { text: 'Again.' }, { secret: next })).status).toBe(404);
  expect(await run('hook', 'pause', 'builds')).toMatchObject({ code: 2 });
});

test('a plan that cannot be carried out is refused with the step that is wrong', async () => {
  await added('once');
  expect((await run('hook', 'add', 'once')).error).toMatchObject({ code: 'hook.exists' });
  const { error } = await run(
    'tasks',
    'add',
    'x',
    '--plan',
    new URL('./no-way.plan.json', import.meta.url).pathname,
  );
  expect(error).toMatchObject({ code: 'plan.invalid', message: expect.stringContaining('"lost"') });
});

test('threat: what is not signed by the secret is turned away, and seen with its reason', async () => {
  const hook = await added('door');
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  expect((await sendToHook(hook.url, { text: 'Open.' }, { secret })).status).toBe(401);
  const { out } = await run('tasks', 'inbound', '--rejected', '--source', `hook:${hook.hook_id}`);
  expect(out).toMatch(/turned away +Its signature is not that of the hook\./);
  const [row] = await json<InboundView[]>(
    'tasks',
    'inbound',
    '--rejected',
    '--source',
    `hook:${hook.hook_id}`,
  );
  expect(row).toMatchObject({ reason: 'bad-signature', authorisation: 'reject', task_id: null });
});

test('a message that is held is shown with its evidence, let in by a yes, and its sender for a while', async () => {
  const hook = await added('letters', '--action', 'read_private');
  const task = await sent(hook, {
    title: 'Invoice\u202E of March',
    text: 'Please pay.\nThank you.\u001b[2J',
  });
  const id = await requestOf(task);

  const why = await run('tasks', 'why', task);
  expect(why.out).toContain('A person looks at it first.');
  expect(why.out).toContain('hook "letters", signed with its secret');
  expect(why.out).toContain(`./salience review show ${id}`);

  const listed = await run('review', 'list');
  expect(listed.out).toContain(id);
  expect(listed.out).toContain('with a yes its task may read what is private');
  const shown = await run('review', 'show', id);
  expect(shown.out).toContain('says\n  | Please pay.\n  | Thank you.');
  expect(shown.out).toContain('so it was held for a person');
  for (const { out } of [why, listed, shown, await run('tasks', 'show', task), await run('tasks', 'inbound')])
    expect(['\u001b', '\u202E'].filter((sign) => out.includes(sign))).toEqual([]);
  // The other command for requests names the kind too.
  expect((await run('approvals', 'list')).out).toContain('a message that came in');

  const yes = await run('review', 'approve', id, '--session', '2h');
  expect(yes).toMatchObject({ code: 0 });
  expect(yes.err).toContain('a yes    lets it in, and its task may read what is private (read_private)');
  expect(yes.out).toContain(`${id}: approved`);
  expect((await json<TaskDetail>('tasks', 'show', task)).grant.allowed).toEqual(['read_private']);
  expect((await run('review', 'refuse', id)).error).toMatchObject({ code: 'approval.resolved' });

  const next = await sendToHook(hook.url, { text: 'And this.' }, hook);
  expect(next.body).toMatchObject({ state: 'accepted' });
  const senders = await run('review', 'senders');
  expect(senders.out).toContain('letters');
  const session = /ses_\w+/.exec(senders.out)?.[0] ?? '';
  expect((await run('review', 'revoke', session)).out).toContain(`${session} is over`);
  expect((await run('review', 'revoke', session)).error).toMatchObject({ code: 'session.unknown' });
  const held = await sendToHook(hook.url, { text: 'And that.' }, hook);
  expect(held.body).toMatchObject({ state: 'waits' });
});

test('a no to a message ends its task', async () => {
  const hook = await added('orders', '--action', 'write_local');
  const task = await sent(hook, { text: 'Order ten.' });
  const id = await requestOf(task);
  expect((await run('review', 'refuse', id)).out).toContain(`${id}: refused`);
  expect((await run('tasks', 'why', task)).out).toContain('A person said no, which ends it.');
  expect((await run('tasks', 'list')).out).not.toContain(task);
  expect((await run('tasks', 'list', '--state', 'rejected', '--source', 'hook')).out).toContain(task);
  expect((await run('tasks', 'retry', task)).error).toMatchObject({ code: 'task.not-retriable' });
});

test('a step that is a question is a review, and knows no sender to let in', async () => {
  const plan = new URL('./ask-first.plan.json', import.meta.url).pathname;
  const { task_id: task } = await json<TaskDetail>('tasks', 'add', 'The fair', '--plan', plan);
  const id = await requestOf(task);
  expect((await run('review', 'show', id)).out).toContain('asks\n  | ');
  expect(await run('review', 'approve', id, '--session', '1h')).toMatchObject({ code: 2 });
  expect((await json<ApprovalView>('review', 'show', id)).state).toBe('pending');
  expect((await run('review', 'approve', id)).out).toContain(`${id}: approved`);
  await until(async () => (await json<TaskDetail>('tasks', 'show', task)).state === 'running', {
    what: 'the next step to begin',
  });
});

test('of one that runs it is told who works on it, until when; cancelled it ends with its turn', async () => {
  const { task_id: task } = await json<TaskDetail>('tasks', 'add', 'Count to ten.');
  const running = await until(
    async () => {
      const found = await json<TaskDetail>('tasks', 'show', task);
      return found.state === 'running' ? found : undefined;
    },
    { what: 'the task to begin' },
  );
  const worker = newId('worker');
  await database.admin(
    "update salience.lanes set owner = $2, fence = 7, lease_until = now() + interval '1 hour' where thread_id = $1",
    [running.thread_id, worker],
  );
  const { out } = await run('tasks', 'show', task);
  expect(out).toMatch(new RegExp(`worker +${worker}, fence 7, until \\w+day 20`));
  expect(out).toMatch(/^ {2}1\. step-1 {2}running$/m);
  const cancelled = await run('tasks', 'cancel', task);
  expect(cancelled.code).toBe(0);
  expect(cancelled.out).toContain(`${task} is `);
});

test('mailboxes and letters are listed, failures in words', async () => {
  expect((await run('mailbox', 'list')).out).toContain('SALIENCE_MAIL_CONFIG');
  expect((await run('tasks', 'letters')).out).toContain('No letters.');
  const { agentId } = await plantsIn(database, new Date());
  await database.admin(
    `insert into salience.mailboxes (agent_id, name, uid_validity, last_uid, failures, error, retry_at, seen_at)
     values ($1, 'work', 1, 41, 3, 'mail.refused-login', now(), now()), ($1, 'home', 1, 7, 0, null, null, now())`,
    [agentId],
  );
  await database.admin(
    `insert into salience.letters (id, agent_id, kind, mailbox, recipient, subject, body, state, error, attempts, next_at, turn_id, idempotency_key, created_at)
     values ($2, $1, 'draft', 'work', 'ann@work.test', 'Re: Invoice', 'x', 'pending', 'mail.unavailable', 2, now(), $3, 'k', now())`,
    [agentId, newId('letter'), newId('turn')],
  );
  const boxes = await run('mailbox', 'list');
  expect(boxes.out).toMatch(/work +fails +41 .*its server refused the login.*, 3 times in a row/);
  expect(boxes.out).toMatch(/home +is read +7 /);
  const letters = await run('tasks', 'letters');
  expect(letters.out).toMatch(
    /draft in work +ann@work\.test +Re: Invoice +pending: its server does not answer/,
  );
});

test('a tick is run and tells what it did', async () => {
  const ticked = await run('pulse', 'tick');
  expect(ticked).toMatchObject({ code: 0 });
  expect(ticked.out).toMatch(/^tasks +count\ndue +\d+/);
  expect(await json<object>('pulse', 'tick')).toMatchObject({ kind: 'tick', report: { errors: 0 } });
  const { out } = await run('pulse', 'events');
  expect(out).toMatch(/\(Europe\/Berlin\) +tick +/);
  expect(out).not.toContain('tick asked for');
});
