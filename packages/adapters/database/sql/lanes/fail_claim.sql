-- Counts an attempt at a lane that could not be claimed because its next turn cannot be read. Does nothing to a lane that is owned or
-- parked. p: {agentId, threadId, now, code, delaysMs}. Returns what count_failure does, with {turnId, fence}, or {status: held}.
CREATE OR REPLACE FUNCTION salience.fail_claim(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_lane salience.lanes;
  v_turn salience.turns;
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  SELECT * INTO v_lane FROM salience.lanes WHERE thread_id = p->>'threadId' FOR UPDATE;
  IF NOT FOUND OR v_lane.lease_until >= clock_timestamp() OR v_lane.wake_at > v_now THEN RETURN '{"status": "held"}'::jsonb; END IF;
  SELECT * INTO v_turn FROM salience.turns
  WHERE thread_id = v_lane.thread_id AND seq > v_lane.cursor AND state IN ('pending', 'running') ORDER BY seq LIMIT 1 FOR UPDATE;
  IF NOT FOUND THEN RETURN '{"status": "held"}'::jsonb; END IF;
  UPDATE salience.lanes SET owner = NULL, lease_until = NULL, wake_at = NULL, fence = nextval('salience.lane_fence')
  WHERE thread_id = v_lane.thread_id RETURNING * INTO v_lane;
  UPDATE salience.turns SET attempts = attempts + 1, fence = v_lane.fence WHERE id = v_turn.id RETURNING * INTO v_turn;
  RETURN salience.count_failure(v_lane, v_turn, p)
    || jsonb_build_object('turnId', v_turn.id, 'fence', v_lane.fence);
END $$;
