-- Whoever speaks is done. p: {room, who: {kind, member} (only if it is them), now}. Returns {seq, changed}, or {refused}.
CREATE OR REPLACE FUNCTION salience.end_floor(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  r salience.rooms;
  v_changed boolean;
BEGIN
  SELECT * INTO r FROM salience.rooms WHERE id = p->>'room' FOR UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "room.unknown"}'; END IF;
  IF jsonb_typeof(p->'who') = 'object' AND (r.speaker IS DISTINCT FROM p->'who'->>'member' OR r.speaker_kind IS DISTINCT FROM p->'who'->>'kind') THEN
    RETURN '{"refused": "room.not-speaking"}';
  END IF;
  v_changed := salience.take_floor(r.id, NULL, NULL, NULL, false, (p->>'now')::timestamptz);
  RETURN salience.room_done(r.id, v_changed);
END $$;

ALTER FUNCTION salience.end_floor OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.end_floor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.end_floor TO salience_consumer;
