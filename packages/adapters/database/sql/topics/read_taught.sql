-- What `taught` says of an agent. Runs as the recall role and filters by agent itself, because row-level security keeps the planner from
-- the index.
CREATE OR REPLACE FUNCTION salience.read_taught(p_agent text, p_model text, p_from xid8)
RETURNS TABLE(turn_id text, topic_id text, xid xid8, said_at timestamptz, vector bytea) LANGUAGE plpgsql STABLE SECURITY DEFINER
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
  RETURN QUERY SELECT x.* FROM salience.taught(p_agent, p_model, p_from) x;
END $$;

ALTER FUNCTION salience.read_taught OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.read_taught FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.read_taught TO salience_app;
