-- Adds messages to topics. p: {agentId, topics: [{id, modelId, messages, learned, mean (an array of real as text), seenAt}]}. Rows
-- are locked in the order of their ids and each is one update, so concurrent workers lose nothing.
CREATE OR REPLACE FUNCTION salience.learn_topics(p jsonb) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_item record;
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  FOR v_item IN
    SELECT value->>'id' AS id, value->>'modelId' AS model_id, (value->>'messages')::integer AS messages,
      (value->>'learned')::integer AS learned, (value->>'seenAt')::timestamptz AS seen_at,
      translate(value->>'mean', '[]', '{}')::real[] AS mean
    FROM jsonb_array_elements(p->'topics') ORDER BY value->>'id'
  LOOP
    UPDATE salience.topics t SET
      centroid = CASE WHEN v_item.learned > 0 AND t.model_id = v_item.model_id AND cardinality(t.centroid) = cardinality(v_item.mean)
        THEN ARRAY(SELECT ((least(t.message_count, 20) * o + v_item.learned * n) / (least(t.message_count, 20) + v_item.learned))::real
          FROM unnest(t.centroid, v_item.mean) AS u(o, n))
        ELSE t.centroid END,
      message_count = t.message_count + v_item.messages, last_seen_at = greatest(t.last_seen_at, v_item.seen_at)
    WHERE t.id = v_item.id AND t.agent_id = p->>'agentId';
  END LOOP;
END $$;
