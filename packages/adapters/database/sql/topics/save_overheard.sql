-- Gives exchanges what their vectors tell, if it was not waited for when they were said: a topic where they have none, what they teach of
-- it, and the sign code. Readers of topics and of memory come to them again, as rows of this transaction. One that is forgotten meanwhile gets nothing, as
-- forgetting locks the exchanges that it removes. p: {agentId, now, exchanges: [{id, topic (as of save_topics; null for none), vector (base64; null moves nothing), code (base64; null for
-- none), modelId}]}. Returns {xid, saved: [{id, topicId}] of those that exist}.
CREATE OR REPLACE FUNCTION salience.save_overheard(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_saved jsonb := '[]';
  v_item jsonb;
  v_topic text;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  -- In the order of ids, as whoever else locks several.
  FOR v_item IN SELECT value FROM jsonb_array_elements(p->'exchanges') ORDER BY value->>'id' LOOP
    PERFORM 1 FROM salience.turn_ends WHERE exchange_id = v_item->>'id' AND agent_id = v_agent FOR NO KEY UPDATE;
    CONTINUE WHEN NOT FOUND;
    v_topic := NULL;
    IF v_item->'topic' <> 'null' THEN
      SELECT stored INTO v_topic FROM salience.save_topics(v_agent, jsonb_build_array(v_item->'topic'), (p->>'now')::timestamptz);
    END IF;
    UPDATE salience.turn_ends SET topic_id = coalesce(topic_id, v_topic), written_xid = pg_current_xact_id(),
      vector = CASE WHEN topic_id IS NULL AND v_topic IS NOT NULL THEN decode(v_item->>'vector', 'base64') END,
      code = decode(v_item->>'code', 'base64'), code_model_id = v_item->>'modelId'
    WHERE exchange_id = v_item->>'id' AND agent_id = v_agent;
    v_saved := v_saved || jsonb_build_object('id', v_item->'id', 'topicId', v_topic);
  END LOOP;
  RETURN jsonb_build_object('xid', pg_current_xact_id()::text, 'saved', v_saved);
END $$;
