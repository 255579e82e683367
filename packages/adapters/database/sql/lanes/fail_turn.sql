-- Releases a lane after its running turn failed, and counts the attempt. If that turn had already ended it is left alone, and a turn
-- claimed after it returns without counting. p: {agentId, threadId, turnId, fence, now, code, delaysMs}. Returns what count_failure
-- does, or {status: fenced | released, more}.
CREATE OR REPLACE FUNCTION salience.fail_turn(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_fence bigint := (p->>'fence')::bigint;
  v_lane salience.lanes;
  v_turn salience.turns;
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  UPDATE salience.lanes SET owner = NULL, lease_until = NULL
  WHERE thread_id = p->>'threadId' AND fence = v_fence AND owner IS NOT NULL RETURNING * INTO v_lane;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'fenced', 'more', false); END IF;
  SELECT * INTO v_turn FROM salience.turns
  WHERE id = p->>'turnId' AND thread_id = v_lane.thread_id AND state = 'running' AND fence = v_fence FOR UPDATE;
  IF FOUND THEN RETURN salience.count_failure(v_lane, v_turn, p); END IF;
  UPDATE salience.turns SET state = 'pending', attempts = attempts - 1
  WHERE thread_id = v_lane.thread_id AND seq > v_lane.cursor AND state = 'running' AND fence = v_fence;
  RETURN jsonb_build_object('status', 'released', 'more', v_lane.tail > v_lane.cursor);
END $$;
