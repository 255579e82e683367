-- The rooms by name, or those that an agent is in. p: {agentId}.
CREATE OR REPLACE FUNCTION salience.list_rooms(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'kind', r.kind, 'handsMax', r.hands_max, 'seq', r.seq, 'speaker', r.speaker,
    'members', (SELECT count(*) FROM salience.room_members m WHERE m.room = r.id AND m.left_at IS NULL),
    'present', (SELECT count(*) FROM salience.room_members m WHERE m.room = r.id AND m.left_at IS NULL AND salience.is_present(m.room, m.kind, m.member)),
    'raised', (SELECT count(*) FROM salience.pfc_hands h JOIN salience.room_members m ON m.room = r.id AND m.kind = 'agent' AND m.member = h.agent_id AND m.left_at IS NULL
      WHERE h.channel = r.id AND h.state = 'raised')) ORDER BY r.name, r.id), '[]')
  FROM salience.rooms r WHERE p->>'agentId' IS NULL
    OR EXISTS (SELECT 1 FROM salience.room_members m WHERE m.room = r.id AND m.kind = 'agent' AND m.member = p->>'agentId' AND m.left_at IS NULL)
$$;

ALTER FUNCTION salience.list_rooms OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.list_rooms FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.list_rooms TO salience_consumer;
