-- Ends a turn without an answer, under the lane's lock. The caller moves the cursor.
CREATE OR REPLACE FUNCTION salience.end_turn(p_turn salience.turns, p_state text, p_fence bigint, p_now timestamptz,
  p_error jsonb) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  PERFORM salience.finish_turn(p_turn.id, p_turn.state, NULL, p_state, p_fence, p_now, p_error, NULL);
END $$;
