-- The topic of a turn: the given one, or a new one with the message's vector and trust. Never changes an existing topic; learn_topics
-- does.
CREATE OR REPLACE FUNCTION salience.save_topic(p_agent text, p_topic jsonb, p_now timestamptz) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_vector real[];
  v_id text;
BEGIN
  IF p_topic IS NULL OR p_topic = 'null'::jsonb THEN RETURN NULL; END IF;
  SELECT id INTO v_id FROM salience.topics WHERE id = p_topic->>'id' AND agent_id = p_agent;
  IF FOUND THEN RETURN v_id; END IF;
  v_vector := ARRAY(SELECT x::real FROM jsonb_array_elements_text(p_topic->'vector') x);
  -- A name that another thread took at this moment is the same topic.
  INSERT INTO salience.topics (id, agent_id, name, trust, model_id, centroid, salience, created_at, last_seen_at)
  VALUES (p_topic->>'id', p_agent, p_topic->>'name', coalesce(p_topic->>'trust', 'external'), p_topic->>'modelId', v_vector,
    coalesce((p_topic->>'salience')::real, 0.5), p_now, p_now)
  ON CONFLICT (agent_id, name) DO UPDATE SET message_count = salience.topics.message_count + 1,
    last_seen_at = greatest(salience.topics.last_seen_at, excluded.last_seen_at)
  RETURNING id INTO v_id;
  RETURN v_id;
END $$;
