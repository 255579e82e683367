-- Takes the floor from whoever speaks; a person comes next again. p: {room, now}. Returns {seq, changed}, or {refused}.
CREATE OR REPLACE FUNCTION salience.interrupt_floor(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_changed boolean;
BEGIN
  PERFORM 1 FROM salience.rooms r WHERE r.id = p->>'room' FOR UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "room.unknown"}'; END IF;
  v_changed := salience.take_floor(p->>'room', NULL, NULL, NULL, true, (p->>'now')::timestamptz);
  RETURN salience.room_done(p->>'room', v_changed);
END $$;

ALTER FUNCTION salience.interrupt_floor OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.interrupt_floor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.interrupt_floor TO salience_consumer;
