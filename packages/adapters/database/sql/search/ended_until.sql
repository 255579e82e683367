-- The first time after p_at at which other statements of an agent will have ended last, or something else will hold instead of them, though
-- nothing is written; null for never. Runs as the recall role for the reason of ended_said.
CREATE OR REPLACE FUNCTION salience.ended_until(p_agent text, p_at timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $$
BEGIN
  IF p_agent IS DISTINCT FROM current_setting('app.agent', true) THEN
    RAISE EXCEPTION 'memory of agent % was asked for on behalf of another', p_agent;
  END IF;
  RETURN least(
    (SELECT min(f.valid_to) FROM salience.facts f WHERE f.agent_id = p_agent AND f.valid_to > p_at),
    (SELECT min(t.valid_to) FROM salience.traits t WHERE t.agent_id = p_agent AND t.valid_to > p_at),
    (SELECT min(r.cancelled_at) FROM salience.schedules r WHERE r.agent_id = p_agent AND r.cancelled_at > p_at),
    (SELECT min(x.at) FROM (SELECT lower(l.subject) AS subject, l.key FROM salience.facts l
        WHERE l.agent_id = p_agent AND l.valid_to <= p_at ORDER BY l.valid_to DESC LIMIT 6) o
      CROSS JOIN LATERAL (SELECT * FROM salience.facts y WHERE y.agent_id = p_agent AND lower(y.subject) = o.subject AND y.key = o.key OFFSET 0) f
      CROSS JOIN LATERAL unnest(ARRAY[f.said_at, f.valid_from]) x(at) WHERE x.at > p_at),
    (SELECT min(t.valid_from) FROM (SELECT l.person FROM salience.traits l
        WHERE l.agent_id = p_agent AND l.valid_to <= p_at ORDER BY l.valid_to DESC LIMIT 6) o
      CROSS JOIN LATERAL (SELECT * FROM salience.traits y WHERE y.agent_id = p_agent AND y.person = o.person OFFSET 0) t WHERE t.valid_from > p_at));
END $$;

ALTER FUNCTION salience.ended_until OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.ended_until FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.ended_until TO salience_app;
