-- What an agent's statistics are learned from: the latest messages that moved a topic's centre, the latest first, with their words. Runs as
-- the recall role and filters by agent itself, as `read_taught` does.
CREATE OR REPLACE FUNCTION salience.load_topic_samples(p_agent text, p_model text, p_limit integer)
RETURNS TABLE(topic_id text, vector bytea, message text) LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  IF p_agent IS DISTINCT FROM current_setting('app.agent', true) THEN
    RAISE EXCEPTION 'topics of agent % were asked for on behalf of another', p_agent;
  END IF;
  RETURN QUERY SELECT e.topic_id, e.vector, e.message FROM salience.turn_ends e
  WHERE e.agent_id = p_agent AND e.vector IS NOT NULL AND e.topic_id IS NOT NULL AND e.code_model_id = p_model
  ORDER BY e.written_xid DESC, e.exchange_id DESC LIMIT p_limit;
END $$;

ALTER FUNCTION salience.load_topic_samples OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.load_topic_samples FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.load_topic_samples TO salience_app;
