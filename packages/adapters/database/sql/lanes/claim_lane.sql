-- Claims a lane that is free or whose lease expired, under a new fence, with its next turn. Returns {status: turn | released | held |
-- yield | lost}, with `takeover` and `heldBy`, the worker that held it last; for a parked lane held, with its `wakeAt` in business time. p: {agentId, threadId, owner, now, leaseMs, history, held, topics}.
CREATE OR REPLACE FUNCTION salience.claim_lane(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_thread text := p->>'threadId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_lease_ms integer := (p->>'leaseMs')::integer;
  v_old salience.lanes;
  v_lane salience.lanes;
BEGIN
  SELECT * INTO v_old FROM salience.lanes WHERE thread_id = v_thread FOR UPDATE;
  IF NOT FOUND OR v_old.tail = v_old.cursor THEN RETURN jsonb_build_object('status', 'released', 'fence', v_old.fence, 'ended', '[]'::jsonb); END IF;
  IF v_old.lease_until >= clock_timestamp() THEN RETURN jsonb_build_object('status', 'held'); END IF;
  -- Parked: its turn waits for a delayed retry, and later turns keep the order (law 3).
  IF v_old.wake_at > v_now THEN RETURN jsonb_build_object('status', 'held', 'wakeAt', v_old.wake_at); END IF;
  IF salience.exceeds_share(v_agent) THEN RETURN jsonb_build_object('status', 'yield'); END IF;
  -- Written by next_turn, with the cursor.
  v_lane := v_old;
  v_lane.fence := nextval('salience.lane_fence');
  v_lane.owner := p->>'owner';
  v_lane.wake_at := NULL;
  IF v_old.owner IS NOT NULL THEN
    INSERT INTO salience.lane_takeovers (thread_id, fence, agent_id, lost_owner, new_owner, last_renewed_at, taken_at)
    VALUES (v_thread, v_lane.fence, v_agent, v_old.owner, v_lane.owner,
      v_old.lease_until - v_lease_ms * interval '1 millisecond', clock_timestamp());
  END IF;
  RETURN salience.next_turn(v_lane, v_now, v_lease_ms, (p->>'history')::integer, (p->>'held')::bigint,
    p->'topics')
    || jsonb_build_object('takeover', v_old.owner IS NOT NULL, 'heldBy', v_old.held_by);
END $$;
