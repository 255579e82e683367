-- The exchanges, episodes and concepts reached from the concepts that a question names, scored 0..1: for each of the 32 most active
-- concepts its latest 50 mentions, and the sources of the relations on the way.
CREATE OR REPLACE FUNCTION salience.graph_evidence(p_agent text, p_query text, p_at timestamptz, p_limit integer)
RETURNS TABLE(id text, graph double precision) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_bitmapscan = off
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  v_seeds jsonb;
  v_documents double precision;
BEGIN
  SELECT jsonb_agg(jsonb_build_object('id', n.concept_id, 'energy', 1)) INTO v_seeds
  FROM (SELECT DISTINCT concept_id FROM salience.named_concepts(p_agent, left(p_query, 2000)) LIMIT 16) n;
  IF v_seeds IS NULL THEN RETURN; END IF;
  SELECT greatest(s.documents, 10) INTO v_documents FROM salience.memory_stats s WHERE s.agent_id = p_agent;
  v_documents := coalesce(v_documents, 10);
  RETURN QUERY
  WITH active AS MATERIALIZED (
    SELECT s.concept_id, s.energy, s.via,
      s.energy * least(1, ln(1 + v_documents / greatest(c.mentions, 1)) / ln(1 + v_documents)) AS share
    FROM salience.spread_activation(p_agent, v_seeds, 2, 0.7, 0.3, p_at) s
    CROSS JOIN LATERAL (SELECT x.mentions FROM salience.concepts x WHERE x.id = s.concept_id AND x.agent_id = p_agent OFFSET 0) c
    ORDER BY s.energy DESC, s.concept_id LIMIT 32
  ), mentions AS MATERIALIZED (
    -- Naming the agent lets row-level security check it once and not at every row.
    SELECT a.concept_id, a.share, m.exchange_id, m.episode_id FROM active a CROSS JOIN LATERAL (
      SELECT f.exchange_id, f.episode_id FROM salience.concept_sources f WHERE f.concept_id = a.concept_id AND f.agent_id = p_agent
      ORDER BY f.seen_at DESC LIMIT 50) m
  ), shares AS (
    SELECT m.exchange_id AS id, m.share FROM mentions m WHERE m.exchange_id IS NOT NULL
    UNION ALL
    SELECT m.episode_id, m.share FROM mentions m GROUP BY m.concept_id, m.episode_id, m.share
    UNION ALL
    SELECT m.exchange_id, a.energy FROM active a CROSS JOIN unnest(a.via) v CROSS JOIN LATERAL (
      SELECT f.exchange_id FROM salience.relation_sources f
      WHERE f.relation_id = v AND f.agent_id = p_agent AND f.exchange_id IS NOT NULL
      ORDER BY f.said_at DESC LIMIT 10) m
    UNION ALL
    SELECT a.concept_id, a.energy FROM active a
  )
  SELECT s.id, 1 - exp(sum(ln(1 - least(s.share, 0.999)))) FROM shares s GROUP BY s.id ORDER BY 2 DESC, 1 LIMIT p_limit;
END $$;
