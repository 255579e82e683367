import { clientOf } from '@salience/postgres';
import type pg from 'pg';
import type { ClientEntry } from './client-log.ts';
import { clientViolations, type StoredTurn } from './client-rules.ts';
import { rules } from './rules.ts';

/** What the checker found. */
export interface CheckResult {
  /** Empty when every law of delivery held; each string names the rule and the row that broke it. */
  readonly violations: string[];
  readonly stats: CheckStats;
}

/** Numbers for the report; none of them is judged here. */
export interface CheckStats {
  readonly turns: number;
  readonly threads: number;
  readonly states: Readonly<Record<string, number>>;
  readonly exchanges: number;
  readonly chunks: number;
  readonly stretches: number;
  readonly episodes: number;
  readonly deadLetters: number;
  /** Turns that were begun more than once. */
  readonly repeated: number;
  /** From the last renewal by the worker that lost the lane to the new claim, in milliseconds. */
  readonly takeovers: {
    readonly count: number;
    readonly p50Ms: number;
    readonly p95Ms: number;
    readonly maxMs: number;
  };
  /** The five slowest of them, for finding out why. */
  readonly slowest: readonly {
    readonly threadId: string;
    readonly ms: number;
    readonly lostOwner: string;
    readonly newOwner: string;
    readonly renewedAt: string;
    readonly takenAt: string;
  }[];
}

/**
 * Judges a run from two witnesses only: the tables in Postgres, read with plain SQL, and what the clients wrote down.
 * Uses none of the functions that the apps use, so it shares no mistake with them. Call it when the fleet is quiet.
 */
export async function checkTurns(options: {
  readonly ownerUrl: string;
  readonly clientLog: readonly ClientEntry[];
}): Promise<CheckResult> {
  const client = clientOf(options.ownerUrl, { application_name: 'salience-checker' });
  await client.connect();
  try {
    // One snapshot for all rules: nothing may look broken because it moved between two of them.
    await client.query('begin isolation level repeatable read read only');
    const found: string[] = [];
    for (const rule of rules) {
      const { rows } = await client.query<{ v: string }>(rule.sql);
      found.push(...rows.map((row) => `${rule.name}: ${row.v}`));
    }
    const stored = await client.query<StoredTurn>(
      `select t.id, t.thread_id, t.seq::int as seq, t.state, t.idempotency_key, r.text as reply
       from salience.turns t left join salience.replies r on r.turn_id = t.id`,
    );
    const turns = new Map(stored.rows.map((turn) => [turn.id, turn]));
    return {
      violations: [...found, ...clientViolations(options.clientLog, turns)],
      stats: await statsOf(client),
    };
  } finally {
    await client.end();
  }
}

async function statsOf(client: pg.Client): Promise<CheckStats> {
  const { rows } = await client.query<{ stats: CheckStats }>(`
    select jsonb_build_object(
      'turns', (select count(*) from salience.turns),
      'threads', (select count(*) from salience.threads),
      'states', (select coalesce(jsonb_object_agg(state, n), '{}') from (select state, count(*) as n from salience.turns group by state) s),
      'exchanges', (select count(*) from salience.exchanges),
      'chunks', (select count(*) from salience.chunks),
      'stretches', (select count(*) from salience.episodes where first_seq is not null),
      'episodes', (select count(*) from salience.episodes),
      'deadLetters', (select count(*) from salience.dead_letters),
      'repeated', (select count(*) from salience.turns where attempts > 1),
      'takeovers', (select jsonb_build_object('count', count(*),
          'p50Ms', coalesce(round(percentile_cont(0.5) within group (order by ms)), 0),
          'p95Ms', coalesce(round(percentile_cont(0.95) within group (order by ms)), 0),
          'maxMs', coalesce(round(max(ms)), 0))
        from (select (extract(epoch from taken_at - last_renewed_at) * 1000)::double precision as ms from salience.lane_takeovers) k),
      'slowest', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
        select thread_id as "threadId", round(extract(epoch from taken_at - last_renewed_at) * 1000) as ms,
          lost_owner as "lostOwner", new_owner as "newOwner", last_renewed_at as "renewedAt", taken_at as "takenAt"
        from salience.lane_takeovers order by taken_at - last_renewed_at desc limit 5) s)
    ) as stats`);
  return (rows[0] as { stats: CheckStats }).stats;
}
