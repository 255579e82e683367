-- Takes the next turn of a lane whose row the caller has locked, under the lane's owner and fence as given; counts the attempt and adds
-- the turn's snapshot, with what was said on topics since the caller looked (p_topics, as of taught_since); or releases the lane if no turn
-- is left. Turns that were cancelled while waiting, and turns that crashed three times, are ended here; mergeable waiting turns become one.
-- `ended` lists all of them, `endedAs` their states in the same order.
CREATE OR REPLACE FUNCTION salience.next_turn(p_lane salience.lanes, p_now timestamptz, p_lease_ms integer,
  p_history integer, p_held bigint, p_topics jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_turn salience.turns;
  v_cursor bigint := p_lane.cursor;
  v_ended jsonb := '[]'::jsonb;
  v_states jsonb := '[]'::jsonb;
  v_state text;
  v_merged text[];
  v_step jsonb;
BEGIN
  -- The usual case.
  v_step := salience.take_turn(p_lane, p_now, p_lease_ms, p_history, p_held, false, p_topics);
  IF v_step IS NOT NULL THEN RETURN v_step; END IF;
  LOOP
    SELECT * INTO v_turn FROM salience.turns
    WHERE thread_id = p_lane.thread_id AND seq > v_cursor ORDER BY seq LIMIT 1 FOR UPDATE;
    IF NOT FOUND THEN
      -- Accepting updates this same row, so a message that arrives now is either seen here or waits for this commit.
      UPDATE salience.lanes SET owner = NULL, lease_until = NULL, wake_at = NULL, cursor = v_cursor, fence = p_lane.fence
      WHERE thread_id = p_lane.thread_id AND tail = v_cursor;
      IF FOUND THEN RETURN jsonb_build_object('status', 'released', 'fence', p_lane.fence, 'ended', v_ended, 'endedAs', v_states); END IF;
      RETURN jsonb_build_object('status', 'lost', 'fence', p_lane.fence, 'ended', v_ended, 'endedAs', v_states);
    END IF;
    EXIT WHEN v_turn.state IN ('pending', 'running') AND v_turn.attempts < 3 AND v_turn.cancel_requested_at IS NULL;
    IF v_turn.state IN ('pending', 'running') THEN
      v_state := CASE WHEN v_turn.cancel_requested_at IS NOT NULL THEN 'cancelled' ELSE 'quarantined' END;
      PERFORM salience.end_turn(v_turn, v_state, p_lane.fence, p_now,
        CASE WHEN v_turn.cancel_requested_at IS NULL THEN jsonb_build_object('code', 'turn.quarantined',
          'message', CASE WHEN v_turn.error IS NULL THEN 'The worker died three times on this message.'
            ELSE 'Work on this message failed or its worker died, three times in all (' || (v_turn.error->>'code') || ').' END
            || ' It was set aside; the conversation goes on.',
          'recoverable', false) END);
      v_ended := v_ended || to_jsonb(v_turn.id);
      v_states := v_states || to_jsonb(v_state);
    END IF;
    v_cursor := v_turn.seq;
  END LOOP;

  -- Only turns that never started are merged: a retried turn keeps its text.
  IF v_turn.mergeable AND v_turn.started_at IS NULL AND p_lane.tail > v_turn.seq THEN
    v_merged := salience.merge_waiting(v_turn, p_lane.fence, p_now);
    IF v_merged IS NOT NULL THEN
      v_ended := v_ended || to_jsonb(v_merged);
      v_states := v_states || (SELECT jsonb_agg('merged'::text) FROM unnest(v_merged));
      SELECT t.* INTO v_turn FROM salience.turns t
      WHERE t.id = (SELECT m.merged_into FROM salience.turns m WHERE m.id = v_merged[1]);
      v_cursor := v_turn.seq - 1;
    END IF;
  END IF;

  p_lane.cursor := v_cursor;
  v_step := salience.take_turn(p_lane, p_now, p_lease_ms, p_history, p_held, true, p_topics);
  IF v_step IS NULL THEN RAISE EXCEPTION 'turn % cannot be taken from lane %', v_turn.id, p_lane.thread_id; END IF;
  RETURN v_step || jsonb_build_object('ended', v_ended, 'endedAs', v_states);
END $$;
