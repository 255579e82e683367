-- Releases a lane until a business time: the running turn stays the lane's next one, its attempt does not count, and the lane cannot
-- be claimed before. If the turn was cancelled meanwhile wakeAt is null and the caller wakes the lane at once. p: {agentId, threadId,
-- turnId, fence, until}. Returns {status: parked | fenced, wakeAt}.
CREATE OR REPLACE FUNCTION salience.park_lane(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_fence bigint := (p->>'fence')::bigint;
  v_until timestamptz := (p->>'until')::timestamptz;
  v_turn salience.turns;
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  UPDATE salience.lanes SET owner = NULL, lease_until = NULL, wake_at = v_until
  WHERE thread_id = p->>'threadId' AND fence = v_fence AND owner IS NOT NULL;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'fenced', 'wakeAt', NULL); END IF;
  UPDATE salience.turns SET state = 'pending', attempts = attempts - 1
  WHERE id = p->>'turnId' AND thread_id = p->>'threadId' AND state = 'running' AND fence = v_fence RETURNING * INTO v_turn;
  IF NOT FOUND THEN RAISE EXCEPTION 'turn % is not running under fence %', p->>'turnId', v_fence; END IF;
  IF v_turn.cancel_requested_at IS NOT NULL THEN
    UPDATE salience.lanes SET wake_at = NULL WHERE thread_id = p->>'threadId';
    v_until := NULL;
  END IF;
  RETURN jsonb_build_object('status', 'parked', 'wakeAt', v_until);
END $$;
