-- Gives exchanges what their vectors tell, if it was not waited for when they were said: a topic where they have none, and the sign code.
-- One that is forgotten meanwhile gets neither, as forgetting locks the exchanges that it removes. p: {agentId, now, exchanges: [{id, topic
-- (as of save_topic; null for none), code (base64; null for none), modelId}]}. Returns [{id, topicId}] of those that exist.
CREATE OR REPLACE FUNCTION salience.save_overheard(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_saved jsonb := '[]';
  v_codes jsonb := '[]';
  v_item jsonb;
  v_topic text;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  -- In the order of ids, as whoever else locks several.
  FOR v_item IN SELECT value FROM jsonb_array_elements(p->'exchanges') ORDER BY value->>'id' LOOP
    PERFORM 1 FROM salience.turn_ends WHERE exchange_id = v_item->>'id' AND agent_id = v_agent FOR NO KEY UPDATE;
    CONTINUE WHEN NOT FOUND;
    v_topic := salience.save_topic(v_agent, v_item->'topic', (p->>'now')::timestamptz);
    IF v_topic IS NOT NULL THEN
      UPDATE salience.turn_ends SET topic_id = v_topic WHERE exchange_id = v_item->>'id' AND topic_id IS NULL;
    END IF;
    v_saved := v_saved || jsonb_build_object('id', v_item->'id', 'topicId', v_topic);
    IF v_item->>'code' IS NOT NULL THEN
      v_codes := v_codes || jsonb_build_object('id', v_item->'id', 'kind', 'exchange', 'modelId', v_item->'modelId', 'code', v_item->'code');
    END IF;
  END LOOP;
  PERFORM salience.save_codes(v_agent, v_codes);
  RETURN v_saved;
END $$;
