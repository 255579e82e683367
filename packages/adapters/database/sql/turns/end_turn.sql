-- Ends a turn that was not run, or whose run is over without a result, under the lane's lock. The caller moves the cursor. Throws if the
-- turn is no longer in the state that was read.
CREATE OR REPLACE FUNCTION salience.end_turn(p_turn salience.turns, p_state text, p_fence bigint, p_now timestamptz,
  p_error jsonb) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  UPDATE salience.turns SET state = p_state, ended_at = p_now, fence = p_fence,
    error = coalesce(p_error, salience.interrupted_error(p_state, interrupted_by))
  WHERE id = p_turn.id AND state = p_turn.state;
  IF NOT FOUND THEN RAISE EXCEPTION 'turn % left state % unseen', p_turn.id, p_turn.state; END IF;
  INSERT INTO salience.turn_ends (turn_id, agent_id, thread_id, seq, kind, fence, ended_at)
  VALUES (p_turn.id, p_turn.agent_id, p_turn.thread_id, p_turn.seq, p_state, p_fence, p_now);
END $$;
