-- The statements that had ended by p_at: the agent's latest, and those that the given items rest on. p_items: [{id, kind, exchange (where
-- it was said)}]. Returns {statements: as of ended_said, since: {item id: when the first of its sources was said}}. What items rest on is looked up
-- one by one and as the recall role, for the reasons of ended_said.
CREATE OR REPLACE FUNCTION salience.ended_statements(p_agent text, p_items jsonb, p_at timestamptz)
RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $$
DECLARE
  -- What rests on what, in pairs.
  v_ids text[];
  v_sources text[];
  v_since jsonb;
BEGIN
  IF p_agent IS DISTINCT FROM current_setting('app.agent', true) THEN
    RAISE EXCEPTION 'memory of agent % was asked for on behalf of another', p_agent;
  END IF;
  WITH items AS MATERIALIZED (
    SELECT DISTINCT x.id, x.kind, x.exchange FROM jsonb_to_recordset(p_items) x(id text, kind text, exchange text)
  ), made AS MATERIALIZED (
    -- The episode that an item was made from.
    SELECT i.id, i.id AS episode_id, NULL::timestamptz AS since FROM items i WHERE i.kind = 'episode'
    UNION ALL SELECT i.id, c.defined_by, c.defined_at FROM items i
      CROSS JOIN LATERAL (SELECT * FROM salience.concepts x WHERE x.id = i.id OFFSET 0) c WHERE i.kind = 'concept' AND c.agent_id = p_agent
    UNION ALL SELECT i.id, t.grounding_episode_id, NULL FROM items i
      CROSS JOIN LATERAL (SELECT * FROM salience.thoughts x WHERE x.id = i.id OFFSET 0) t WHERE i.kind = 'thought' AND t.agent_id = p_agent
  ), rests AS MATERIALIZED (
    SELECT i.id, i.exchange AS source FROM items i WHERE i.exchange IS NOT NULL AND i.kind NOT IN ('episode', 'concept', 'thought')
    UNION SELECT m.id, x.exchange_id FROM made m
      CROSS JOIN LATERAL (SELECT * FROM salience.episode_exchanges y WHERE y.episode_id = m.episode_id OFFSET 0) x WHERE x.agent_id = p_agent
    UNION SELECT i.id, s.exchange_id FROM items i
      CROSS JOIN LATERAL (SELECT * FROM salience.relation_sources y WHERE y.relation_id = i.id OFFSET 0) s
      WHERE i.kind = 'relation' AND s.agent_id = p_agent AND NOT s.denies AND s.exchange_id IS NOT NULL
  )
  SELECT r.ids, r.sources, coalesce((SELECT jsonb_object_agg(m.id, coalesce(m.since, p.started_at)) FROM made m
    CROSS JOIN LATERAL (SELECT * FROM salience.episodes x WHERE x.id = m.episode_id OFFSET 0) p WHERE p.agent_id = p_agent), '{}')
  INTO v_ids, v_sources, v_since
  FROM (SELECT array_agg(x.id) AS ids, array_agg(x.source) AS sources FROM rests x) r;

  RETURN jsonb_build_object('since', v_since, 'statements', salience.ended_said(p_agent, v_ids, v_sources, p_at));
END $$;

ALTER FUNCTION salience.ended_statements OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.ended_statements FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.ended_statements TO salience_app;
