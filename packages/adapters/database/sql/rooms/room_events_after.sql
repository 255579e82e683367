-- The events of a room after one, in their order; a message with its words. p: {room, seq, limit}. Returns {seq, events, reset (what came next is not kept any more)}; null
-- where there is no such room.
CREATE OR REPLACE FUNCTION salience.room_events_after(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  WITH asked AS (
    SELECT e.seq, e.at, e.kind, CASE WHEN e.kind = 'message' THEN jsonb_build_object('message', (SELECT salience.room_message_view(m) FROM salience.room_messages m
      WHERE m.room = e.room AND m.seq = (e.data->>'message')::bigint)) ELSE e.data END AS data
    FROM salience.room_events e WHERE e.room = p->>'room' AND e.seq > (p->>'seq')::bigint ORDER BY e.seq LIMIT least((p->>'limit')::integer, 500)
  )
  SELECT jsonb_build_object('seq', r.seq, 'events', (SELECT coalesce(jsonb_agg(jsonb_build_object('seq', a.seq, 'at', a.at, 'kind', a.kind) || a.data ORDER BY a.seq), '[]') FROM asked a),
    'reset', (p->>'seq')::bigint > r.seq OR ((p->>'seq')::bigint < r.seq AND coalesce((SELECT min(a.seq) FROM asked a), 0) <> (p->>'seq')::bigint + 1))
  FROM salience.rooms r WHERE r.id = p->>'room'
$$;

ALTER FUNCTION salience.room_events_after OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.room_events_after FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.room_events_after TO salience_consumer;
