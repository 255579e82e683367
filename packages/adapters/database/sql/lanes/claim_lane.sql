-- Claims a lane that is free or whose lease expired, under a new fence, with its next turn. Returns {status: turn | released | held |
-- yield | lost}, with `takeover` and `heldBy`, the worker that held it last; for a parked lane held, with its `wakeAt` in business time.
CREATE OR REPLACE FUNCTION salience.claim_lane(p_agent text, p_thread text, p_owner text, p_now timestamptz,
  p_lease_ms integer, p_history integer, p_held bigint, p_topics jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_old salience.lanes;
  v_lane salience.lanes;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  SELECT * INTO v_old FROM salience.lanes WHERE thread_id = p_thread FOR UPDATE;
  IF NOT FOUND OR v_old.tail = v_old.cursor THEN RETURN jsonb_build_object('status', 'released', 'fence', v_old.fence, 'ended', '[]'::jsonb); END IF;
  IF v_old.lease_until >= clock_timestamp() THEN RETURN jsonb_build_object('status', 'held'); END IF;
  -- Parked: its turn waits for a delayed retry, and later turns keep the order (law 3).
  IF v_old.wake_at > p_now THEN RETURN jsonb_build_object('status', 'held', 'wakeAt', v_old.wake_at); END IF;
  IF salience.exceeds_share(p_agent) THEN RETURN jsonb_build_object('status', 'yield'); END IF;
  -- Written by next_turn, with the cursor.
  v_lane := v_old;
  v_lane.fence := nextval('salience.lane_fence');
  v_lane.owner := p_owner;
  v_lane.wake_at := NULL;
  IF v_old.owner IS NOT NULL THEN
    INSERT INTO salience.lane_takeovers (thread_id, fence, agent_id, lost_owner, new_owner, last_renewed_at, taken_at)
    VALUES (p_thread, v_lane.fence, p_agent, v_old.owner, p_owner,
      v_old.lease_until - p_lease_ms * interval '1 millisecond', clock_timestamp());
  END IF;
  RETURN salience.next_turn(v_lane, p_now, p_lease_ms, p_history, p_held, p_topics)
    || jsonb_build_object('takeover', v_old.owner IS NOT NULL, 'heldBy', v_old.held_by);
END $$;
