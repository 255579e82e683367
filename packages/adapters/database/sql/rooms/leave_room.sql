-- Leaves a room: an agent's hand rests, a person's place in the queue goes, the floor is free. p: {room, kind, member, now, unlessPresent (true: only
-- if no socket of theirs is open)}. Returns {seq, changed}, or {refused}.
CREATE OR REPLACE FUNCTION salience.leave_room(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_room text := p->>'room';
  v_kind text := p->>'kind';
  v_member text := p->>'member';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_refused jsonb := salience.refused_in(v_room, v_kind, v_member);
BEGIN
  IF v_refused->>'refused' = 'room.not-member' THEN RETURN salience.room_done(v_room, false); END IF;
  IF v_refused IS NOT NULL THEN RETURN v_refused; END IF;
  IF (p->>'unlessPresent')::boolean AND salience.is_present(v_room, v_kind, v_member) THEN RETURN salience.room_done(v_room, false); END IF;
  DELETE FROM salience.room_queue WHERE room = v_room AND member = v_member AND v_kind = 'human';
  IF FOUND THEN PERFORM salience.note_room_event(v_room, 'queue', jsonb_build_object('queue', salience.queue_view(v_room)), v_now); END IF;
  IF EXISTS (SELECT 1 FROM salience.rooms r WHERE r.id = v_room AND r.speaker_kind = v_kind AND r.speaker = v_member) THEN
    PERFORM salience.take_floor(v_room, NULL, NULL, NULL, false, v_now);
  END IF;
  IF v_kind = 'agent' THEN
    PERFORM salience.settle_hands(v_room, jsonb_build_array(jsonb_build_object('agentId', v_member, 'event', 'left')), v_now);
  END IF;
  DELETE FROM salience.room_presence WHERE room = v_room AND kind = v_kind AND member = v_member;
  UPDATE salience.room_members SET left_at = v_now WHERE room = v_room AND kind = v_kind AND member = v_member;
  PERFORM salience.note_room_event(v_room, 'left', jsonb_build_object('memberKind', v_kind, 'who', v_member), v_now);
  RETURN salience.room_done(v_room, true);
END $$;

ALTER FUNCTION salience.leave_room OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.leave_room FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.leave_room TO salience_consumer;
