-- Gives the answer to a message to the first agent that asks; one whom the message was for goes before everybody else. p: {room (null: the latest message of this id in a room that
-- the agent is in), messageId, agentId, now}. The turn by which we would answer for an agent that claims by itself is closed. Returns
-- {claimed, agentId (who has it)}, or {refused}.
CREATE OR REPLACE FUNCTION salience.claim_message(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_room text := coalesce(p->>'room', (SELECT m.room FROM salience.room_messages m JOIN salience.room_members b ON b.room = m.room AND b.kind = 'agent' AND b.member = p->>'agentId'
    AND b.left_at IS NULL WHERE m.id = p->>'messageId' ORDER BY m.at DESC LIMIT 1));
  v_refused jsonb;
  v_holder text;
BEGIN
  IF v_room IS NULL THEN RETURN '{"refused": "message.unknown"}'; END IF;
  v_refused := salience.refused_in(v_room, 'agent', v_agent);
  IF v_refused IS NOT NULL THEN RETURN v_refused; END IF;
  PERFORM 1 FROM salience.room_messages m WHERE m.room = v_room AND m.id = p->>'messageId';
  IF NOT FOUND THEN RETURN '{"refused": "message.unknown"}'; END IF;
  SELECT c.agent_id INTO v_holder FROM salience.room_claims c WHERE c.room = v_room AND c.message_id = p->>'messageId';
  -- Whom it was for.
  v_holder := coalesce(v_holder, (SELECT t.agent_id FROM salience.room_turns t WHERE t.room = v_room AND t.message_id = p->>'messageId' AND t.why = 'target'
    ORDER BY t.agent_id <> v_agent, t.agent_id LIMIT 1), v_agent);
  INSERT INTO salience.room_claims (room, message_id, agent_id, at) VALUES (v_room, p->>'messageId', v_holder, (p->>'now')::timestamptz) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    PERFORM salience.note_room_event(v_room, 'claim', jsonb_build_object('messageId', p->>'messageId', 'agentId', v_holder), (p->>'now')::timestamptz);
  END IF;
  IF v_holder = v_agent THEN
    UPDATE salience.room_turns SET posted_at = (p->>'now')::timestamptz WHERE room = v_room AND message_id = p->>'messageId' AND agent_id = v_agent AND why = 'target' AND posted_at IS NULL;
  END IF;
  RETURN jsonb_build_object('claimed', v_holder = v_agent, 'agentId', v_holder);
END $$;

ALTER FUNCTION salience.claim_message OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.claim_message FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.claim_message TO salience_consumer;
