-- The turns that tell of these tasks: all of the threads of their own, those that asked a person, and those that told how they ended.
CREATE OR REPLACE FUNCTION salience.turns_of_tasks(p_agent text, p_tasks text[]) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT u.id FROM salience.tasks t JOIN salience.turns u ON u.thread_id = t.thread_id WHERE t.agent_id = p_agent AND t.id = ANY (p_tasks)
  UNION SELECT s.turn_id FROM salience.task_steps s WHERE s.agent_id = p_agent AND s.task_id = ANY (p_tasks) AND s.turn_id IS NOT NULL
  UNION SELECT q.turn_id FROM salience.approvals q WHERE q.agent_id = p_agent AND q.task_id = ANY (p_tasks)
  UNION SELECT u.id FROM salience.tasks t JOIN salience.turns u ON u.thread_id = t.report_thread_id AND u.source = 'report'
      AND starts_with(u.idempotency_key, ' report:' || t.id || '.')
    WHERE t.agent_id = p_agent AND t.id = ANY (p_tasks)
$$;
