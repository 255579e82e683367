import type { AgentId, Id, ThreadId } from '@salience/contracts';
import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, sql } from 'drizzle-orm';
import { ask, call, type Database, inTransaction, statement, withAgent } from '../connect.ts';
import { newId } from '../new-id.ts';
import { deadLetters, outbox, workers } from '../schema/operations.ts';
import { storableJson } from '../storable.ts';

/** What a worker reports about itself. */
export type Heartbeat = Readonly<
  Omit<typeof workers.$inferSelect, 'away' | 'policies' | 'seenAt' | 'startedAt'>
> & {
  /** Of a digest: the version of each regulated policy that it decides by, by name. */
  readonly policies?: Readonly<Record<string, number>> | null;
  /** Providers of models that it leaves alone for the moment. */
  readonly away?: readonly string[] | null;
};

const clock = sql`clock_timestamp()`;

/** Writes a worker's heartbeat; times are the database's own. */
export async function beat(db: Database, worker: Heartbeat): Promise<void> {
  const { away = null, capacity, jobsDone, jobsFailed, policies = null, running, state } = worker;
  const now = { away, capacity, jobsDone, jobsFailed, policies, running, state, seenAt: clock };
  await statement(db.reserved, (orm) =>
    orm
      .insert(workers)
      .values({ ...worker, startedAt: clock, seenAt: clock })
      .onConflictDoUpdate({ target: workers.id, set: now }),
  );
}

/** A worker as others see it; `lost` after 15 s without a heartbeat unless it said goodbye. */
export type WorkerRow = Readonly<Omit<typeof workers.$inferSelect, 'state'>> & {
  readonly state: Heartbeat['state'] | 'lost';
};

/** Workers seen in the last hour, the latest first within each app. */
export function listWorkers(db: Database): Promise<WorkerRow[]> {
  const { app, seenAt, state } = workers;
  const isLost = sql`${state} <> 'stopped' and ${seenAt} < clock_timestamp() - interval '15 seconds'`;
  const told = sql<WorkerRow['state']>`case when ${isLost} then 'lost' else ${state} end`;
  return statement(db, (orm) =>
    orm
      .select({ ...getTableColumns(workers), state: told })
      .from(workers)
      .where(gt(seenAt, sql`clock_timestamp() - interval '1 hour'`))
      .orderBy(asc(app), desc(seenAt)),
  );
}

/** Forgets workers not seen for a day. Returns how many. */
export async function forgetWorkers(db: Database): Promise<number> {
  const old = lt(workers.seenAt, sql`clock_timestamp() - interval '1 day'`);
  return (await statement(db, (orm) => orm.delete(workers).where(old))).rowCount ?? 0;
}

/** A lane with turns and no live lease; `lost` when its owner died. */
export interface SweptLane {
  readonly agentId: AgentId;
  readonly threadId: ThreadId;
  readonly fence: number;
  readonly lost: boolean;
}

/**
 * Finds lanes without a live worker, lost ones first, each at most once a second; parked ones when their time has come.
 * `now` is business time. Scheduler role.
 */
export function sweepLanes(db: Database, limit: number, now: Date): Promise<SweptLane[]> {
  return ask(db, 'sweep_lanes', limit, now);
}

/** Agents whose memory lags, by kind of work. */
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
  const marked = await ask<number>(db, 'mark_unhinted', now);
  return { marked, ...(await ask<Omit<SweptMemory, 'marked'>>(db, 'sweep_memory', limit, now)) };
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
export type OutboxRow = Readonly<Omit<typeof outbox.$inferSelect, 'createdAt'>>;

/**
 * Relays the outbox: rows are locked, passed to `send`, and deleted only if it resolves. Other relays skip
 * them meanwhile. Returns how many were sent. Scheduler role.
 */
export async function relayOutbox(
  db: Database,
  limit: number,
  send: (rows: OutboxRow[]) => Promise<void>,
): Promise<number> {
  const { agentId, createdAt, id, job, payload } = outbox;
  return inTransaction(db, async ({ orm }) => {
    const rows = await orm
      .select({ id, agentId, job, payload })
      .from(outbox)
      .orderBy(createdAt)
      .limit(limit)
      .for('update', { skipLocked: true });
    if (rows.length > 0) {
      await send(rows);
      const sent = rows.map((row) => row.id);
      await orm.delete(outbox).where(inArray(id, sent));
    }
    return rows.length;
  });
}

/** A dead letter in a list. */
export type DeadLetterRow = Readonly<typeof deadLetters.$inferSelect>;

/** A job that failed for good. */
export type DeadLetter = Pick<
  DeadLetterRow,
  'agentId' | 'queue' | 'job' | 'payload' | 'code' | 'error' | 'attempts'
>;

/**
 * Keeps a dead letter; its job is gone from the queue. One like an open one, of the same agent, queue, job, payload and code, is
 * counted there (`salience.merge_dead_letter`), and the id that is returned then names no row.
 */
export async function saveDeadLetter(db: Database, letter: DeadLetter): Promise<Id<'deadLetter'>> {
  const id = newId('deadLetter');
  // A payload of nothing is the null of JSON, not that of SQL.
  const payload = sql`${storableJson(letter.payload ?? null)}::jsonb`;
  await statement(db, (orm) => orm.insert(deadLetters).values({ ...letter, id, payload }));
  return id;
}

/** An agent's dead letters, the latest first. */
export function listDeadLetters(db: Database, agentId: AgentId, limit: number): Promise<DeadLetterRow[]> {
  return withAgent(db, agentId, ({ orm }) =>
    orm.select().from(deadLetters).orderBy(desc(deadLetters.createdAt)).limit(limit),
  );
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
  return withAgent(db, agentId, async ({ orm }) => {
    const [row] = await orm
      .update(deadLetters)
      .set({ state: outcome, settledAt: sql`now()` })
      .where(and(eq(deadLetters.id, id as DeadLetterRow['id']), eq(deadLetters.state, 'dead')))
      .returning();
    if (row !== undefined && outcome === 'retried') {
      const payload = row.payload as OutboxRow['payload'];
      await orm.insert(outbox).values({ id: newId('outbox'), agentId, job: row.job, payload });
    }
    return row;
  });
}
