-- Cancels a turn. A waiting turn ends at once; a running one is flagged; an ended one does not change.
CREATE OR REPLACE FUNCTION salience.cancel_turn(p_agent text, p_turn text, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE v_turn salience.turns;
BEGIN
  p_agent := set_config('app.agent', p_agent, true);
  SELECT * INTO v_turn FROM salience.turns WHERE id = p_turn;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'no_turn'); END IF;
  -- Lane first, as everywhere.
  PERFORM 1 FROM salience.lanes WHERE thread_id = v_turn.thread_id FOR UPDATE;
  SELECT * INTO v_turn FROM salience.turns WHERE id = p_turn FOR UPDATE;
  IF v_turn.state = 'pending' THEN
    PERFORM salience.end_turn(v_turn, 'cancelled', v_turn.fence, p_now, NULL);
    -- If the turn was parked for a retry, the turns behind it need not wait for that.
    UPDATE salience.lanes SET wake_at = NULL WHERE thread_id = v_turn.thread_id AND cursor + 1 = v_turn.seq AND wake_at IS NOT NULL;
    RETURN jsonb_build_object('status', 'cancelled', 'state', 'cancelled', 'threadId', v_turn.thread_id);
  ELSIF v_turn.state = 'running' THEN
    UPDATE salience.turns SET cancel_requested_at = p_now WHERE id = p_turn AND cancel_requested_at IS NULL;
    RETURN jsonb_build_object('status', 'requested', 'state', 'running', 'threadId', v_turn.thread_id);
  END IF;
  RETURN jsonb_build_object('status', 'ended', 'state', v_turn.state, 'threadId', v_turn.thread_id);
END $$;
