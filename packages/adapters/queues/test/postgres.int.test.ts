import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createQueues,
  done,
  grantQueues,
  migratePostgresQueues,
  type QueueConnection,
} from '../src/index.ts';
import { PostgresListener } from '../src/postgres/postgres-listener.ts';
import { PostgresLive } from '../src/postgres/postgres-live.ts';
import { freshTurn, noteJob, testQueues } from './contracts.ts';
import { closeDesksAfterEach, openDesk, until } from './desk.ts';
import { backends, type PostgresTestServer, postgresTestServer } from './servers.ts';

describe.runIf(backends.includes('postgres'))('what only Postgres can do wrong', { timeout: 30_000 }, () => {
  let server: PostgresTestServer;
  let connection: QueueConnection;
  let owner: pg.Client;
  beforeAll(async () => {
    server = await postgresTestServer();
    connection = await server.fresh(testQueues);
    owner = new pg.Client({ connectionString: server.ownerUrl() });
    await owner.connect();
  }, 60_000);
  afterAll(async () => {
    await owner?.end();
    await server?.dispose();
  });
  closeDesksAfterEach();

  it('law 7: works with a role that may create nothing', async () => {
    const { rows } = await owner.query(
      `SELECT has_schema_privilege('queue_app', 'bullmq', 'CREATE') AS bullmq,
              has_schema_privilege('queue_app', 'salience_live', 'CREATE') AS live,
              has_database_privilege('queue_app', current_database(), 'CREATE') AS database`,
    );
    expect(rows).toEqual([{ bullmq: false, live: false, database: false }]);
    const desk = await openDesk(connection);
    // No id of its own: the counter of the queue must exist already.
    const anonymous = { ...noteJob, jobId: () => undefined };
    await desk.queues.enqueue(anonymous, { key: 'x' });
    await desk.queues.enqueueMany(anonymous, [{ payload: { key: 'y' } }, { payload: { key: 'z' } }]);
    const seen: string[] = [];
    await desk.work(noteJob, async (payload) => {
      seen.push(payload.key);
      return done();
    });
    await until(() => seen.length === 3);
  });

  it('says what to do when the role was granted nothing', async () => {
    await owner.query(`CREATE ROLE outsider LOGIN PASSWORD 'outsider'`);
    const url = server.url({ user: 'outsider', password: 'outsider' });
    const rejected = createQueues({ connection: { backend: 'postgres', url } });
    await expect(rejected).rejects.toMatchObject({ code: 'queues.not-migrated' });
  });

  it('migrates again, and from several processes at once', async () => {
    const target = { url: server.ownerUrl(), prefix: 'again', queues: testQueues };
    await Promise.all([
      migratePostgresQueues(target),
      migratePostgresQueues(target),
      migratePostgresQueues(target),
    ]);
  });

  it('grants again, and from several processes at once', async () => {
    const target = { url: server.ownerUrl(), roles: ['queue_app'], bulkRoles: ['queue_app'] };
    await Promise.all(Array.from({ length: 8 }, () => grantQueues(target)));
  });

  it('purges old live events and keeps young ones', async () => {
    const desk = await openDesk(connection);
    const turn = freshTurn();
    await desk.queues.live.publish(turn, [
      { position: { fence: 1, n: 1 }, event: { type: 'status', status: 'thinking' } },
    ]);
    await owner.query(`UPDATE salience_live.events SET at = now() - interval '1 hour' WHERE turn_id = $1`, [
      turn,
    ]);
    await desk.queues.live.publish(turn, [
      { position: { fence: 1, n: 2 }, event: { type: 'status', status: 'thinking' } },
    ]);
    expect(await desk.queues.live.purge(600_000)).toBe(1);
    const { rows } = await owner.query('SELECT n::int FROM salience_live.events WHERE turn_id = $1', [turn]);
    expect(rows).toEqual([{ n: 2 }]);
  });

  it('lets no event that a notification brings pass an earlier one that is still to be read', async () => {
    const pool = new pg.Pool({ connectionString: connection.url, max: 2 });
    const outage = { lost: () => {}, recover: async () => {} };
    // Hears nothing by itself.
    const listener = new PostgresListener(connection.url, new Map(), outage, () => {});
    const live = new PostgresLive(
      pool,
      () => listener,
      () => {},
    );
    const desk = await openDesk(connection);
    try {
      for (const lost of [false, true]) {
        const turn = freshTurn();
        const heard: number[] = [];
        const leave = await live.subscribe(turn, undefined, ({ n }) => heard.push(n));
        // The rows are written through other queues, of which this one hears by hand alone.
        for (const n of [1, 2]) {
          const event = { type: 'status', status: 'thinking' } as const;
          await desk.queues.live.publish(turn, [{ position: { fence: 1, n }, event }]);
        }
        if (lost) live.lost();
        else live.noticed(turn);
        live.noticed(`${turn}\t[[1,2,{"type":"status","status":"thinking"}]]`);
        await until(() => heard.includes(2));
        expect(heard).toEqual([1, 2]);
        await live.catchUp();
        live.noticed(`${turn}\t[[1,3,{"type":"status","status":"thinking"}]]`);
        expect(heard).toEqual([1, 2, 3]);
        await leave();
      }
    } finally {
      await listener.close();
      await pool.end();
    }
  });

  it('writes a burst of deltas as a few rows', async () => {
    const desk = await openDesk(connection);
    const turn = freshTurn();
    for (let n = 1; n <= 300; n++)
      await desk.queues.live.publish(turn, [
        { position: { fence: 1, n }, event: { type: 'delta', text: 'x' } },
      ]);
    await desk.queues.live.publish(turn, [{ position: { fence: 1, n: 301 }, event: { type: 'ended' } }]);
    const { rows } = await owner.query<{ n: number; event: string }>(
      'SELECT n::int, event FROM salience_live.events WHERE turn_id = $1 ORDER BY n',
      [turn],
    );
    const text = rows.map((row) => JSON.parse(row.event).text ?? '').join('');
    expect(text).toBe('x'.repeat(300));
    expect(rows.length).toBeLessThan(60);
    expect(rows.at(-2)?.n).toBe(300);
  });

  it('holds few connections: two to send, one to listen, three for each worker', async () => {
    const own = await server.fresh(testQueues);
    const desk = await openDesk(own);
    await desk.work(noteJob, async () => done(), 8);
    await desk.queues.signals.listen('any', () => {});
    await desk.queues.enqueueMany(
      noteJob,
      Array.from({ length: 100 }, (_, index) => ({ payload: { key: `c-${index}` } })),
    );
    await until(() => desk.outcomes().length === 100, 20_000);
    const { rows } = await owner.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE usename = 'queue_app'`,
    );
    expect(rows[0]?.count).toBeLessThanOrEqual(6);
  });
});
