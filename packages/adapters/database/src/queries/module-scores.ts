import type { AgentId, EscalationReason } from '@salience/contracts';
import { type Database, withAgent } from '../connect.ts';

/** How a module judged the signals of one part of a time, for one of the outcomes. */
export interface ScoreCount {
  /** From 0. */
  readonly part: number;
  readonly reason: EscalationReason;
  readonly judged: number;
  readonly scored: number;
  readonly lowest: number | null;
  /** Of all scores. */
  readonly sum: number | null;
  readonly highest: number | null;
  readonly threshold: number | null;
}

/** The time that is looked at, divided into parts. */
export interface ScoreSpan {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly parts: number;
  /** Signals that are read at most: the latest of the time. */
  readonly most: number;
}

/** How a module judged the signals of a time, counted by the database; `since`: from then on signals were read, null where there is none. Consumer. */
export function moduleScores(
  db: Database,
  agentId: AgentId,
  module: string,
  { from, most, parts, to }: ScoreSpan,
): Promise<{ readonly since: Date | null; readonly cut: boolean; readonly counts: readonly ScoreCount[] }> {
  return withAgent(db, agentId, async (session) => {
    const span = await session.query<{ since: Date | null; seen: string }>(
      `select min(x.taken_at) as since, count(*) as seen from (select s.taken_at from salience.signals s
         where s.agent_id = $1 and s.taken_at >= $2 and s.taken_at < $3 order by s.taken_at desc limit $4) x`,
      [agentId, from, to, most],
    );
    const { seen = '0', since = null } = span.rows[0] ?? {};
    const counts = await session.query<ScoreCount>(
      `select least(floor(extract(epoch from s.taken_at - $2::timestamptz) / extract(epoch from $3::timestamptz - $2::timestamptz) * $5::integer), $5::integer - 1)::integer as part, j.reason,
         count(*)::integer as judged, count(j.score)::integer as scored, min(j.score) as lowest, sum(j.score) as sum, max(j.score) as highest,
         max(j.threshold) as threshold
       from salience.signals s join salience.cluster_signals c on c.signal_id = s.id and c.agent_id = s.agent_id
         cross join lateral jsonb_to_recordset(c.judged) as j(module text, reason text, score double precision, threshold double precision)
       where s.agent_id = $1 and s.taken_at >= $6 and s.taken_at < $3 and c.judged is not null and j.module = $4
       group by 1, 2 order by 1, 2`,
      [agentId, from, to, module, parts, since ?? to],
    );
    return { since, cut: Number(seen) >= most, counts: counts.rows };
  });
}
