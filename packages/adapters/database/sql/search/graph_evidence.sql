-- Of an agent with p_documents exchanges: the exchanges, episodes and concepts reached from the concepts that a question names, scored
-- 0..1: for each of the 16 most active concepts its latest 20 mentions, and of each relation on the way its latest ten sources, of what was
-- mentioned together the latest ten exchanges.
CREATE OR REPLACE FUNCTION salience.graph_evidence(p_agent text, p_query text, p_at timestamptz, p_limit integer,
  p_documents double precision)
RETURNS TABLE(id text, graph double precision) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_bitmapscan = off
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  v_seeds jsonb;
  v_documents double precision := greatest(10, coalesce(p_documents, 10));
BEGIN
  SELECT jsonb_agg(jsonb_build_object('id', n.concept_id, 'energy', 1)) INTO v_seeds
  FROM (SELECT DISTINCT concept_id FROM salience.named_concepts(p_agent, left(p_query, 2000)) LIMIT 16) n;
  IF v_seeds IS NULL THEN RETURN; END IF;
  RETURN QUERY
  WITH active AS MATERIALIZED (
    -- What was mentioned together once says little; twice has a strength of 0.62.
    SELECT s.concept_id, s.energy, s.via,
      s.energy * least(1, ln(1 + v_documents / greatest(c.mentions, 1)) / ln(1 + v_documents)) AS share
    FROM salience.spread_activation(p_agent, v_seeds, 2, 0.7, 0.3, p_at, 0.6) s
    CROSS JOIN LATERAL (SELECT x.mentions FROM salience.concepts x WHERE x.id = s.concept_id AND x.agent_id = p_agent OFFSET 0) c
    ORDER BY s.energy DESC, s.concept_id LIMIT 16
  ), mentions AS MATERIALIZED (
    -- Naming the agent lets row-level security check it once and not at every row.
    SELECT a.concept_id, a.share, m.exchange_id, m.episode_id FROM active a CROSS JOIN LATERAL (
      SELECT f.exchange_id, f.episode_id FROM salience.concept_sources f WHERE f.concept_id = a.concept_id AND f.agent_id = p_agent
      ORDER BY f.seen_at DESC LIMIT 20) m
  ), pairs AS MATERIALIZED (
    -- The connections on the way that mentioned_together named, of which each concept is read once.
    SELECT DISTINCT v AS id, split_part(v, '+', 1) AS near, split_part(v, '+', 2) AS node FROM active a CROSS JOIN unnest(a.via) v
    WHERE strpos(v, '+') > 0
  ), together AS MATERIALIZED (
    SELECT p.id, h.exchange_id, row_number() OVER (PARTITION BY p.id ORDER BY h.seen_at DESC, h.exchange_id DESC) AS place
    FROM (SELECT DISTINCT near FROM pairs) n CROSS JOIN LATERAL (
      SELECT s.exchange_id, s.seen_at FROM salience.concept_sources s
      WHERE s.concept_id = n.near AND s.agent_id = p_agent AND s.exchange_id IS NOT NULL AND s.seen_at <= p_at
      ORDER BY s.seen_at DESC, s.exchange_id DESC LIMIT 64) h
    JOIN salience.concept_sources o ON o.agent_id = p_agent AND o.exchange_id = h.exchange_id
    JOIN pairs p ON p.near = n.near AND p.node = o.concept_id
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
    SELECT t.exchange_id, a.energy FROM together t JOIN active a ON t.id = ANY (a.via) WHERE t.place <= 10
    UNION ALL
    SELECT a.concept_id, a.energy FROM active a
  )
  SELECT s.id, 1 - exp(sum(ln(1 - least(s.share, 0.999)))) FROM shares s GROUP BY s.id ORDER BY 2 DESC, 1 LIMIT p_limit;
END $$;
