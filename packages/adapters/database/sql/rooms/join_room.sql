-- Enters a room, or enters it again. A hand that an agent had in a channel of this name elsewhere rests. p: {room, kind, member, display, now}. Returns {seq, changed}, or {refused}.
CREATE OR REPLACE FUNCTION salience.join_room(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  m salience.room_members;
BEGIN
  PERFORM 1 FROM salience.rooms r WHERE r.id = p->>'room' FOR UPDATE;
  IF NOT FOUND OR (p->>'kind' = 'agent' AND NOT EXISTS (SELECT 1 FROM salience.agents a WHERE a.id = p->>'member')) THEN RETURN '{"refused": "room.unknown"}'; END IF;
  INSERT INTO salience.room_members AS o (room, kind, member, display, joined_at) VALUES (p->>'room', p->>'kind', p->>'member', p->>'display', v_now)
  ON CONFLICT (room, kind, member) DO UPDATE SET display = excluded.display, joined_at = CASE WHEN o.left_at IS NULL THEN o.joined_at ELSE excluded.joined_at END, left_at = NULL
  WHERE o.left_at IS NOT NULL OR o.display <> excluded.display RETURNING * INTO m;
  IF NOT FOUND THEN RETURN salience.room_done(p->>'room', false); END IF;
  IF m.kind = 'agent' AND m.joined_at = v_now THEN
    PERFORM salience.settle_hands(m.room, jsonb_build_array(jsonb_build_object('agentId', m.member, 'event', 'left')), v_now);
  END IF;
  PERFORM salience.note_room_event(m.room, 'joined', jsonb_build_object('member', salience.member_view(m)), v_now);
  RETURN salience.room_done(m.room, true);
END $$;

ALTER FUNCTION salience.join_room OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.join_room FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.join_room TO salience_consumer;
