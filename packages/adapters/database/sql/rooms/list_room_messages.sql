-- Messages of a room, the newest first. p: {room, limit} and {before, bytesMax}: with the latter as many as have room in so many bytes of content, but one at least. Null where there
-- is no such room.
CREATE OR REPLACE FUNCTION salience.list_room_messages(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT (SELECT coalesce(jsonb_agg(salience.room_message_view(x.m) ORDER BY (x.m).seq DESC), '[]') FROM (
    SELECT y.m FROM (SELECT m, sum(octet_length(m.content)) OVER (ORDER BY m.seq DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) + octet_length(m.content) AS bytes
      FROM salience.room_messages m WHERE m.room = r.id AND (p->>'before' IS NULL OR m.seq < (p->>'before')::bigint) ORDER BY m.seq DESC LIMIT (p->>'limit')::integer) y
    -- The newest has no sum before it.
    WHERE p->>'bytesMax' IS NULL OR y.bytes IS NULL OR y.bytes <= (p->>'bytesMax')::bigint) x)
  FROM salience.rooms r WHERE r.id = p->>'room'
$$;

ALTER FUNCTION salience.list_room_messages OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.list_room_messages FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.list_room_messages TO salience_consumer;
