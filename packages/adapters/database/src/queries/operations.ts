import type { AgentId, Id, ThreadId } from '@salience/contracts';
import { call, type Database, inTransaction, query, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { storableJson } from '../storable.ts';

/** What a worker tells about itself. */
export interface Heartbeat {
  readonly id: Id<'worker'>;
  readonly app: string;
  readonly pid: number;
  readonly host: string;
  readonly version: string;
  readonly state: 'starting' | 'ready' | 'draining' | 'stopped';
  readonly capacity: number;
  readonly running: readonly string[];
  readonly jobsDone: number;
  readonly jobsFailed: number;
}

/** Writes a worker's heartbeat; times are the database's own. */
export async function beat(db: Database, worker: Heartbeat): Promise<void> {
  await query(
    db,
    'beat',
    `insert into salience.workers (id, app, pid, host, version, state, capacity, running, jobs_done, jobs_failed, started_at, seen_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, clock_timestamp(), clock_timestamp())
     on conflict (id) do update set state = excluded.state, capacity = excluded.capacity, running = excluded.running,
       jobs_done = excluded.jobs_done, jobs_failed = excluded.jobs_failed, seen_at = excluded.seen_at`,
    [
      worker.id,
      worker.app,
      worker.pid,
      worker.host,
      worker.version,
      worker.state,
      worker.capacity,
      JSON.stringify(worker.running),
      worker.jobsDone,
      worker.jobsFailed,
    ],
  );
}

/** A worker as others see it; `lost` after 15 s without a heartbeat unless it said goodbye. */
export interface WorkerRow {
  readonly id: string;
  readonly app: string;
  readonly pid: number;
  readonly host: string;
  readonly version: string;
  readonly state: 'starting' | 'ready' | 'draining' | 'stopped' | 'lost';
  readonly capacity: number;
  readonly running: string[];
  readonly jobsDone: number;
  readonly jobsFailed: number;
  readonly startedAt: Date;
  readonly seenAt: Date;
}

/** Workers seen in the last hour, the latest first within each app. */
export function listWorkers(db: Database): Promise<WorkerRow[]> {
  return query<WorkerRow & Record<string, unknown>>(
    db,
    'list_workers',
    `select id, app, pid, host, version, capacity, running, jobs_done as "jobsDone", jobs_failed as "jobsFailed",
       started_at as "startedAt", seen_at as "seenAt",
       case when state <> 'stopped' and seen_at < clock_timestamp() - interval '15 seconds' then 'lost' else state end as state
     from salience.workers where seen_at > clock_timestamp() - interval '1 hour' order by app, seen_at desc`,
    [],
  );
}

/** Forgets workers not seen for a day. Returns how many. */
export async function forgetWorkers(db: Database): Promise<number> {
  const rows = await query(
    db,
    'forget_workers',
    "delete from salience.workers where seen_at < clock_timestamp() - interval '1 day' returning id",
    [],
  );
  return rows.length;
}

/** A lane with turns and no live lease; `lost` when its owner died. */
export interface SweptLane {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  readonly fence: number;
  readonly lost: boolean;
}

/**
 * Finds lanes that nobody works on, the lost ones first, each at most once a second; parked ones when their time has come.
 * `now` is business time. Scheduler role.
 */
export async function sweepLanes(db: Database, limit: number, now: Date): Promise<SweptLane[]> {
  const rows = await query<{ r: SweptLane[] }>(
    db,
    'sweep_lanes',
    'select salience.sweep_lanes($1, $2) as r',
    [limit, now],
  );
  return (rows[0] as { r: SweptLane[] }).r;
}

/** Agents whose memory lags, by what is to be made. */
export interface SweptMemory {
  readonly chunk: readonly { readonly agentId: AgentId }[];
  readonly tell: readonly { readonly agentId: AgentId }[];
  /** Threads whose hint was lost. */
  readonly marked: number;
}

/**
 * Finds agents with something to remember that no worker has in hand, each at most once in five seconds. `now` is business time. Scheduler
 * role.
 */
export async function sweepMemory(db: Database, limit: number, now: Date): Promise<SweptMemory> {
  const rows = await query<{ r: SweptMemory }>(
    db,
    'sweep_memory',
    'select salience.sweep_memory($1, $2) as r',
    [limit, now],
  );
  return (rows[0] as { r: SweptMemory }).r;
}

/**
 * Ends the session of silent threads and expires those silent for longer. Resolves with how many threads that were, and the agents whose
 * episodes are due with it. Scheduler role.
 */
export function closeSilentThreads(
  db: Database,
  options: { now: Date; silenceMs: number; expiryMs: number; limit: number },
): Promise<{ readonly threads: number; readonly agents: readonly AgentId[] }> {
  return call(db, 'close_silent_threads', options);
}

/** A job waiting to be sent. */
export interface OutboxRow {
  readonly id: string;
  readonly agentId: AgentId;
  readonly job: string;
  readonly payload: Record<string, unknown>;
}

/**
 * Sends what is in the outbox: rows are locked, handed to `send`, and deleted only if it resolves. Other relays skip
 * them meanwhile. Returns how many were sent. Scheduler role.
 */
export async function relayOutbox(
  db: Database,
  limit: number,
  send: (rows: OutboxRow[]) => Promise<void>,
): Promise<number> {
  return inTransaction(db, async (client) => {
    const { rows } = await client.query<OutboxRow>(
      'select id, agent_id as "agentId", job, payload from salience.outbox order by created_at limit $1 for update skip locked',
      [limit],
    );
    if (rows.length > 0) {
      await send(rows);
      await client.query('delete from salience.outbox where id = any($1)', [rows.map((row) => row.id)]);
    }
    return rows.length;
  });
}

/** A job that failed for good. */
export interface DeadLetter {
  readonly agentId: string | null;
  readonly queue: string;
  readonly job: string;
  readonly payload: unknown;
  readonly code: string;
  readonly error: string;
  readonly attempts: number;
}

/**
 * Keeps a dead letter; its job is gone from the queue. One like an open one, of the same agent, queue, job, payload and code, is
 * counted there (`salience.merge_dead_letter`), and the id that is returned then names no row.
 */
export async function saveDeadLetter(db: Database, letter: DeadLetter): Promise<Id<'deadLetter'>> {
  const id = newId('deadLetter');
  await query(
    db,
    'save_dead_letter',
    `insert into salience.dead_letters (id, agent_id, queue, job, payload, code, error, attempts)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      letter.agentId,
      letter.queue,
      letter.job,
      storableJson(letter.payload ?? null),
      letter.code,
      letter.error,
      letter.attempts,
    ],
  );
  return id;
}

/** A dead letter in a list. */
export interface DeadLetterRow extends DeadLetter {
  readonly id: Id<'deadLetter'>;
  readonly state: 'dead' | 'retried' | 'dropped';
  /** How often its job failed like this, the first time included. */
  readonly count: number;
  readonly createdAt: Date;
  /** When it failed like this last. */
  readonly lastAt: Date;
}

/** The columns of a DeadLetterRow, for a select list. */
export const deadLetterColumns = `id, agent_id as "agentId", queue, job, payload, code, error, attempts, state, count, created_at as "createdAt",
  last_at as "lastAt"`;

/** An agent's dead letters, the latest first. */
export function listDeadLetters(db: Database, agentId: AgentId, limit: number): Promise<DeadLetterRow[]> {
  return withAgent(db, agentId, async (client) => {
    const rows = await client.query<DeadLetterRow>(
      `select ${deadLetterColumns} from salience.dead_letters order by created_at desc limit $1`,
      [limit],
    );
    return rows.rows;
  });
}

/**
 * Settles a dead letter: `retried` puts its job into the outbox in the same transaction, `dropped` does not.
 * Returns its row, or undefined when there is none that is still dead.
 */
export function settleDeadLetter(
  db: Database,
  agentId: AgentId,
  id: string,
  outcome: 'retried' | 'dropped',
): Promise<DeadLetterRow | undefined> {
  return withAgent(db, agentId, async (client) => {
    const rows = await client.query<DeadLetterRow>(
      `update salience.dead_letters set state = $2, settled_at = now() where id = $1 and state = 'dead'
       returning ${deadLetterColumns}`,
      [id, outcome],
    );
    const row = rows.rows[0];
    if (row !== undefined && outcome === 'retried') {
      await client.query('insert into salience.outbox (id, agent_id, job, payload) values ($1, $2, $3, $4)', [
        newId('outbox'),
        agentId,
        row.job,
        JSON.stringify(row.payload),
      ]);
    }
    return row;
  });
}
