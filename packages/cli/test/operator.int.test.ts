import type { TurnId } from '@salience/contracts';
import { newId } from '@salience/database';
import { findAgent } from '@salience/database/agents';
import { saveDeadLetter } from '@salience/database/operations';
import { claimLane } from '@salience/database/turns';
import {
  acceptSaid,
  spawnApp,
  type SpawnedApp,
  testDatabase,
  type TestDatabase,
  until,
} from '@salience/testing';
import { beforeAll, expect, test, vi } from 'vitest';
import { userName } from '@salience/supervisor/home';
import { salience } from './command-line.ts';

let database: TestDatabase;
let consumer: SpawnedApp;
/** Who makes what is made in the database; what goes through the API is done by the person of this machine, while there is no operator key. */
const actor = `cli:${userName()}`;

beforeAll(async () => {
  database = await testDatabase();
  consumer = await spawnApp('consumer', { database, env: { PORT: '0', SALIENCE_HOST: '127.0.0.1' } });
  vi.stubEnv('DATABASE_URL', database.urlFor('salience_operator'));
  vi.stubEnv('SALIENCE_URL', consumer.httpUrl());
}, 60_000);

/** What a command printed as JSON. */
async function json<T>(...args: string[]): Promise<T> {
  const { code, out, error } = await salience(...args, '--json');
  expect([code, error]).toEqual([0, undefined]);
  return JSON.parse(out) as T;
}

interface Audited {
  readonly actor: string;
  readonly action: string;
  readonly target: string | null;
  readonly details: { readonly count?: number };
}

/** The latest rows of the audit log. */
async function audited(limit: number): Promise<Audited[]> {
  return await json<Audited[]>('audit', '--limit', `${limit}`);
}

interface Key {
  readonly id: string;
  readonly key: string;
}
type Rotated = Key & { readonly old_expires_at: string };

test('keys of an agent are made, rotated with an overlap and revoked through the API, by whoever is named', async () => {
  const made = await json<Key>('agent', 'key', 'create', 'default', '--expires', '90d', '--speaker', 'Ana');
  expect(made.key).toMatch(/^sk_/);
  const rotated = await json<Rotated>('agent', 'key', 'rotate', made.id, '--overlap', '10m');
  expect(rotated.id).not.toBe(made.id);
  expect(Math.abs(Date.parse(rotated.old_expires_at) - Date.now() - 600_000)).toBeLessThan(60_000);
  expect(await json('agent', 'key', 'revoke', made.id)).toEqual({ id: made.id, revoked: true });
  const { err, out } = await salience('agent', 'key', 'list', 'default');
  expect(err).toBe('');
  expect(out).toMatch(new RegExp(`${rotated.id}.*cli, speakers Ana.*good`));
  expect(out).toMatch(new RegExp(`${made.id}.*revoked`));
  expect(out).not.toContain(rotated.key);
  vi.stubEnv('SALIENCE_TIME_ZONE', 'Asia/Kolkata');
  const [keys, log] = [await salience('agent', 'key', 'list', 'default'), await salience('audit')];
  for (const one of [keys, log]) {
    expect(one.out).toContain('(Asia/Kolkata)');
    expect(one.out).not.toMatch(/\d{4}-\d{2}-\d{2}T/);
  }
  vi.stubEnv('SALIENCE_TIME_ZONE', undefined);
  expect(await audited(3)).toMatchObject([
    { actor: 'person', action: 'agent-key.revoke', target: made.id },
    { actor: 'person', action: 'agent-key.rotate', target: made.id },
    { actor: 'person', action: 'agent-key.create', target: made.id },
  ]);
  expect((await salience('agent', 'key', 'rotate', made.id)).error).toMatchObject({
    code: 'agent.key-unknown',
  });
  expect((await salience('agent', 'key', 'create', 'nobody')).error).toMatchObject({ code: 'agent.unknown' });
});

test('the first operator key is made in the database, the next ones by whoever shows one', async () => {
  const first = await salience('operator', 'key', 'create', 'anna', '--json');
  expect(first.err).toContain('In the database: this is the first operator key.');
  const anna = JSON.parse(first.out) as Key;
  expect(anna.key).toMatch(/^op_/);
  // From now on the person of this machine operates no longer.
  vi.stubEnv('SALIENCE_OPERATOR_KEY', anna.key);
  expect(await audited(1)).toMatchObject([{ actor, action: 'operator-key.create', target: anna.id }]);

  const bo = await json<Key>('operator', 'key', 'create', 'bo', '--expires', '90d');
  const rotated = await json<Rotated>('operator', 'key', 'rotate', bo.id, '--overlap', '0');
  const { err, out } = await salience('operator', 'key', 'list');
  expect(err).toBe('');
  expect(out).toMatch(new RegExp(`${rotated.id}.*bo.*good`));
  expect(out).toMatch(new RegExp(`${bo.id}.*bo.*expired`));
  expect(await audited(2)).toMatchObject([
    { actor: 'operator:anna', action: 'operator-key.rotate', target: bo.id },
    { actor: 'operator:anna', action: 'operator-key.create', target: bo.id },
  ]);
  for (const id of [bo.id, rotated.id]) {
    const revoked = await salience('operator', 'key', 'revoke', id);
    expect([revoked.code, revoked.err]).toEqual([0, '']);
  }
  expect((await salience('operator', 'key', 'revoke', bo.id)).error).toMatchObject({
    code: 'operator.key-unknown',
  });

  // A wrong key is refused, and nothing goes on behind it.
  vi.stubEnv('SALIENCE_OPERATOR_KEY', rotated.key);
  expect((await salience('operator', 'key', 'create', 'eve')).error).toMatchObject({
    code: 'operator.required',
  });

  // Who lost the last one makes another in the database, and revokes what was lost.
  vi.stubEnv('SALIENCE_OPERATOR_KEY', '');
  await until(async () => (await salience('audit')).code !== 0, {
    what: 'the door to close',
    timeoutMs: 15_000,
  });
  const again = await salience('operator', 'key', 'create', 'anna', '--json');
  expect(again.err).toContain('In the database: the API requires an operator key');
  const found = JSON.parse(again.out) as Key;
  vi.stubEnv('SALIENCE_OPERATOR_KEY', found.key);
  await json('operator', 'key', 'revoke', anna.id);
  expect(await audited(2)).toMatchObject([
    { actor: 'operator:anna', action: 'operator-key.revoke', target: anna.id },
    { actor, action: 'operator-key.create', target: found.id },
  ]);
  // A key may revoke itself, and says what that means.
  const last = await salience('operator', 'key', 'revoke', found.id);
  expect([last.code, last.err]).toEqual([0, expect.stringContaining('It was the last one')]);
  vi.stubEnv('SALIENCE_OPERATOR_KEY', '');
  await until(async () => (await salience('audit')).code === 0, {
    what: 'the door to open',
    timeoutMs: 15_000,
  });
});

test('agents are shown by the API; while it is away they and keys are looked up in the database, and it says so', async () => {
  const shown = await salience('agent', 'show', 'default', '--json');
  expect(shown.err).toBe('');
  const listed = await salience('agent', 'list', '--json');
  expect(listed.err).toBe('');
  expect((await salience('agent', 'show', 'nobody')).error).toMatchObject({ code: 'agent.unknown' });

  const away = ['--url', 'http://127.0.0.1:1'];
  const own = await salience('agent', 'show', 'default', '--json', ...away);
  expect(own).toMatchObject({
    code: 0,
    out: shown.out,
    err: expect.stringContaining('the API does not answer'),
  });
  expect((await salience('agent', 'list', '--json', ...away)).out).toBe(listed.out);
  const made = await salience('agent', 'key', 'create', 'default', '--json', ...away);
  expect(made).toMatchObject({ code: 0, err: expect.stringContaining('In the database: the API does not') });
  const { id } = JSON.parse(made.out) as Key;
  expect(await audited(1)).toMatchObject([{ actor, action: 'agent-key.create', target: id }]);

  // Without a database that belongs to the API that is asked, nothing is changed in another one.
  vi.stubEnv('DATABASE_URL', '');
  const nowhere = await salience('agent', 'key', 'create', 'default', ...away);
  expect(nowhere.code).toBe(3);
  vi.stubEnv('DATABASE_URL', database.urlFor('salience_operator'));
});

test('many dead letters are settled by their code, as one audited action', async () => {
  const db = database.connect('salience_memory_chunker');
  const agent = await findAgent(database.connect('salience_operator'), 'default');
  const letter = { queue: 'memory-chunk', job: 'memory.chunk', error: 'x', attempts: 3 };
  for (const [n, code] of ['a.broken', 'a.broken', 'b.broken'].entries())
    await saveDeadLetter(db, { ...letter, payload: { n }, agentId: agent?.id ?? null, code });
  expect((await salience('dead-letters', 'drop')).code).toBe(2);

  const { settled } = await json<{ settled: string[] }>(
    'dead-letters',
    'drop',
    '--all',
    '--code',
    'a.broken',
  );
  expect(settled).toHaveLength(2);
  expect(await audited(1)).toMatchObject([
    { actor: 'person', action: 'dead-letter.drop', details: { count: 2 } },
  ]);
  const left = await json<{ dead_letter_id: string; code: string }[]>(
    'dead-letters',
    'list',
    '--agent',
    'default',
  );
  expect(left.map(({ code }) => code)).toEqual(['b.broken']);
  const shown = await salience('dead-letters', 'show', left[0]?.dead_letter_id ?? '');
  expect(shown.out).toContain('b.broken: x');
  expect(await json('dead-letters', 'retry', '--all')).toMatchObject({
    outcome: 'retried',
    settled: [left[0]?.dead_letter_id],
  });
});

/** A turn whose worker died three times. */
async function quarantined(text: string): Promise<TurnId> {
  const digest = database.connect('salience_digest');
  const [turnId, now] = [newId('turn'), new Date()];
  const consumerDb = database.connect('salience_consumer');
  const { agentId, threadId } = await acceptSaid(consumerDb, text, { turnId, threadKey: turnId, now });
  for (const owner of ['w1', 'w2', 'w3', 'w4']) {
    await claimLane(digest, { agentId, threadId, owner, now });
    await database.admin(
      "update salience.lanes set lease_until = clock_timestamp() - interval '1 second' where thread_id = $1",
      [threadId],
    );
  }
  return turnId;
}

test('law 4: a quarantined turn is tried again once, or given up, each with who did it', async () => {
  const [first, second] = [await quarantined('deadly one'), await quarantined('deadly two')];
  expect((await salience('quarantine', 'list')).out).toMatch(/deadly two[\s\S]*deadly one/);
  expect((await salience('quarantine', 'show', first)).out).toContain('deadly one');

  const [retried] = await json<{ turn_id: string; child_turn_id: string }[]>('quarantine', 'retry', first);
  expect(retried).toMatchObject({ turn_id: first, child_turn_id: expect.stringMatching(/^turn_/) });
  expect((await salience('quarantine', 'retry', first)).error).toMatchObject({ code: 'quarantine.settled' });
  expect(await json('quarantine', 'drop', '--all')).toMatchObject([{ turn_id: second, outcome: 'dropped' }]);
  expect(await json('quarantine', 'list')).toEqual([]);
  expect(await audited(2)).toMatchObject([
    { actor: 'person', action: 'quarantine.drop', target: second },
    { actor: 'person', action: 'quarantine.retry', target: first },
  ]);
  expect((await salience('quarantine', 'drop', newId('turn'))).error).toMatchObject({
    code: 'quarantine.unknown',
  });
});
