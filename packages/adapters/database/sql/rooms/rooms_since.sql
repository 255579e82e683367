-- What happened in rooms since an instant of business time, without words: {room, seq, kind, at, agents (those of p.agents that are in it)}, oldest first. p:
-- {from, agents, limit}; of the latest at most `limit`.
CREATE OR REPLACE FUNCTION salience.rooms_since(p jsonb) RETURNS SETOF jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
  SELECT jsonb_build_object('room', e.room, 'seq', e.seq, 'kind', e.kind, 'at', e.at, 'agents',
    (SELECT coalesce(jsonb_agg(m.member ORDER BY m.member), '[]') FROM salience.room_members m
      WHERE m.room = e.room AND m.kind = 'agent' AND m.left_at IS NULL AND p->'agents' ? m.member))
  FROM (SELECT * FROM salience.room_events WHERE room_events.at >= (p->>'from')::timestamptz
    ORDER BY room_events.at DESC LIMIT (p->>'limit')::integer) e ORDER BY e.at, e.room, e.seq
$$;

ALTER FUNCTION salience.rooms_since OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.rooms_since FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.rooms_since TO salience_consumer;
