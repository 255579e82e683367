-- Counts a failed attempt at the first turn of a lane, whose row is locked and has no owner. The turn stays the lane's next one and
-- waits for the delay; after the third attempt it is quarantined. A turn with a cancel request does not wait. p: {now, code,
-- delaysMs: one per attempt, the last for all that follow}. Returns {status: delayed | quarantined, attempts, wakeAt, more}; `more`:
-- wake the lane now.
CREATE OR REPLACE FUNCTION salience.count_failure(p_lane salience.lanes, p_turn salience.turns, p jsonb)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_wake timestamptz;
BEGIN
  IF p_turn.attempts >= 3 AND p_turn.cancel_requested_at IS NULL THEN
    PERFORM salience.end_turn(p_turn, 'quarantined', p_lane.fence, v_now, jsonb_build_object('code', p->>'code', 'message',
      'Work on this message failed three times (' || (p->>'code') || '). It was set aside; the conversation goes on.',
      'recoverable', false));
    UPDATE salience.lanes SET cursor = p_turn.seq WHERE thread_id = p_lane.thread_id;
    RETURN jsonb_build_object('status', 'quarantined', 'attempts', p_turn.attempts, 'wakeAt', NULL, 'more', p_lane.tail > p_turn.seq);
  END IF;
  IF p_turn.cancel_requested_at IS NULL THEN
    v_wake := v_now + (p->'delaysMs'->>(least(p_turn.attempts, jsonb_array_length(p->'delaysMs')) - 1))::integer * interval '1 millisecond';
  END IF;
  UPDATE salience.turns SET state = 'pending', error = jsonb_build_object('code', p->>'code', 'message',
    'Work on this message failed (' || (p->>'code') || ') and is tried again.', 'recoverable', true)
  WHERE id = p_turn.id;
  UPDATE salience.lanes SET wake_at = v_wake WHERE thread_id = p_lane.thread_id;
  RETURN jsonb_build_object('status', 'delayed', 'attempts', p_turn.attempts, 'wakeAt', v_wake, 'more', v_wake IS NULL);
END $$;
