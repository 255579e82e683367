-- Ends a turn with one conditional update and writes its terminal event. Throws if the turn is no longer in the expected state or, if
-- given, under the expected fence.
CREATE OR REPLACE FUNCTION salience.finish_turn(p_id text, p_from text, p_from_fence bigint, p_state text,
  p_fence bigint, p_now timestamptz, p_error jsonb, p_timings jsonb) RETURNS salience.turns LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_turn salience.turns;
BEGIN
  UPDATE salience.turns SET state = p_state, ended_at = p_now, fence = p_fence, timings = coalesce(p_timings, timings),
    -- The same error whether the interrupted worker or the next one ends the turn.
    error = coalesce(p_error, CASE WHEN p_state = 'cancelled' AND interrupted_by IS NOT NULL THEN jsonb_build_object(
      'code', 'turn.interrupted', 'message', 'A later message of this conversation took its place before it was answered.',
      'recoverable', false) END)
  WHERE id = p_id AND state = p_from AND (p_from_fence IS NULL OR fence = p_from_fence) RETURNING * INTO v_turn;
  IF NOT FOUND THEN RAISE EXCEPTION 'turn % left state % unseen', p_id, p_from; END IF;
  INSERT INTO salience.terminal_events (turn_id, agent_id, kind, fence, at)
  VALUES (v_turn.id, v_turn.agent_id, p_state, p_fence, p_now);
  RETURN v_turn;
END $$;
