import {
  asPerson,
  plantsIn,
  queueNamespace,
  type SpawnedApp,
  spawnApp,
  type TestDatabase,
  testDatabase,
  until,
} from '@salience/testing';
import { beforeAll, expect, test } from 'vitest';
import { salience } from './command-line.ts';

let database: TestDatabase;
let consumer: SpawnedApp;

beforeAll(async () => {
  database = await testDatabase();
  const queues = await queueNamespace('postgres', database);
  consumer = await spawnApp('consumer', { database, queues, readyMs: 90_000 });
}, 120_000);

const approvals = (...args: string[]) => salience('approvals', ...args, '--url', consumer.httpUrl());

/** A request with these arguments. */
async function planted(args: object): Promise<string> {
  const plants = await plantsIn(database, new Date());
  const id = await plants.approval(new Date(Date.now() + 3_600_000));
  await database.admin('update salience.approvals set arguments = $2 where id = $1', [
    id,
    JSON.stringify(args),
  ]);
  return id;
}

test('threat: a list cuts nothing that one approves by, and hides no character', async () => {
  const body = `${'dear Ann, '.repeat(30)}and pay 900`;
  const id = await planted({ to: '\u202Etset.knab@nna\u202C', body });
  const { out } = await approvals('list');
  expect(out).toContain(id);
  expect(out).toContain(body);
  expect(out).toContain(String.raw`to "\u{202E}tset.knab@nna\u{202C}"`);
  expect((await approvals('show', id)).out).toContain(String.raw`\u{202E}tset`);
});

test('a yes prints the whole request and counts for that alone', async () => {
  const id = await planted({ to: 'ann@work.test' });
  const other = await approvals('approve', id, '--hash', 'f'.repeat(64));
  expect(other.error).toMatchObject({ code: 'approval.changed' });
  const yes = await approvals('approve', id, '--no-wait');
  expect(yes).toMatchObject({ code: 0 });
  expect(yes.err).toContain('mail {"to":"ann@work.test"}');
  expect(yes.out).toContain(`${id}: approved`);
  expect((await approvals('refuse', id)).error).toMatchObject({ code: 'approval.resolved' });
});

test('law 18: a yes waits for what the agent says to it, and tells how it ended', async () => {
  const id = await planted({ to: 'bea@work.test' });
  const answered = approvals('approve', id);
  const continuation = await until(
    async () => {
      const [row] = await database.admin<{ turn: string | null }>(
        'select continuation_turn_id as turn from salience.approvals where id = $1',
        [id],
      );
      return row?.turn ?? undefined;
    },
    { what: 'a continuation', everyMs: 20 },
  );
  const path = `${consumer.httpUrl()}/turns/${continuation}/cancel`;
  const headers = { 'content-type': 'application/json', ...asPerson };
  expect((await fetch(path, { method: 'POST', headers, body: '{}' })).status).toBe(200);
  expect((await answered).out).toContain('It ended cancelled.');
});
