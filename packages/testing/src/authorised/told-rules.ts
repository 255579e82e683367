import type { Rule } from '../checker/rules.ts';

/** A request of a task that has ended, or was cancelled: nobody goes on from it. */
const withdrawn = `(q.state = 'refused' and q.continuation_turn_id is null and exists (select 1 from salience.task_steps s
  join salience.tasks t on t.id = s.task_id where s.turn_id = q.run_id and (q.resolved_by = 'task-ended' or t.cancel_requested_at is not null)))`;

/** A turn that three workers died of, one after another: it waits for an operator, who sees it and what it left half done. */
const setAside = (turn: string) =>
  `(${turn}.state is not distinct from 'quarantined' and ${turn}.attempts >= 3)`;

/** What must hold for requests, answers and what a person was told, once everything has ended. */
export const toldRules: readonly Rule[] = [
  {
    name: 'nothing waits for a person',
    sql: `select q.id || ' (' || q.kind || ') is ' || q.state as v from salience.approvals q where q.state = 'pending' or q.resolved_at is null`,
  },
  {
    name: 'nothing is half done',
    sql: `select a.run_id || ' step ' || a.n || ' is ' || a.state || coalesce(', its request ' || q.state || ' by ' || q.resolved_by || ', to go on in a turn that is ' || u.state, '') as v
      from salience.act_steps a left join salience.approvals q on q.id = a.approval_id left join salience.turns u on u.id = q.continuation_turn_id
      left join salience.turns r on r.id = a.run_id
      where a.state in ('planned', 'started', 'waiting', 'asked') and not ${setAside('u')} and not ${setAside('r')}
      union all select o.id || ' waits to be sent' from salience.outbox o
      union all select l.id || ' is ' || l.state from salience.letters l where l.state in ('pending', 'sending')`,
  },
  {
    name: 'a message or a step is asked about in one turn',
    sql: `select q.id || ' is asked about in ' || count(t.id) || ' turns, with ' || count(n.turn_id) || ' notices' as v from salience.approvals q
      left join salience.turns t on t.source = 'review' and t.idempotency_key = ' review:' || q.id left join salience.notices n on n.turn_id = t.id
      where q.kind <> 'call' group by q.id having count(t.id) <> 1 or count(n.turn_id) <> 1 or min(t.id) <> q.turn_id`,
  },
  {
    name: 'a task asks once about its message, and once about a step',
    sql: `select q.task_id || ' asked ' || count(*) || ' times about ' || q.kind || ' ' || coalesce(q.arguments->>'step', '') as v from salience.approvals q
      where q.kind <> 'call' group by q.task_id, q.kind, q.arguments->>'step' having count(*) > 1`,
  },
  {
    name: 'a call is asked for once, unless its tool changed',
    sql: `select q.run_id || ' step ' || q.n || ' was asked for ' || count(*) || ' times' as v from salience.approvals q
      group by q.run_id, q.n having count(*) > 1`,
  },
  {
    name: 'an answer to a call is one turn',
    sql: `select q.id || ' was answered in ' || count(t.id) || ' turns' as v from salience.approvals q
      left join salience.turns t on t.id = q.continuation_turn_id or (t.source = 'approval' and t.idempotency_key = ' approval:' || q.id)
      where q.kind = 'call' and not ${withdrawn} group by q.id having count(t.id) <> 1`,
  },
  {
    name: 'a turn that goes on from an answer is of one answer',
    sql: `select t.id || ' goes on from ' || count(q.id) || ' answers' as v from salience.turns t
      left join salience.approvals q on q.continuation_turn_id = t.id where t.source = 'approval' group by t.id having count(q.id) <> 1`,
  },
  {
    name: 'the end of a task of several steps is told once',
    sql: `select t.id || ' is ' || t.state || ' and was told ' || count(u.id) || ' times, with ' || count(n.turn_id) || ' notices' as v from salience.tasks t
      left join salience.turns u on u.source = 'report' and u.idempotency_key like ' report:' || t.id || '.%' and (u.text like 'Done:%' or u.text like 'Not done:%')
      left join salience.notices n on n.turn_id = u.id
      group by t.id having count(n.turn_id) <> count(u.id) or count(u.id) <> case
        when t.state in ('failed', 'dead') and jsonb_array_length(t.plan->'steps') > 1 then 1
        when t.state = 'completed' and jsonb_array_length(t.plan->'steps') > 1
          and exists (select 1 from salience.task_steps s where s.task_id = t.id and s.kind = 'agent') then 1
        else 0 end`,
  },
  {
    name: 'the turn of a task of one step is told by itself',
    sql: `select s.turn_id || ' of ' || t.id || ' has ' || count(n.turn_id) || ' notices' as v from salience.tasks t
      join salience.task_steps s on s.task_id = t.id and s.turn_id is not null left join salience.notices n on n.turn_id = s.turn_id
      group by t.id, s.turn_id having count(n.turn_id) <> case when jsonb_array_length(t.plan->'steps') > 1 then 0 else 1 end`,
  },
  {
    name: 'what a task of several steps asks is told once',
    sql: `select t.id || ' told ' || count(u.id) || ' requests and made ' || max(asked.count) as v from salience.tasks t
      join salience.turns u on u.source = 'report' and u.idempotency_key like ' report:' || t.id || '.%' and u.text like 'For the task%'
      cross join lateral (select count(*) from salience.approvals q join salience.task_steps s on s.turn_id = q.run_id where s.task_id = t.id) asked
      group by t.id having count(u.id) > max(asked.count)`,
  },
  {
    name: 'a report is of a task',
    sql: `select u.id || ' reports ' || u.idempotency_key as v from salience.turns u where u.source = 'report'
      and not exists (select 1 from salience.tasks t where u.idempotency_key like ' report:' || t.id || '.%')`,
  },
];
