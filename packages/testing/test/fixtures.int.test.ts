import { turnDigestJob } from '@salience/contracts';
import { createSharedClock } from '@salience/database';
import { done, laneWake } from '@salience/queues';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  acceptSaid,
  backends,
  clockControl,
  runJob,
  testDatabase,
  type TestDatabase,
  testQueues,
  until,
} from '../src/index.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

const acceptOne = (text: string) => acceptSaid(database.connect('salience_consumer'), text);

describe('testDatabase', () => {
  test('clones a migrated database in which an app can accept a turn', async () => {
    const turn = await acceptOne('hello');
    const rows = await database.admin('select id from salience.turns where id = $1', [turn.turnId]);
    expect(rows).toHaveLength(1);
  });

  test('two clones at once are two databases', async () => {
    const clones = await Promise.all([testDatabase(), testDatabase(), testDatabase()]);
    expect(new Set(clones.map((clone) => clone.name)).size).toBe(3);
    await Promise.all(clones.map((clone) => clone.close()));
    const left = await database.admin('select 1 from pg_database where datname = any ($1)', [
      clones.map((clone) => clone.name),
    ]);
    expect(left).toEqual([]);
  });

  test('apps are neither owner nor superuser (law 7)', async () => {
    const db = database.connect('salience_digest');
    const rows = await db.pool.query(
      "select rolsuper, rolbypassrls, has_schema_privilege('salience', 'CREATE') as creates from pg_roles where rolname = current_user",
    );
    expect(rows.rows).toEqual([{ rolsuper: false, rolbypassrls: false, creates: false }]);
  });
});

test('clockControl moves the business time that apps read (law 15)', async () => {
  const clock = clockControl(database);
  const read = createSharedClock(database.connect('salience_digest'));
  await clock.set(new Date('2030-01-01T00:00:00Z'), 0);
  expect(await read.now()).toEqual(new Date('2030-01-01T00:00:00Z'));
  await clock.advance(3_600_000);
  expect(await read.now()).toEqual(new Date('2030-01-01T01:00:00Z'));
});

test('runJob refuses a payload that the contract does not know', async () => {
  const handler = () => Promise.resolve(done());
  await expect(runJob(handler, turnDigestJob, { agentId: 'x', threadId: 'y' } as never)).rejects.toThrow(
    /agentId/,
  );
});

describe.each(backends())('testQueues on %s', (backend) => {
  test('delivers a job in a namespace of its own', async () => {
    const [queues, other] = await Promise.all([testQueues(backend, database), testQueues(backend, database)]);
    const got: unknown[] = [];
    const options = { concurrency: 1, onDeadLetter: () => Promise.resolve() };
    await queues.work(turnDigestJob, async (payload) => (got.push(payload), done()), options);
    await other.work(turnDigestJob, async () => (got.push('stray'), done()), options);
    const turn = await acceptOne('wake me');
    const { options: wakeUp, payload } = laneWake(turn);
    await queues.enqueue(turnDigestJob, payload, wakeUp);
    await until(() => got.length > 0, { what: 'the job' });
    expect(got).toEqual([{ agentId: turn.agentId, threadId: turn.threadId }]);
    await Promise.all([queues.close(), other.close()]);
  });
});
