import type { Rule } from '../checker/rules.ts';

/** What must hold for what came in and the tasks that it made. */
export const intakeRules: readonly Rule[] = [
  {
    name: 'a message is one task',
    sql: `select i.id || ' has ' || count(t.id) || ' tasks' as v from salience.inbound i left join salience.tasks t on t.inbound_id = i.id
      where i.external_id is not null group by i.id having count(t.id) <> 1 or min(t.id) is distinct from i.task_id`,
  },
  {
    name: 'a task of an inlet is of a message',
    sql: `select t.id || ' of ' || t.source || ' names ' || coalesce(t.inbound_id, 'no message') as v from salience.tasks t
      where (t.source in ('mail', 'hook')) is distinct from exists (select 1 from salience.inbound i where i.id = t.inbound_id and i.task_id = t.id)`,
  },
  {
    name: 'a message that was refused at the door makes no task',
    sql: `select i.id || ' (' || i.reason || ') has ' || coalesce(i.task_id, 'tasks') as v from salience.inbound i
      where i.external_id is null and (i.task_id is not null or exists (select 1 from salience.tasks t where t.inbound_id = i.id))`,
  },
  {
    name: 'the same bytes of a mail are one message, and replays of it',
    sql: `select i.source || ' took the same bytes in ' || count(*) || ' times: ' || string_agg(i.id || ' as ' || i.external_id, ', ') as v from salience.inbound i
      where i.source like 'mail:%' and i.external_id is not null and i.reason <> 'replayed' group by i.agent_id, i.source, i.content_hash having count(*) > 1`,
  },
  {
    name: 'a proven sender and a Message-ID begin one task',
    sql: `select i.sender || ' ' || i.message_id || ' began ' || count(*) || ' tasks' as v from salience.inbound i
      where i.source like 'mail:%' and i.message_id is not null and i.authorisation <> 'reject' group by i.agent_id, i.source, i.sender, i.message_id having count(*) > 1`,
  },
];
