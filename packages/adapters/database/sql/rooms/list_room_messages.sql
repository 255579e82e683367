-- Messages of a room, the newest first. p: {room, limit, before}. Null where there is no such room.
CREATE OR REPLACE FUNCTION salience.list_room_messages(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT (SELECT coalesce(jsonb_agg(salience.room_message_view(x.m) ORDER BY (x.m).seq DESC), '[]') FROM (
    SELECT m FROM salience.room_messages m WHERE m.room = r.id AND (p->>'before' IS NULL OR m.seq < (p->>'before')::bigint) ORDER BY m.seq DESC LIMIT (p->>'limit')::integer) x)
  FROM salience.rooms r WHERE r.id = p->>'room'
$$;

ALTER FUNCTION salience.list_room_messages OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.list_room_messages FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.list_room_messages TO salience_consumer;
