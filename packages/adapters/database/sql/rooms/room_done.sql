-- What was done in a room, with its last event.
CREATE OR REPLACE FUNCTION salience.room_done(p_room text, p_changed boolean) RETURNS jsonb LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  SELECT jsonb_build_object('seq', r.seq, 'changed', p_changed) FROM salience.rooms r WHERE r.id = p_room
$$;
