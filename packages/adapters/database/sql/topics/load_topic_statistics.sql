-- The topic statistics of an agent, unless the caller already has that version.
CREATE OR REPLACE FUNCTION salience.load_topic_statistics(p_agent text, p_model text, p_known integer)
RETURNS TABLE(version integer, body bytea) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT t.version, t.body FROM salience.topic_statistics t
    WHERE t.agent_id = p_agent AND t.model_id = p_model AND t.version <> p_known;
END $$;
