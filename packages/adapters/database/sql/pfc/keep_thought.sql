-- Keeps a thought, one for an agent, channel and message. The words of the turn that heard the message are not kept again. One that nobody vouched for gives way to one that
-- somebody does. p: {agentId, channel, type, rule, content, triggerMessageId, triggerAuthor, triggerContent, trust, source, now}; p_turn: the turn, which must be the agent's;
-- p_words: its words where the caller has them. Returns {row, created}.
CREATE OR REPLACE FUNCTION salience.keep_thought(p jsonb, p_turn text, p_words text) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_turn text := p_turn;
  v_words text := p_words;
  v_content text := p->>'content';
  v_trigger text := p->>'triggerContent';
  v_created boolean;
  m salience.pfc_monologue;
BEGIN
  IF v_turn IS NOT NULL AND v_words IS NULL THEN
    SELECT t.id, coalesce(t.own_text, t.text) INTO v_turn, v_words FROM salience.turns t WHERE t.id = p_turn AND t.agent_id = v_agent;
  END IF;
  IF v_turn IS NOT NULL THEN
    v_content := nullif(v_content, v_words);
    v_trigger := nullif(v_trigger, v_words);
  END IF;
  INSERT INTO salience.pfc_monologue AS o (agent_id, channel, thought_type, content, trigger_message_id, trigger_author, trigger_content, rule, turn_id, trust, source, created_at)
  VALUES (v_agent, p->>'channel', p->>'type', v_content, p->>'triggerMessageId', p->>'triggerAuthor', v_trigger, p->>'rule', v_turn, p->>'trust', coalesce(p->>'source', 'api'), (p->>'now')::timestamptz)
  ON CONFLICT (agent_id, coalesce(channel, ''), trigger_message_id) WHERE trigger_message_id IS NOT NULL DO UPDATE
  SET thought_type = excluded.thought_type, content = excluded.content, trigger_author = excluded.trigger_author, trigger_content = excluded.trigger_content,
    rule = excluded.rule, turn_id = excluded.turn_id, trust = excluded.trust, source = excluded.source, synthesis_id = NULL, consumed_at = NULL, created_at = excluded.created_at
  WHERE o.trust = 'unverified' AND excluded.trust = 'owner'
  RETURNING * INTO m;
  v_created := FOUND;
  IF NOT v_created THEN
    SELECT * INTO m FROM salience.pfc_monologue o WHERE o.agent_id = v_agent AND coalesce(o.channel, '') = coalesce(p->>'channel', '')
      AND o.trigger_message_id = p->>'triggerMessageId';
    SELECT coalesce(t.own_text, t.text) INTO v_words FROM salience.turns t WHERE t.id = m.turn_id;
  END IF;
  RETURN jsonb_build_object('row', salience.thought_view(m, v_words), 'created', v_created);
END $$;
