-- Keeps a message of a room, once by its id, under the room's lock. p: {room, id, authorKind, author, display, content, now, trust, source, turnId}. Returns {message, created, agents (those in the
-- room), selves (those of them whose own socket is there: they answer themselves)}, or {refused}: room.not-speaking where the answer of a turn is not wanted any more.
CREATE OR REPLACE FUNCTION salience.begin_room_message(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_room text := p->>'room';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_refused jsonb := salience.refused_in(v_room, p->>'authorKind', p->>'author');
  m salience.room_messages;
BEGIN
  IF v_refused IS NOT NULL THEN RETURN v_refused; END IF;
  SELECT * INTO m FROM salience.room_messages o WHERE o.room = v_room AND o.id = p->>'id';
  IF FOUND THEN RETURN jsonb_build_object('message', salience.room_message_view(m), 'created', false, 'agents', '[]'::jsonb, 'selves', '[]'::jsonb); END IF;
  IF p->>'turnId' IS NOT NULL AND NOT EXISTS (SELECT 1 FROM salience.room_turns t WHERE t.turn_id = p->>'turnId' AND t.posted_at IS NULL) THEN
    RETURN '{"refused": "room.not-speaking"}';
  END IF;
  UPDATE salience.rooms SET messages = messages + 1 WHERE id = v_room RETURNING messages INTO m.seq;
  INSERT INTO salience.room_messages (room, seq, id, author_kind, author, display, content, at, trust, source, turn_id)
  VALUES (v_room, m.seq, p->>'id', p->>'authorKind', p->>'author', p->>'display', p->>'content', v_now,
    coalesce(p->>'trust', CASE p->>'authorKind' WHEN 'agent' THEN 'agent' ELSE 'unverified' END), coalesce(p->>'source', 'switchboard'), p->>'turnId') RETURNING * INTO m;
  PERFORM salience.note_room_event(v_room, 'message', jsonb_build_object('message', m.seq), v_now);
  RETURN jsonb_build_object('message', salience.room_message_view(m), 'created', true) || (SELECT jsonb_build_object('agents', coalesce(jsonb_agg(b.member), '[]'),
      'selves', coalesce(jsonb_agg(b.member) FILTER (WHERE salience.is_present(v_room, 'agent', b.member)), '[]'))
    FROM salience.room_members b
    WHERE b.room = v_room AND b.kind = 'agent' AND b.left_at IS NULL AND NOT (p->>'authorKind' = 'agent' AND b.member = p->>'author'));
END $$;

ALTER FUNCTION salience.begin_room_message OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.begin_room_message FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.begin_room_message TO salience_consumer;
