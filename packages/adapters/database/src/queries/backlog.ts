import type { AgentId, ExperienceId, ThreadId } from '@salience/contracts';
import { type Database, query } from '../connect.ts';

/** The number of waiting rows of one kind, and the age of the oldest. */
export interface WaitingRows {
  readonly count: number;
  /** 0 when none waits. */
  readonly oldestSeconds: number;
}

/** Everything that waits for a worker, counted from its rows. */
export interface Backlog {
  /** Lanes with turns: owned by a live worker, or waiting for one. */
  readonly lanesRunning: number;
  /** Their age is that of the oldest unclaimed turn. Parked lanes wait for their retry and do not count. */
  readonly lanesWaiting: WaitingRows;
  /** Exchanges whose chunk is due. */
  readonly exchanges: WaitingRows;
  /** Threads with an episode due. */
  readonly stretches: WaitingRows;
  /** Failed pieces whose retry is due. */
  readonly retries: WaitingRows;
  /** Due experiences. */
  readonly experiences: WaitingRows;
  /** Agents whose autobiography is due: five episodes that no version includes, and the pause after the last one has passed. */
  readonly autobiographies: WaitingRows;
  /** Due schedules. */
  readonly schedules: WaitingRows;
  /** Open approvals after their deadline. */
  readonly approvals: WaitingRows;
  readonly outbox: WaitingRows;
  /** Agents with a task that is due and a free place for it. */
  readonly tasks: WaitingRows;
  /** Notices that are due to be decided about. */
  readonly notices: WaitingRows;
  /** Deliveries that are due. */
  readonly deliveries: WaitingRows;
  /** Notices that reached nobody. */
  readonly undelivered: number;
  /** Unresolved quarantined turns and dead letters. */
  readonly quarantined: number;
  readonly deadLetters: number;
}

/**
 * Counts what waits, for all agents, in one statement over partial indexes that contain only waiting rows: about a
 * millisecond if nothing waits, and one index look-up for each waiting lane. `now` is business time. Scheduler role.
 */
export async function loadBacklog(db: Database, now: Date): Promise<Backlog> {
  const rows = await query<{ r: Backlog }>(
    db,
    'load_backlog',
    `select jsonb_build_object(
       'lanesRunning', (select count(*) from salience.lanes where has_work and lease_until >= clock_timestamp()),
       'lanesWaiting', (select jsonb_build_object('count', count(*), 'oldestSeconds', ${age('$1', 'min(t.accepted_at)')})
         from salience.lanes l left join lateral (
           select accepted_at from salience.turns where thread_id = l.thread_id and seq = l.cursor + 1 limit 1) t on true
         where l.has_work and (l.lease_until is null or l.lease_until < clock_timestamp())
           and (l.wake_at is null or l.wake_at <= $1)),
       'exchanges', (select jsonb_build_object('count', count(*), 'oldestSeconds', ${age('$1', 'min(e.created_at)')})
         from salience.memory_progress m join salience.exchanges e on e.thread_id = m.thread_id and e.seq > m.chunked_seq
         where m.chunk_at <= $1),
       'stretches', (select jsonb_build_object('count', count(*), 'oldestSeconds', ${age('$1', 'min(tell_at)')})
         from salience.memory_progress where tell_at <= $1 and told_seq < chunked_seq),
       'retries', (select jsonb_build_object('count', count(*), 'oldestSeconds', ${age('$1', 'min(due_at)')})
         from salience.memory_retries where due_at <= $1),
       'experiences', (select jsonb_build_object('count', count(*), 'oldestSeconds', ${age('$1', 'min(due_at)')})
         from salience.experiences where state = 'pending' and due_at <= $1),
       'autobiographies', (select jsonb_build_object('count', count(*), 'oldestSeconds', ${age('$1', 'min(greatest(u.created_at, c.next_at))')})
         from salience.agents a cross join lateral (
           select created_at from salience.episodes e where e.agent_id = a.id and e.told_version is null
           order by salience desc offset 4 limit 1) u
         left join salience.chores c on c.agent_id = a.id and c.task = 'autobiography'
         where c.next_at is null or c.next_at <= $1),
       'schedules', (select jsonb_build_object('count', count(*), 'oldestSeconds', ${age('$1', 'min(due_at)')})
         from salience.schedules where state in ('active', 'paused') and due_at <= $1),
       'approvals', (select jsonb_build_object('count', count(*), 'oldestSeconds', ${age('$1', 'min(expires_at)')})
         from salience.approvals where state = 'pending' and expires_at <= $1),
       'outbox', (select jsonb_build_object('count', count(*), 'oldestSeconds', ${age('clock_timestamp()', 'min(created_at)')})
         from salience.outbox),
       'tasks', (select jsonb_build_object('count', count(*), 'oldestSeconds', ${age('$1', 'min(next_at)')})
         from salience.agendas where running < concurrent and next_at is not null and next_at <= $1),
       'notices', (select jsonb_build_object('count', count(*), 'oldestSeconds', ${age('$1', 'min(look_at)')})
         from salience.notices where settled_at is null and look_at <= $1),
       'deliveries', (select jsonb_build_object('count', count(*), 'oldestSeconds', ${age('$1', 'min(next_at)')})
         from salience.deliveries where state in ('pending', 'sending') and next_at <= $1),
       'undelivered', (select count(*) from salience.notices where settled_as = 'undelivered'),
       'quarantined', (select count(*) from salience.turn_ends e join salience.turns t on t.id = e.turn_id
         where e.kind = 'quarantined' and t.settled_as is null),
       'deadLetters', (select count(*) from salience.dead_letters where state = 'dead')) as r`,
    [now],
  );
  return (rows[0] as { r: Backlog }).r;
}

/** Seconds between two instants, never negative: two clocks may disagree. */
function age(now: string, since: string): string {
  return `greatest(0, coalesce(extract(epoch from ${now}::timestamptz - ${since}), 0))`;
}

/** Rows by id, whose traces are asked for. */
export interface TracedRows {
  /** Threads stand for the turn that their lane takes next. */
  readonly threads?: readonly ThreadId[];
  /** Agents stand for the exchanges of theirs that wait for a chunk. */
  readonly agents?: readonly AgentId[];
  /** Experiences stand for the turn that their step was made in. */
  readonly experiences?: readonly ExperienceId[];
}

/** The `traceparent`s that these rows keep, in no order; rows without one are left out. Scheduler role. */
export async function loadTraceparents(db: Database, of: TracedRows): Promise<string[]> {
  const rows = await query<{ traceparent: string }>(
    db,
    'load_traceparents',
    `select e.traceparent from salience.memory_progress m join salience.exchanges e on e.thread_id = m.thread_id and e.seq = m.chunked_seq + 1
       where m.agent_id = any($1) and m.chunk_at is not null and e.traceparent is not null
     union all select t.traceparent from salience.lanes l
       join salience.turns t on t.thread_id = l.thread_id and t.seq = l.cursor + 1
       where l.thread_id = any($2) and t.traceparent is not null
     union all select t.traceparent from salience.experiences x join salience.turns t on t.id = x.turn_id
       where x.id = any($3) and t.traceparent is not null`,
    [of.agents ?? [], of.threads ?? [], of.experiences ?? []],
  );
  return rows.map((row) => row.traceparent);
}
