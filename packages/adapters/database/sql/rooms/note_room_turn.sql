-- Notes that the answer of a turn belongs into a room that its agent is in. p: {turnId, room, agentId, why, messageId, now, self (the agent answers elsewhere: nothing is to be
-- posted)}.
CREATE OR REPLACE FUNCTION salience.note_room_turn(p jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  INSERT INTO salience.room_turns (turn_id, room, agent_id, why, message_id, created_at, posted_at)
  SELECT p->>'turnId', m.room, m.member, p->>'why', p->>'messageId', (p->>'now')::timestamptz,
    CASE WHEN (p->>'self')::boolean THEN (p->>'now')::timestamptz END FROM salience.room_members m
  WHERE m.room = p->>'room' AND m.kind = 'agent' AND m.member = p->>'agentId' AND m.left_at IS NULL
    AND EXISTS (SELECT 1 FROM salience.turns t WHERE t.id = p->>'turnId' AND t.agent_id = m.member)
  ON CONFLICT DO NOTHING
$$;

ALTER FUNCTION salience.note_room_turn OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.note_room_turn FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.note_room_turn TO salience_consumer;
