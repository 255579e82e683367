-- What happens to the hand of an agent that is in a room. One that was given the floor without being the room's speaker any more is taken down like any other. p: {room, agentId, event, now} and what next_hand reads. Returns {seq, changed, hand}, or {refused}.
CREATE OR REPLACE FUNCTION salience.room_hand(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_refused jsonb := salience.refused_in(p->>'room', 'agent', p->>'agentId');
  v_done jsonb;
BEGIN
  IF v_refused IS NOT NULL THEN RETURN v_refused; END IF;
  IF p->>'event' = 'lowered' AND NOT EXISTS (SELECT 1 FROM salience.rooms r WHERE r.id = p->>'room' AND r.speaker_kind = 'agent' AND r.speaker = p->>'agentId')
    AND EXISTS (SELECT 1 FROM salience.pfc_hands h WHERE h.agent_id = p->>'agentId' AND h.channel = p->>'room' AND h.state = 'granted') THEN
    p := p || '{"event": "floor-over"}';
  END IF;
  v_done := salience.settle_hands(p->>'room', jsonb_build_array(p - 'room' - 'now'), (p->>'now')::timestamptz)->(p->>'agentId');
  RETURN salience.room_done(p->>'room', false) || v_done;
END $$;

ALTER FUNCTION salience.room_hand OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.room_hand FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.room_hand TO salience_consumer, salience_pulse_sensor;
