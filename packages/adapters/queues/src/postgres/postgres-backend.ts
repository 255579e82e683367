import { SalienceError } from '@salience/errors';
import { createPostgresBackend, type PostgresConnectionOptions, type Worker, withBackend } from 'bullmq';
import { poolOf } from '@salience/postgres';
import type pg from 'pg';
import { REPLY_MS, withinReplyTime } from '../deadline.ts';
import { BULL_EVENTS_KEPT, type ProducerQueue, type QueueBackend } from '../queue-backend.ts';
import type { QueueLog } from '../queue-connection.ts';
import { troubleReporter } from '../quiet-log.ts';
import { PostgresListener } from './postgres-listener.ts';
import { LIVE_CHANNEL } from './live-writer.ts';
import { PostgresLive } from './postgres-live.ts';
import { PostgresSignals, SIGNAL_CHANNEL } from './postgres-signals.ts';
import { queueInDatabase } from './queue-names.ts';

/** Connections for sending, reading and counting. All producers of the process share them. */
const PRODUCER_POOL_MAX = 2;
/** Connections of each worker: one that listens and two that work. */
const WORKER_POOL_MAX = 3;
const WORKER_QUERY_MS = 30_000;

const bull = withBackend(createPostgresBackend);
/** BullMQ describes a pool in types of its own, which the real one fits but does not declare. */
const forBull = (pool: pg.Pool) => pool as unknown as PostgresConnectionOptions;

/**
 * Opens the Postgres backend. Rejects with `queues.unavailable` when the server is away and `queues.not-migrated`
 * when `migratePostgresQueues` has not run or this role was not granted its rights.
 */
export async function postgresBackend(
  url: string,
  prefix: string | undefined,
  log: QueueLog,
): Promise<QueueBackend> {
  const report = troubleReporter(log, 'Postgres queue trouble');
  const pool = openPool(url, PRODUCER_POOL_MAX, REPLY_MS, 'salience-producer', report);
  try {
    await withinReplyTime('reach Postgres', checkDatabase(pool));
  } catch (error) {
    await pool.end();
    throw error;
  }
  const live = new PostgresLive(pool, () => listener, report);
  const signals = new PostgresSignals(pool, () => listener, prefix);
  const handlers = new Map([
    [LIVE_CHANNEL, (payload: string) => live.noticed(payload)],
    [SIGNAL_CHANNEL, (payload: string) => signals.noticed(payload)],
  ]);
  const listener = new PostgresListener(
    url,
    handlers,
    { lost: () => live.lost(), recover: () => live.catchUp() },
    report,
  );
  return {
    name: 'postgres',
    live,
    signals,
    makeQueue: (queue) =>
      new bull.Queue(queueInDatabase(queue, prefix), {
        connection: forBull(pool),
        streams: { events: { maxLen: BULL_EVENTS_KEPT } },
      }) as ProducerQueue,
    makeWorker: async (queue, processor, options) => {
      const workerPool = openPool(url, WORKER_POOL_MAX, WORKER_QUERY_MS, 'salience-worker', report);
      const settings = { ...options, connection: forBull(workerPool) };
      const worker = new bull.Worker(queueInDatabase(queue, prefix), processor, settings);
      return { worker: worker as unknown as Worker, release: () => workerPool.end() };
    },
    ping: async () => {
      await withinReplyTime('reach Postgres', pool.query('SELECT 1'));
    },
    close: async () => {
      await live.flush();
      await listener.close();
      await pool.end();
    },
  };
}

/** BullMQ reads its tables by unqualified names, so each connection starts with its schema as search path. */
function openPool(
  url: string,
  max: number,
  timeoutMs: number,
  name: string,
  report: (error: unknown) => void,
): pg.Pool {
  const pool = poolOf(url, {
    max,
    options: '-c search_path=bullmq',
    application_name: name,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    idleTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // Each queue adds listeners of its own to the pool that they share.
  pool.setMaxListeners(0);
  pool.on('error', report);
  // BullMQ takes clients out of the pool without listening to them. One that breaks meanwhile fails its query and then also emits an
  // event, which would end the process without a listener.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const PERMISSION_DENIED = '42501';

async function checkDatabase(pool: pg.Pool): Promise<void> {
  if (await mayUseQueues(pool)) return;
  const message =
    'The database has no queues that this role may use. Run migratePostgresQueues as the owner, then grantQueues for this role.';
  throw new SalienceError('queues.not-migrated', message);
}

async function mayUseQueues(pool: pg.Pool): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ may: boolean | null }>(
      `SELECT has_table_privilege(to_regclass('bullmq.job'), 'INSERT')
          AND has_table_privilege(to_regclass('salience_live.events'), 'INSERT') AS may`,
    );
    return rows[0]?.may === true;
  } catch (error) {
    // Without rights on the schema the server even refuses to look up a table.
    if ((error as { code?: string }).code === PERMISSION_DENIED) return false;
    throw error;
  }
}
