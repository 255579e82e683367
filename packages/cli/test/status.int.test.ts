import { createOperatorKey, listOperatorKeys, revokeOperatorKey } from '@salience/database/operators';
import {
  addressesFor,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { salience } from './command-line.ts';

let database: TestDatabase;
let consumer: SpawnedApp;

beforeAll(async () => {
  database = await testDatabase();
  consumer = await spawnApp('consumer', { database, env: { PORT: '0', SALIENCE_HOST: '127.0.0.1' } });
  for (const [name, url] of Object.entries(addressesFor(database, 'salience_operator')))
    vi.stubEnv(name, url);
  vi.stubEnv('SALIENCE_QUEUES', 'postgres');
  vi.stubEnv('SALIENCE_URL', consumer.httpUrl());
  vi.stubEnv('SALIENCE_HOME', '/nonexistent/salience-home');
}, 60_000);

interface Shown {
  readonly source: string;
  readonly workers: readonly { app: string }[];
  readonly queues: readonly object[];
}

async function status(): Promise<Shown> {
  return JSON.parse((await salience('status', '--json')).out) as Shown;
}

test('it asks the API, and where that wants a key that is not there, the database', async () => {
  const asked = await status();
  expect(asked).toMatchObject({ source: 'api', workers: [{ app: 'consumer' }] });

  const db = database.connect('salience_operator');
  const { key } = await createOperatorKey(db, 'anna');
  onTestFinished(async () => {
    for (const { id } of await listOperatorKeys(db)) await revokeOperatorKey(db, id);
  });
  const closed = await until(
    async () => ((await status()).source === 'database' ? await status() : undefined),
    {
      what: 'the door to close',
      timeoutMs: 15_000,
    },
  );
  expect(closed.queues).toHaveLength(asked.queues.length);
  const { out } = await salience('status');
  expect(out).toContain(
    'read from the database: the API requires an operator key (set SALIENCE_OPERATOR_KEY)',
  );

  vi.stubEnv('SALIENCE_OPERATOR_KEY', key);
  expect((await status()).source).toBe('api');
  vi.stubEnv('SALIENCE_OPERATOR_KEY', '');
});

test('law 1: a watch goes on while the API is away, from the database', async () => {
  // The server believes what it knew about keys for some seconds.
  await until(async () => (await status()).source === 'api', { what: 'the door to open', timeoutMs: 15_000 });
  const lines = (await salience('status', '--watch', '--count', '2', '--every', '0.2', '--json')).out
    .trim()
    .split('\n');
  expect(lines.map((line) => (JSON.parse(line) as Shown).source)).toEqual(['api', 'api']);
  await consumer.kill9();
  const { code, out } = await salience('status');
  expect(code).toBe(1);
  expect(out).toMatch(/away +read from the database: the API does not answer/);
  const watched = await salience('status', '--watch', '--count', '2', '--every', '0.2');
  expect(watched.code).toBe(0);
  expect(watched.out.match(/read from the database/g)).toHaveLength(2);
});
