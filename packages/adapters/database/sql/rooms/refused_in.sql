-- Locks a room and looks whether somebody is in it. Returns null, or why not: room.unknown, room.not-member.
CREATE OR REPLACE FUNCTION salience.refused_in(p_room text, p_kind text, p_member text) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  PERFORM 1 FROM salience.rooms r WHERE r.id = p_room FOR UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "room.unknown"}'; END IF;
  PERFORM 1 FROM salience.room_members m WHERE m.room = p_room AND m.kind = p_kind AND m.member = p_member AND m.left_at IS NULL;
  IF NOT FOUND THEN RETURN '{"refused": "room.not-member"}'; END IF;
  RETURN NULL;
END $$;
