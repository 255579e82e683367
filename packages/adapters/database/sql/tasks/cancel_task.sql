-- Cancels a task: one that waits ends now, of one that runs the turn is cancelled first. What it had asked for is refused. p: {agentId, id, now, by}.
-- Returns {status: cancelled | requested | ended | missing, task, turnId (to be signalled, of one that runs)}.
CREATE OR REPLACE FUNCTION salience.cancel_task(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  t salience.tasks;
BEGIN
  t := salience.hold_task(v_agent, p->>'id');
  IF t.id IS NULL THEN RETURN jsonb_build_object('status', 'missing', 'task', NULL); END IF;
  IF t.ended_at IS NOT NULL THEN RETURN jsonb_build_object('status', 'ended', 'task', salience.task_facts(t)); END IF;
  PERFORM salience.withdraw_requests(t.id, p->>'by', v_now);
  IF t.state = 'running' THEN
    PERFORM salience.cancel_turn(v_agent, t.turn_id, v_now);
    UPDATE salience.tasks SET cancel_requested_at = coalesce(cancel_requested_at, v_now), version = version + 1 WHERE id = t.id RETURNING * INTO t;
    RETURN jsonb_build_object('status', 'requested', 'task', salience.task_facts(t), 'turnId', t.turn_id);
  END IF;
  UPDATE salience.task_steps SET state = CASE state WHEN 'asked' THEN 'refused' ELSE 'failed' END, ended_at = v_now WHERE task_id = t.id AND ended_at IS NULL;
  UPDATE salience.tasks SET state = 'rejected', reason = 'cancelled', approval_id = NULL, cancel_requested_at = v_now, ended_at = v_now, version = version + 1
  WHERE id = t.id RETURNING * INTO t;
  RETURN jsonb_build_object('status', 'cancelled', 'task', salience.task_facts(t));
END $$;
