-- What came in through an inlet and became these tasks.
CREATE OR REPLACE FUNCTION salience.inbound_of_tasks(p_agent text, p_tasks text[]) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT i.id FROM salience.inbound i WHERE i.agent_id = p_agent AND (i.task_id = ANY (p_tasks)
    OR i.id IN (SELECT t.inbound_id FROM salience.tasks t WHERE t.agent_id = p_agent AND t.id = ANY (p_tasks)))
$$;
