-- The stored samples of an agent and a model, for learning its statistics.
CREATE OR REPLACE FUNCTION salience.load_topic_samples(p_agent text, p_model text)
RETURNS SETOF salience.topic_samples LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT * FROM salience.topic_samples WHERE agent_id = p_agent AND model_id = p_model ORDER BY id;
END $$;
