-- Releases a lane that still has turns. A running turn returns to pending without counting the attempt: a worker that stops in an
-- orderly way has not crashed. Returns {held, more}.
CREATE OR REPLACE FUNCTION salience.release_lane(p_agent text, p_thread text, p_fence bigint) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE v_lane salience.lanes;
BEGIN
  p_agent := set_config('app.agent', p_agent, true);
  UPDATE salience.lanes SET owner = NULL, lease_until = NULL
  WHERE thread_id = p_thread AND fence = p_fence AND owner IS NOT NULL RETURNING * INTO v_lane;
  IF NOT FOUND THEN RETURN jsonb_build_object('held', false, 'more', false); END IF;
  UPDATE salience.turns SET state = 'pending', attempts = attempts - 1
  WHERE thread_id = p_thread AND seq = v_lane.cursor + 1 AND state = 'running' AND fence = p_fence;
  RETURN jsonb_build_object('held', true, 'more', v_lane.tail > v_lane.cursor);
END $$;
