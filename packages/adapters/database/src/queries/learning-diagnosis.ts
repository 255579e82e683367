import { type Database, query } from '../connect.ts';
import type { Waiting } from './work-diagnosis.ts';

/** What of learning to route wants somebody's attention, over all agents. */
export interface LearningFacts {
  /** Ended turns that no loop has looked at for what they show of the decision before; a hundred of each agent are counted at most. */
  readonly unlabelled: Waiting;
  /** Labels and reviews of the last day of business time. */
  readonly labels: number;
  readonly reviews: number;
  /** What was asked of the regulator about policies, and waits. */
  readonly requests: Waiting;
  /** How long ago in business time it looked at decisions last; null: it has not. */
  readonly cycleMs: number | null;
}

/** Counts what of learning to route wants attention. `now`: business time. Operator. */
export async function inspectLearning(db: Database, now: Date): Promise<LearningFacts> {
  const rows = await query<{ r: LearningFacts }>(
    db,
    'inspect_learning',
    `with mark as (
       select coalesce(split_part(m.read_to, ':', 1), '0')::xid8 as xid, coalesce(split_part(m.read_to, ':', 2), '') as after
       from (values (1)) one left join salience.learning_marks m on m.job = 'labels'),
     waiting as (
       select e.added_at from mark cross join salience.agents a cross join lateral (
         select x.added_at from salience.turn_ends x where x.agent_id = a.id and x.exchange_id is not null
           and (x.written_xid, x.exchange_id) > (mark.xid, mark.after)
         order by x.written_xid, x.exchange_id limit 100) e)
     select jsonb_build_object(
       'unlabelled', (select jsonb_build_object('count', count(*),
         'oldestMs', (extract(epoch from clock_timestamp() - min(added_at)) * 1000)::float8) from waiting),
       'labels', (select count(*) from salience.decision_labels where at > $1::timestamptz - interval '1 day'),
       'reviews', (select count(*) from salience.reflections where at > $1::timestamptz - interval '1 day'),
       'requests', (select jsonb_build_object('count', count(*), 'oldestMs', (extract(epoch from $1::timestamptz - min(asked_at)) * 1000)::float8)
         from salience.policy_requests where state = 'open'),
       'cycleMs', (select (extract(epoch from $1::timestamptz - max(moved_at)) * 1000)::float8 from salience.learning_marks where job = 'regulate')) as r`,
    [now],
  );
  return (rows[0] as { r: LearningFacts }).r;
}
