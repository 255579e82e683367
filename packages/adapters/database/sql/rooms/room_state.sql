-- Everything that a page shows of a room, as of its last event. p: {room, messages}. Null where there is none.
CREATE OR REPLACE FUNCTION salience.room_state(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT jsonb_build_object('id', r.id, 'name', r.name, 'kind', r.kind, 'handsMax', r.hands_max, 'seq', r.seq, 'speaker', salience.speaker_view(r),
    'members', (SELECT coalesce(jsonb_agg(salience.member_view(m) ORDER BY m.kind, m.joined_at, m.member), '[]')
      FROM salience.room_members m WHERE m.room = r.id AND m.left_at IS NULL),
    'hands', (SELECT coalesce(jsonb_agg(salience.room_hand_view(h) ORDER BY array_position(ARRAY['granted', 'raised', 'waiting'], h.state), h.bid DESC, h.raised_at, h.agent_id), '[]')
      FROM salience.pfc_hands h JOIN salience.room_members m ON m.room = r.id AND m.kind = 'agent' AND m.member = h.agent_id AND m.left_at IS NULL
      WHERE h.channel = r.id AND h.state <> 'lowered'),
    'queue', salience.queue_view(r.id),
    'messages', (SELECT coalesce(jsonb_agg(salience.room_message_view(x.m) ORDER BY (x.m).seq), '[]') FROM (
      SELECT m FROM salience.room_messages m WHERE m.room = r.id ORDER BY m.seq DESC LIMIT (p->>'messages')::integer) x),
    'claims', (SELECT coalesce(jsonb_agg(jsonb_build_object('messageId', c.message_id, 'agentId', c.agent_id) ORDER BY x.seq), '[]') FROM (
      SELECT m.id, m.seq FROM salience.room_messages m WHERE m.room = r.id ORDER BY m.seq DESC LIMIT (p->>'messages')::integer) x
      JOIN salience.room_claims c ON c.room = r.id AND c.message_id = x.id))
  FROM salience.rooms r WHERE r.id = p->>'room'
$$;

ALTER FUNCTION salience.room_state OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.room_state FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.room_state TO salience_consumer;
