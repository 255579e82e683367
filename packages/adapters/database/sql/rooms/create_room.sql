-- Makes a room. p: {id, name, kind, handsMax, now}. Returns {seq, changed}, or {refused: room.exists}.
CREATE OR REPLACE FUNCTION salience.create_room(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
BEGIN
  INSERT INTO salience.rooms (id, name, kind, hands_max, created_at)
  VALUES (p->>'id', p->>'name', p->>'kind', coalesce((p->>'handsMax')::integer, 2), (p->>'now')::timestamptz) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN '{"refused": "room.exists"}'; END IF;
  RETURN '{"seq": 0, "changed": true}';
END $$;

ALTER FUNCTION salience.create_room OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.create_room FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.create_room TO salience_consumer;
