/** A rule: a statement whose every row is one violation, told in its column `v`. Plain SQL over the tables alone. */
export interface Rule {
  readonly name: string;
  readonly sql: string;
}

const ended = "('answered','ignored','merged','failed','cancelled','quarantined')";
/** The ends of turns that were worked: each is an exchange to remember. */
const worked = "('answered','ignored','failed')";

/** What must hold for every turn, lane, exchange and episode once the fleet is quiet. */
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
    // The answer to a question that a run asked is its child too, and is no other try.
    name: 'tried again at most once, where it stood',
    sql: `select p.id || ' (' || p.state || ') was tried again ' || count(*) || ' times' as v from salience.turns c
      join salience.turns p on p.id = c.parent_turn_id where p.state = 'quarantined'
        and (c.source <> 'approval' or p.source = 'approval')
      group by p.id, p.state, p.thread_id, p.settled_as
      having count(*) > 1 or p.settled_as is distinct from 'retried' or bool_or(c.thread_id <> p.thread_id)`,
  },
  {
    name: 'one chunk per exchange',
    sql: `select x.id || ' has no chunk' as v from salience.exchanges x
      where not exists (select 1 from salience.chunks c where c.exchange_id = x.id)`,
  },
  {
    name: 'watermark at the last exchange',
    sql: `select x.thread_id || ' is chunked to ' || coalesce(m.chunked_seq::text, 'nowhere') || ', its last exchange is at ' || max(x.seq) as v
      from salience.exchanges x left join salience.memory_progress m on m.thread_id = x.thread_id
      group by x.thread_id, m.chunked_seq having max(x.seq) is distinct from m.chunked_seq`,
  },
  {
    name: 'nothing set aside',
    sql: `select kind || ' of ' || thread_id || ' from ' || first_seq || ': ' || coalesce(error, 'due') as v from salience.memory_retries`,
  },
  {
    name: 'every exchange up to the watermark in exactly one episode, none after it',
    sql: `select x.id || ' at ' || x.seq || ' is in ' || count(e.id) || ' episodes, its thread is told to ' || coalesce(m.told_seq, 0) as v
      from salience.exchanges x left join salience.memory_progress m on m.thread_id = x.thread_id
      left join salience.episodes e on e.thread_id = x.thread_id and x.seq between e.first_seq and e.last_seq
      group by x.id, x.seq, m.told_seq having count(e.id) <> case when x.seq <= coalesce(m.told_seq, 0) then 1 else 0 end`,
  },
  {
    name: 'every exchange of a thread that is over in an episode',
    sql: `select h.id || ' is over and told to ' || m.told_seq || ' of ' || m.chunked_seq as v from salience.threads h
      join salience.memory_progress m on m.thread_id = h.id where h.state = 'expired' and m.told_seq < m.chunked_seq`,
  },
  {
    name: 'an episode tells the exchanges of its stretch',
    sql: `select e.id || ' tells ' || count(o.exchange_id) || ' of ' || count(x.id) || ' exchanges' as v from salience.episodes e
      join salience.exchanges x on x.thread_id = e.thread_id and x.seq between e.first_seq and e.last_seq
      left join salience.episode_exchanges o on o.episode_id = e.id and o.exchange_id = x.id
      group by e.id having count(o.exchange_id) <> count(x.id)`,
  },
  {
    name: 'no episode of one or two exchanges but at the end of a thread',
    sql: `select e.id || ' tells ' || count(x.id) || ' exchanges and ends by ' || e.reason as v from salience.episodes e
      join salience.exchanges x on x.thread_id = e.thread_id and x.seq between e.first_seq and e.last_seq
      where e.reason <> 'expiry' group by e.id having count(x.id) < 3`,
  },
  {
    name: 'a key is one turn',
    sql: `select idempotency_key || ' has ' || count(*) || ' turns' as v from salience.turns
      where idempotency_key is not null group by agent_id, idempotency_key having count(*) > 1`,
  },
];
