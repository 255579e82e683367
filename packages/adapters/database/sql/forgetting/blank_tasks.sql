-- Empties tasks with their steps, and what they were made of. The rows stay: their order, states and times. A plan stays one that can be read.
CREATE OR REPLACE FUNCTION salience.blank_tasks(r salience.forget_requests, p_tasks text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  UPDATE salience.task_steps SET name = 'forgotten', leads_to = NULL, result = CASE WHEN result IS NOT NULL THEN '[forgotten]' END
  WHERE agent_id = r.agent_id AND task_id = ANY (p_tasks);
  UPDATE salience.tasks SET title = '[forgotten]', text = '', from_name = '[forgotten]', result = CASE WHEN result IS NOT NULL THEN '[forgotten]' END,
    plan = '{"steps": [{"kind": "agent", "name": "forgotten", "text": "[forgotten]"}], "turns_max": 1, "hours_max": 1}',
    speaker = CASE WHEN speaker IS NOT NULL THEN '[forgotten]' END, traceparent = NULL,
    -- A client's key may contain anything, so it goes too: the same request sent again is a new task.
    idempotency_key = NULL
  WHERE agent_id = r.agent_id AND id = ANY (p_tasks);
  PERFORM salience.forget_inbound(r, ARRAY(SELECT salience.inbound_of_tasks(r.agent_id, p_tasks)), p_now);
END $$;
