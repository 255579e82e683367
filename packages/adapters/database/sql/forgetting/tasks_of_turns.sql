-- The tasks that these turns belong to: that one of them made, works on, or waits to hear of from a person.
CREATE OR REPLACE FUNCTION salience.tasks_of_turns(p_agent text, p_turns text[]) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT t.id FROM salience.tasks t WHERE t.agent_id = p_agent AND t.made_turn_id = ANY (p_turns)
  UNION SELECT s.task_id FROM salience.task_steps s WHERE s.agent_id = p_agent AND s.turn_id = ANY (p_turns)
  -- A step that was tried again names its last turn only.
  UNION SELECT t.id FROM salience.turns u JOIN salience.tasks t ON t.thread_id = u.thread_id
    WHERE t.agent_id = p_agent AND u.id = ANY (p_turns) AND u.source IN ('task', 'triage', 'approval')
  UNION SELECT t.id FROM salience.approvals q JOIN salience.tasks t ON t.id = q.task_id
    WHERE t.agent_id = p_agent AND q.turn_id = ANY (p_turns) AND t.approval_id = q.id
$$;
