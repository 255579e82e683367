-- Has a task that failed or died go on: its last step once more, because a person said so. p: {agentId, id, now}. Returns {status: scheduled |
-- refused (it is in another state) | missing, task}.
CREATE OR REPLACE FUNCTION salience.retry_task(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  t salience.tasks;
BEGIN
  SELECT * INTO t FROM salience.tasks WHERE id = p->>'id' AND agent_id = v_agent FOR UPDATE;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'missing', 'task', NULL); END IF;
  IF t.state NOT IN ('failed', 'dead') THEN RETURN jsonb_build_object('status', 'refused', 'task', salience.task_facts(t)); END IF;
  -- It has its time and its turns anew.
  UPDATE salience.tasks SET state = 'scheduled', reason = 'asked-again', run_at = v_now, ended_at = NULL, started_at = NULL, turns_used = 0,
    cancel_requested_at = NULL, version = version + 1 WHERE id = t.id RETURNING * INTO t;
  RETURN jsonb_build_object('status', 'scheduled', 'task', salience.task_facts(t));
END $$;
