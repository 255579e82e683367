-- Stores samples of messages on topics and keeps the latest `keep` per agent and model. p: {agentId, modelId, keep, samples:
-- [{topicId, vector (as vectorBytes stores it, base64), stems, saidAt}]}.
CREATE OR REPLACE FUNCTION salience.save_topic_samples(p jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  -- Losing a sample in a crash of the server does no harm.
  PERFORM set_config('synchronous_commit', 'off', true);
  INSERT INTO salience.topic_samples (agent_id, model_id, topic_id, vector, stems, said_at)
  SELECT p->>'agentId', p->>'modelId', value->>'topicId', decode(value->>'vector', 'base64'),
    ARRAY(SELECT x::integer FROM jsonb_array_elements_text(value->'stems') x), (value->>'saidAt')::timestamptz
  FROM jsonb_array_elements(p->'samples');
  DELETE FROM salience.topic_samples WHERE agent_id = p->>'agentId' AND model_id = p->>'modelId' AND id <= (
    SELECT id FROM salience.topic_samples WHERE agent_id = p->>'agentId' AND model_id = p->>'modelId'
    ORDER BY id DESC OFFSET (p->>'keep')::integer LIMIT 1);
END $$;
