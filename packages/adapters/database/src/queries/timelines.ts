import type { AgentId, TurnId } from '@salience/contracts';
import { type Database, withAgent } from '../connect.ts';

/** A stored moment of a turn, or something of which no time is stored. */
export interface Moment {
  readonly name: string;
  /** Business time. */
  readonly at: Date | null;
  readonly id: string | null;
  readonly detail: string | null;
}

/**
 * When what happened with a turn, as far as rows say: its own times, steps, approvals and what memory made of it. A concept has the time at which it was
 * made if it was made of this turn's episode; one that was there before has none. Empty for an unknown turn.
 */
export function loadTimeline(db: Database, agentId: AgentId, turnId: TurnId): Promise<Moment[]> {
  return withAgent(db, agentId, async (client) => {
    const { rows } = await client.query<Moment>(
      `with turn as materialized (select * from salience.turns where id = $1),
         said as materialized (select * from salience.exchanges where turn_id = $1),
         told as materialized (select p.id, p.created_at, p.reason from said s join salience.episodes p
           on p.thread_id = s.thread_id and s.seq between p.first_seq and p.last_seq)
       select x.name, x.at, x.id, x.detail from (
         select 'accepted' as name, accepted_at as at, id::text as id, source as detail, 0 as place from turn
         union all select 'claimed', started_at, null, attempts::text, 1 from turn where started_at is not null
         union all select 'takeover', k.taken_at, null, k.new_owner, 2 from turn t join salience.lane_takeovers k
           on k.thread_id = t.thread_id and k.taken_at >= t.accepted_at and k.fence <= t.fence
         union all select 'step', s.at, s.run_id || '.' || s.n, s.kind || ' ' || s.state || coalesce(' ' || (s.call->>'tool'), ''), 4
           from salience.act_steps s where s.run_id = coalesce((select r.run_id from salience.approvals r where r.continuation_turn_id = $1 limit 1), $1)
             and s.turn_id = $1
         union all select 'asked', q.created_at, q.id, q.tool, 5 from salience.approvals q where q.turn_id = $1
         union all select 'answered', q.resolved_at, q.id, q.state, 6 from salience.approvals q where q.turn_id = $1 and q.resolved_at is not null
         union all select 'ended', ended_at, null, state, 7 from turn where ended_at is not null
         union all select 'chunk', c.created_at, c.exchange_id, c.scope, 8 from said s join salience.chunks c on c.exchange_id = s.id
         union all select 'gist', g.created_at, g.id, g.type, 9 from said s join salience.gists g on g.exchange_id = s.id
         union all select 'fact', salience.instant_of_id(f.id), f.id, f.key, 10 from said s join salience.facts f on f.exchange_id = s.id
         union all select 'episode', p.created_at, p.id, p.reason, 11 from told p
         union all select distinct on (c.id) 'concept', case when c.created_at >= p.created_at then c.created_at end, c.id, c.name, 12
           from told p join said s on true join salience.concept_sources k on k.agent_id = s.agent_id and k.episode_id = p.id
             and (k.exchange_id is null or k.exchange_id = s.id) join salience.concepts c on c.id = k.concept_id
         union all select 'notice', n.seen_at, null, 'seen', 13 from salience.notices n where n.turn_id = $1 and n.seen_at is not null
         union all select 'delivery', d.settled_at, d.id, d.state, 14 from salience.notices n join salience.deliveries d
           on d.turn_id = n.turn_id where n.turn_id = $1 and d.settled_at is not null
         union all select 'continuation', c.accepted_at, c.id, c.state, 15 from salience.turns c where c.parent_turn_id = $1
       ) x order by x.at nulls last, x.place, x.id`,
      [turnId],
    );
    return rows;
  });
}
