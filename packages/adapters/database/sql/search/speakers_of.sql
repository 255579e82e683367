-- The names of all speakers of an agent's memory in lower case; a few hundred at most. Runs as the recall role: behind the tables'
-- policies no index over lower() can be used. Skips from name to name in the index, so the number of messages does not matter.
CREATE OR REPLACE FUNCTION salience.speakers_of(p_agent text) RETURNS text[] LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_bitmapscan = off
SET jit = off
AS $$
BEGIN
  IF p_agent IS DISTINCT FROM current_setting('app.agent', true) THEN
    RAISE EXCEPTION 'memory of agent % was asked for on behalf of another', p_agent;
  END IF;
  RETURN ARRAY(
    WITH RECURSIVE named(name) AS (
      (SELECT lower(e.speaker) FROM salience.exchanges e WHERE e.agent_id = p_agent AND e.speaker IS NOT NULL
        ORDER BY e.agent_id, lower(e.speaker) LIMIT 1)
      UNION ALL
      SELECT (SELECT lower(e.speaker) FROM salience.exchanges e WHERE e.agent_id = p_agent AND e.speaker IS NOT NULL
        AND lower(e.speaker) > n.name ORDER BY e.agent_id, lower(e.speaker) LIMIT 1)
      FROM named n WHERE n.name IS NOT NULL
    )
    SELECT name FROM named WHERE name IS NOT NULL LIMIT 500);
END $$;

ALTER FUNCTION salience.speakers_of OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.speakers_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.speakers_of TO salience_app;
