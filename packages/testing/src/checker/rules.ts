/** A rule: a statement whose every row is one violation, told in its column `v`. Plain SQL over the tables alone. */
export interface Rule {
  readonly name: string;
  readonly sql: string;
}

const ended = "('answered','ignored','merged','failed','cancelled','quarantined')";
/** The ends of turns that were worked: each is an exchange to remember. */
const worked = "('answered','ignored','failed')";

/** What must hold for every turn, lane, exchange, range and episode once the fleet is quiet. */
export const rules: readonly Rule[] = [
  {
    name: 'turn ended',
    sql: `select t.id || ' is ' || t.state as v from salience.turns t where t.state not in ${ended}`,
  },
  {
    name: 'one terminal event',
    sql: `select t.id || ' (' || t.state || ') has ' || count(e.turn_id) as v from salience.turns t
      left join salience.terminal_events e on e.turn_id = t.id
      where t.state in ${ended} group by t.id, t.state having count(e.turn_id) <> 1`,
  },
  {
    name: 'terminal event is of the state',
    sql: `select t.id || ' is ' || t.state || ', its event says ' || e.kind as v
      from salience.turns t join salience.terminal_events e on e.turn_id = t.id where e.kind <> t.state`,
  },
  {
    name: 'reply if and only if answered',
    sql: `select t.id || ' is ' || t.state || ' with ' || count(r.turn_id) || ' replies' as v from salience.turns t
      left join salience.replies r on r.turn_id = t.id group by t.id, t.state
      having count(r.turn_id) <> case when t.state = 'answered' then 1 else 0 end`,
  },
  {
    name: 'one exchange per worked turn',
    sql: `select t.id || ' is ' || t.state || ' with ' || count(x.id) || ' exchanges' as v from salience.turns t
      left join salience.exchanges x on x.turn_id = t.id group by t.id, t.state
      having count(x.id) <> case when t.state in ${worked} then 1 else 0 end`,
  },
  {
    name: 'exchange at the place of its turn',
    sql: `select x.id || ' is at ' || x.seq || ', its turn at ' || t.seq as v from salience.exchanges x
      join salience.turns t on t.id = x.turn_id where (x.thread_id, x.seq) is distinct from (t.thread_id, t.seq)`,
  },
  {
    name: 'seq without gaps',
    sql: `select thread_id || ' has ' || count(*) || ' turns from ' || min(seq) || ' to ' || max(seq) as v
      from salience.turns group by thread_id having min(seq) <> 1 or max(seq) <> count(*) or count(distinct seq) <> count(*)`,
  },
  {
    name: 'lane is empty and free',
    sql: `select l.thread_id || ': tail ' || l.tail || ', cursor ' || l.cursor || ', last turn ' || coalesce(max(t.seq), 0)
        || ', owner ' || coalesce(l.owner, 'none') as v
      from salience.lanes l left join salience.turns t on t.thread_id = l.thread_id group by l.thread_id
      having l.tail <> l.cursor or l.tail <> coalesce(max(t.seq), 0) or l.owner is not null`,
  },
  {
    // A turn that was cancelled while it waited ends out of turn, and is not work.
    name: 'fences rise along the lane',
    sql: `select id || ' at ' || seq || ' ran under fence ' || fence || ' after ' || before as v from (
        select t.id, t.seq, e.fence, lag(e.fence) over (partition by t.thread_id order by t.seq) as before
        from salience.turns t join salience.terminal_events e on e.turn_id = t.id where t.state in ${worked}) o
      where fence < before`,
  },
  {
    name: 'turns end in order',
    sql: `select id || ' at ' || seq || ' ended at ' || ended_at || ', the one before at ' || before as v from (
        select t.id, t.seq, t.ended_at, lag(t.ended_at) over (partition by t.thread_id order by t.seq) as before
        from salience.turns t where t.state in ${worked}) o
      where ended_at < before`,
  },
  {
    name: 'merged into a later turn of its thread',
    sql: `select t.id || ' is ' || t.state || ' and merged into ' || coalesce(t.merged_into, 'nothing') as v
      from salience.turns t left join salience.turns s on s.id = t.merged_into
      where (t.state = 'merged') is distinct from (t.merged_into is not null)
        or (t.state = 'merged' and (s.thread_id is distinct from t.thread_id or s.seq <= t.seq or s.state = 'merged'))`,
  },
  {
    name: 'what was merged is in the exchange that answers',
    sql: `select s.id || ' does not hold all that was merged into it' as v from salience.turns s
      join salience.exchanges x on x.turn_id = s.id
      where exists (select 1 from salience.turns m where m.merged_into = s.id)
        and x.message is distinct from (select string_agg(m.text, E'\\n' order by m.seq) || E'\\n' || s.own_text
          from salience.turns m where m.merged_into = s.id)`,
  },
  {
    name: 'interrupted by a later turn of its thread',
    sql: `select t.id || ' was interrupted by ' || t.interrupted_by as v from salience.turns t
      left join salience.turns s on s.id = t.interrupted_by
      where t.interrupted_by is not null and (s.thread_id is distinct from t.thread_id or s.seq <= t.seq)`,
  },
  {
    name: 'tried again at most once, where it stood',
    sql: `select p.id || ' (' || p.state || ') was tried again ' || count(*) || ' times' as v from salience.turns c
      join salience.turns p on p.id = c.parent_turn_id where p.state = 'quarantined'
      group by p.id, p.state, p.thread_id, p.settled_as
      having count(*) > 1 or p.settled_as is distinct from 'retried' or bool_or(c.thread_id <> p.thread_id)`,
  },
  {
    name: 'one chunk per exchange',
    sql: `select x.id || ' is ' || x.chunk_state || ' with ' || count(c.exchange_id) || ' chunks' as v
      from salience.exchanges x left join salience.chunks c on c.exchange_id = x.id
      group by x.id, x.chunk_state having count(c.exchange_id) <> 1 or x.chunk_state <> 'chunked'`,
  },
  {
    name: 'ranges do not overlap',
    sql: `select id || ' begins at ' || first_seq || ', the one before ends at ' || before as v from (
        select id, first_seq, max(last_seq) over (partition by thread_id order by first_seq, id
          rows between unbounded preceding and 1 preceding) as before from salience.ranges) o
      where first_seq <= before`,
  },
  {
    name: 'no exchange between ranges',
    sql: `select x.id || ' at ' || x.seq || ' is in no range, a later one is closed' as v from salience.exchanges x
      where not exists (select 1 from salience.ranges r where r.thread_id = x.thread_id and x.seq between r.first_seq and r.last_seq)
        and exists (select 1 from salience.ranges r where r.thread_id = x.thread_id and r.first_seq > x.seq)`,
  },
  {
    name: 'open range begins after the closed ones',
    sql: `select h.id || ' is open from ' || coalesce(h.session->>'openFromSeq', 'nowhere') || ', its first open exchange is '
        || coalesce(o.seq::text, 'none') as v
      from salience.threads h cross join lateral (
        select min(x.seq) as seq from salience.exchanges x where x.thread_id = h.id
          and x.seq > coalesce((select max(r.last_seq) from salience.ranges r where r.thread_id = h.id), 0)) o
      where h.session is not null and (h.session->>'openFromSeq')::bigint is distinct from o.seq`,
  },
  {
    name: 'one episode per range',
    sql: `select r.id || ' is ' || r.state || ' with ' || count(e.id) || ' episodes' as v from salience.ranges r
      left join salience.episodes e on e.range_id = r.id
      group by r.id, r.state having count(e.id) <> 1 or r.state <> 'built'`,
  },
  {
    name: 'episode covers its range',
    sql: `select e.id || ' covers ' || a.seq || ' to ' || b.seq || ', its range ' || r.first_seq || ' to ' || r.last_seq as v
      from salience.episodes e join salience.ranges r on r.id = e.range_id
      join salience.exchanges a on a.id = e.first_exchange_id join salience.exchanges b on b.id = e.last_exchange_id
      where a.seq is distinct from (select min(seq) from salience.exchanges where thread_id = r.thread_id and seq between r.first_seq and r.last_seq)
        or b.seq is distinct from (select max(seq) from salience.exchanges where thread_id = r.thread_id and seq between r.first_seq and r.last_seq)`,
  },
  {
    name: 'a key is one turn',
    sql: `select idempotency_key || ' has ' || count(*) || ' turns' as v from salience.turns
      where idempotency_key is not null group by agent_id, idempotency_key having count(*) > 1`,
  },
];
