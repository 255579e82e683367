import type { TurnId } from '@salience/contracts';
import { claimLane, findAgent, newId, saveDeadLetter } from '@salience/database';
import { acceptSaid, spawnApp, type SpawnedApp, testDatabase, type TestDatabase } from '@salience/testing';
import { beforeAll, expect, test, vi } from 'vitest';
import { userName } from '@salience/supervisor/home';
import { salience } from './command-line.ts';

let database: TestDatabase;
let consumer: SpawnedApp;
/** What keys and agents are made by; what goes through the API is done by the person of this machine, while there is no operator key. */
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
  readonly revokedAt: string | null;
  readonly expiresAt: string | null;
}

test.each([
  ['agent', ['agent', 'key'], ['default'], /^sk_/],
  ['operator', ['operator', 'key'], [], /^op_/],
])(
  'keys of an %s are made, rotated with an overlap and revoked, each with who did it',
  async (kind, command, whose, form) => {
    const made = await json<Key>(
      ...command,
      'create',
      ...(kind === 'agent' ? ['default'] : ['anna']),
      '--expires',
      '90d',
    );
    expect(made.key).toMatch(form);
    const rotated = await json<Key & { old_expires_at: string }>(
      ...command,
      'rotate',
      made.id,
      '--overlap',
      '10m',
    );
    expect(rotated.id).not.toBe(made.id);
    // From the first operator key on, the person of this machine operates no longer.
    if (kind === 'operator') vi.stubEnv('SALIENCE_OPERATOR_KEY', rotated.key);
    expect(Math.abs(Date.parse(rotated.old_expires_at) - Date.now() - 600_000)).toBeLessThan(60_000);
    await json(...command, 'revoke', made.id);
    const listed = await salience(...command, 'list', ...whose);
    expect(listed.out).toMatch(new RegExp(`${rotated.id}.*good`));
    expect(listed.out).toMatch(new RegExp(`${made.id}.*revoked`));
    expect(listed.out).not.toContain(rotated.key);
    expect(await audited(3)).toMatchObject([
      { actor, action: `${kind}-key.revoke`, target: made.id },
      { actor, action: `${kind}-key.rotate`, target: made.id },
      { actor, action: `${kind}-key.create`, target: made.id },
    ]);
    expect((await salience(...command, 'rotate', made.id)).error).toMatchObject({
      code: `${kind}.key-unknown`,
    });
    if (kind === 'operator') {
      await json(...command, 'revoke', rotated.id);
      vi.stubEnv('SALIENCE_OPERATOR_KEY', '');
    }
  },
);

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
