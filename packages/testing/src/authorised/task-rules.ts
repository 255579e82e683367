import type { Rule } from '../checker/rules.ts';

/** Every turn of every run of a step: the one that began it, and those that went on from answers. */
const runs = `with runs as (
    select s.task_id, s.n, s.turn_id as run_id, s.turn_id from salience.task_steps s where s.turn_id is not null
    union
    select s.task_id, s.n, s.turn_id, q.continuation_turn_id from salience.task_steps s
      join salience.approvals q on q.run_id = s.turn_id and q.continuation_turn_id is not null)`;

/** The turns that began a try of a step, by the key that the move gave them: task, step and attempt. */
const roots = `with roots as (
    select t.id, t.state, split_part(substr(t.idempotency_key, strpos(t.idempotency_key, ':') + 1), '@', 1) as task_id,
      split_part(split_part(t.idempotency_key, '@', 2), '.', 1)::integer as n, t.accepted_at, t.seq
    from salience.turns t where t.source in ('task', 'triage'))`;

/** What could have changed something. */
const effectful = "a.kind = 'action' and a.attempt > 0 and a.ruling->>'tier' is distinct from 'observe'";
const ends = "('completed', 'rejected', 'failed', 'dead')";

/** What must hold for tasks, their steps and their turns once everything has ended. */
export const taskRules: readonly Rule[] = [
  {
    name: 'task ended',
    sql: `select t.id || ' is ' || t.state || ' (' || coalesce(t.reason, 'no reason') || ')' as v from salience.tasks t
      where t.state not in ${ends} or t.ended_at is null`,
  },
  {
    name: 'step ended',
    sql: `select s.task_id || ' has step ' || s.n || ' ' || s.state as v from salience.task_steps s where s.state in ('running', 'asked') or s.ended_at is null`,
  },
  {
    name: 'every step of a completed task is done',
    sql: `select t.id || ' is completed, its step ' || s.n || ' is ' || s.state as v from salience.tasks t join salience.task_steps s on s.task_id = t.id
      where t.state = 'completed' and s.state <> 'done'`,
  },
  {
    name: 'a completed task has begun',
    sql: `select t.id || ' is completed without a step' as v from salience.tasks t
      where t.state = 'completed' and not exists (select 1 from salience.task_steps s where s.task_id = t.id)`,
  },
  {
    name: 'a task that was let in ran only after the yes',
    sql: `select t.id || ' was held (' || coalesce(q.state, 'nobody was asked') || ') and has ' || count(s.n) || ' steps' as v
      from salience.tasks t join salience.inbound i on i.id = t.inbound_id and i.authorisation = 'review'
      left join salience.approvals q on q.task_id = t.id and q.kind = 'message' left join salience.task_steps s on s.task_id = t.id
      group by t.id, q.id having count(s.n) > 0 and (q.state is distinct from 'approved' or min(s.started_at) < q.resolved_at)`,
  },
  {
    name: 'what was turned away did nothing',
    sql: `select t.id || ' was turned away and is ' || t.state || ' with ' || count(s.n) || ' steps' as v
      from salience.tasks t join salience.inbound i on i.id = t.inbound_id and i.authorisation = 'reject'
      left join salience.task_steps s on s.task_id = t.id
      group by t.id having t.state <> 'rejected' or count(s.n) > 0`,
  },
  {
    name: 'a try of a step begins again only where the one before could have changed nothing',
    sql: `${roots} select a.task_id || ' step ' || a.n || ' was begun again after ' || a.id || ' had acted' as v from roots a
      where exists (select 1 from roots b where b.task_id = a.task_id and b.n = a.n and b.seq > a.seq)
        and (a.state <> 'failed' or exists (select 1 from salience.act_steps a2 where a2.run_id = a.id and ${effectful.replaceAll('a.', 'a2.')}))`,
  },
  {
    name: 'a try of a step is one turn',
    sql: `select min(t.id) || ' and ' || max(t.id) || ' both begin ' || k.try as v from salience.turns t
      cross join lateral (select substring(t.idempotency_key from '^ (?:task|triage):(.*)\\.\\d+$') as try) k
      where t.source in ('task', 'triage') group by k.try having count(*) > 1`,
  },
  {
    name: 'a turn of a task is of a step of a task',
    sql: `${roots} select r.id || ' says to be of ' || r.task_id || ' step ' || r.n as v from roots r
      where not exists (select 1 from salience.task_steps s where s.task_id = r.task_id and s.n = r.n)`,
  },
  {
    name: 'a step names its last turn',
    sql: `${roots} select s.task_id || ' step ' || s.n || ' names ' || coalesce(s.turn_id, 'no turn') || ', its last is ' || r.id as v
      from salience.task_steps s join lateral (select * from roots where task_id = s.task_id and n = s.n order by seq desc limit 1) r on true
      where s.turn_id is distinct from r.id`,
  },
  {
    name: 'turns are counted',
    sql: `${roots} select t.id || ' counts ' || t.turns_used || ' turns and has ' || count(r.id) as v from salience.tasks t
      left join roots r on r.task_id = t.id group by t.id having t.turns_used <> count(r.id)`,
  },
  {
    name: 'a task ran in a thread of its own',
    sql: `${runs} select r.task_id || ' has turns in ' || count(distinct t.thread_id) || ' threads' as v from runs r
      join salience.turns t on t.id = r.turn_id and t.source in ('task', 'triage') group by r.task_id having count(distinct t.thread_id) > 1`,
  },
  {
    name: 'its history explains the state',
    sql: `${runs}, seen as (
        select t.id, t.state, t.reason, t.cancel_requested_at, i.authorisation, i.reason as intake,
          exists (select 1 from salience.approvals q where (q.task_id = t.id or q.run_id in (select s.turn_id from salience.task_steps s where s.task_id = t.id))
            and q.state in ('refused', 'expired') and q.resolved_by <> 'task-ended') as said_no,
          last.state as last_state, last.attempts, l.attempt, l.effects
        from salience.tasks t left join salience.inbound i on i.id = t.inbound_id
        left join lateral (select * from salience.task_steps s where s.task_id = t.id order by s.n desc limit 1) l on true
        left join lateral (select u.* from runs r join salience.turns u on u.id = r.turn_id
          where r.task_id = t.id and r.n = l.n order by u.accepted_at desc, u.seq desc limit 1) last on true)
      select id || ' is ' || state || ' (' || coalesce(reason, 'no reason') || '), its last turn ' || coalesce(last_state, 'none') || ', a no: ' || said_no as v
      from seen where not coalesce(case
        when state = 'completed' then not said_no and (last_state is null or last_state = 'answered')
        when state = 'rejected' and reason in ('refused', 'expired') then said_no
        when state = 'rejected' and reason = 'cancelled' then cancel_requested_at is not null or last_state = 'cancelled'
        when state = 'rejected' then authorisation = 'reject' and reason = intake
        when state = 'failed' and reason = 'acted' then last_state = 'failed' and effects > 0
        when state = 'failed' and reason = 'error' then last_state = 'failed'
        when state = 'dead' and reason = 'quarantined' then last_state = 'quarantined' and attempts >= 3
        when state = 'dead' and reason = 'attempts' then last_state = 'failed' and attempt >= 3
      end, false)`,
  },
  {
    name: 'agenda agrees',
    sql: `select g.agent_id || ' counts ' || g.running || ' running, ' || g.open || ' open' as v from salience.agendas g
      where g.running <> (select count(*) from salience.tasks t where t.agent_id = g.agent_id and t.state = 'running')
        or g.open <> (select count(*) from salience.tasks t where t.agent_id = g.agent_id and t.ended_at is null)
      union all select t.agent_id || ' has tasks and no agenda' from salience.tasks t
        where not exists (select 1 from salience.agendas g where g.agent_id = t.agent_id)`,
  },
];
