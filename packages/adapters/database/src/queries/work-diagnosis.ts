import { type Database, query } from '../connect.ts';

/** How many, and how long the oldest has waited, in milliseconds; null where there is none. */
export interface Waiting {
  readonly count: number;
  readonly oldestMs: number | null;
}

/** Waiting and failed work of all agents. */
export interface WorkFacts {
  /** Lanes with work and without a live lease. */
  readonly unattendedLanes: Waiting;
  /** Turns that wait for their place, of every lane. */
  readonly pendingTurns: Waiting;
  readonly runningTurns: Waiting;
  /** Exchanges of the last month that wait for their chunk. */
  readonly unchunked: Waiting;
  /** Of the last week. */
  readonly failedChunks: number;
  /** Threads whose exchanges wait for their episode. */
  readonly unbuiltEpisodes: Waiting;
  /** Of the last week. */
  readonly failedEpisodes: number;
  /** Of the last week: built although an exchange was still without its chunk. */
  readonly incompleteEpisodes: number;
  /** Answers of tools whose time has come. */
  readonly dueExperiences: Waiting;
  /** Of the last week: answers of tools that could not be remembered. */
  readonly failedExperiences: number;
  readonly outbox: Waiting;
  /** Schedules whose time has passed. */
  readonly dueSchedules: Waiting;
  readonly takeoversLastHour: number;
  readonly turnsLastDay: number;
  readonly failedTurnsLastDay: number;
}

const waiting = (from: string, column: string): string =>
  `(select jsonb_build_object('count', count(*),
      'oldestMs', (extract(epoch from clock_timestamp() - min(${column})) * 1000)::float8) from ${from})`;

/** Ids contain their time, so a range of days is a range of the primary key and needs no full scan. */
const sinceDays = (prefix: string, days: number): string =>
  `id >= '${prefix}_' || lpad(to_hex((extract(epoch from clock_timestamp() - interval '${days} days') * 1000)::bigint), 12, '0')`;

/** Turns that are not at their end yet: only lanes with work have any. */
const openTurns = (state: string): string =>
  `salience.lanes l join salience.turns t on t.thread_id = l.thread_id and t.seq > l.cursor
   where l.has_work and t.state = '${state}'`;

/** Pieces that were given up in the last week. */
const failed = (kind: string): string =>
  `(select count(*)::int from salience.memory_retries where kind = '${kind}' and due_at is null and ${sinceDays('mrt', 7)})`;

/** Counts what waits and what failed, of every agent, in one statement. Operator role. */
export async function inspectWork(db: Database): Promise<WorkFacts> {
  const unattended = `salience.lanes l join salience.turns t on t.thread_id = l.thread_id and t.seq = l.cursor + 1
    where l.has_work and (l.lease_until is null or l.lease_until < clock_timestamp())
      and (l.wake_at is null or l.wake_at <= clock_timestamp())`;
  const unchunked = `salience.exchanges e left join salience.memory_progress m on m.thread_id = e.thread_id
    where e.added_at > clock_timestamp() - interval '30 days' and e.seq > coalesce(m.chunked_seq, 0)
      and (m.chunk_at is null or m.chunk_at <= clock_timestamp())`;
  const dueSchedules =
    "salience.schedules where state in ('active', 'paused') and due_at < clock_timestamp()";
  const dueExperiences = "salience.experiences where state = 'pending' and due_at < clock_timestamp()";
  const rows = await query<WorkFacts & Record<string, unknown>>(
    db,
    'inspect_work',
    `select
       ${waiting(unattended, 't.accepted_at')} as "unattendedLanes",
       ${waiting(openTurns('pending'), 't.accepted_at')} as "pendingTurns",
       ${waiting(openTurns('running'), 't.started_at')} as "runningTurns",
       ${waiting(unchunked, 'e.created_at')} as unchunked,
       ${failed('chunk')} as "failedChunks",
       ${waiting('salience.memory_progress where told_seq < chunked_seq and tell_at <= clock_timestamp()', 'tell_at')} as "unbuiltEpisodes",
       ${failed('tell')} as "failedEpisodes",
       (select count(*)::int from salience.episodes where not complete and ${sinceDays('ep', 7)}) as "incompleteEpisodes",
       ${waiting(dueExperiences, 'due_at')} as "dueExperiences",
       (select count(*)::int from salience.experiences where state = 'failed' and ${sinceDays('xp', 7)}) as "failedExperiences",
       ${waiting('salience.outbox', 'created_at')} as outbox,
       ${waiting(dueSchedules, 'due_at')} as "dueSchedules",
       (select count(*)::int from salience.lane_takeovers
        where taken_at > clock_timestamp() - interval '1 hour') as "takeoversLastHour",
       (select count(*)::int from salience.turns where ${sinceDays('turn', 1)}) as "turnsLastDay",
       (select count(*)::int from salience.turns where state = 'failed' and ${sinceDays('turn', 1)}) as "failedTurnsLastDay"`,
    [],
  );
  return rows[0] as WorkFacts;
}

/** How many open dead letters there are of each reason, the most frequent first. */
export interface CodeCount {
  readonly code: string;
  readonly count: number;
}

/** Open dead letters by their code. Operator role. */
export async function deadLetterCodes(db: Database): Promise<CodeCount[]> {
  return await query<CodeCount & Record<string, unknown>>(
    db,
    'dead_letter_codes',
    `select code, count(*)::int as count from salience.dead_letters where state = 'dead' group by code order by 2 desc limit 20`,
    [],
  );
}
