-- What a message does to a room, after those in it have heard it: turns whose answers belong there, the hands, the rest of the author's own hand, and the end of the floor of an agent
-- that has said its one message. p: {room, events: [{agentId, event: thought, …}], turns: [{turnId, agentId, messageId, self}], authorKind, author, turnId, now}. Returns {hands:
-- {<agent>: {hand, changed}}, seq}.
CREATE OR REPLACE FUNCTION salience.finish_room_message(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_room text := p->>'room';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_events jsonb := p->'events';
  v_hands jsonb := '{}';
  v_floor boolean;
  r salience.rooms;
BEGIN
  SELECT * INTO r FROM salience.rooms WHERE id = v_room FOR UPDATE;
  v_floor := p->>'authorKind' = 'agent' AND r.speaker_kind = 'agent' AND r.speaker = p->>'author'
    -- An answer to a message that was for the agent is not what it was given the floor for.
    AND NOT EXISTS (SELECT 1 FROM salience.room_turns t WHERE t.turn_id = p->>'turnId' AND t.why = 'target');
  PERFORM salience.note_room_turn(t || jsonb_build_object('room', v_room, 'why', 'target', 'now', p->'now')) FROM jsonb_array_elements(p->'turns') t;
  UPDATE salience.room_turns SET posted_at = v_now WHERE posted_at IS NULL
    AND (turn_id = p->>'turnId' OR (v_floor AND room = v_room AND agent_id = p->>'author' AND why = 'floor'));
  IF p->>'authorKind' = 'agent' AND (v_floor OR r.speaker IS DISTINCT FROM p->>'author') THEN
    v_events := v_events || jsonb_build_array(jsonb_build_object('agentId', p->>'author', 'event', 'own-message'));
  END IF;
  IF v_events <> '[]' THEN v_hands := salience.settle_hands(v_room, v_events, v_now); END IF;
  IF v_floor THEN PERFORM salience.take_floor(v_room, NULL, NULL, NULL, false, v_now); END IF;
  RETURN jsonb_build_object('hands', v_hands, 'seq', (SELECT seq FROM salience.rooms WHERE id = v_room));
END $$;

ALTER FUNCTION salience.finish_room_message OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.finish_room_message FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.finish_room_message TO salience_consumer;
