-- What activation may go along from the concepts that a text names, as things stood at p_at, for those who spread it themselves: {seeds: [id], edges: [{step, near, id,
-- node, strength}]}. Step 1 leads on from the seeds, along relations in both directions and to what was mentioned together with them, at least as strong as p_together; step 2
-- from what these lead to, along relations. What would fall below p_cut with p_decay a step is left out. The same edges as search has (packages/domain/memory, graph-edges.ts).
CREATE OR REPLACE FUNCTION salience.question_edges(p_agent text, p_text text, p_seeds integer, p_decay double precision, p_cut double precision,
  p_together double precision, p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_nestloop = off
SET jit = off
AS $$
DECLARE
  v_seeds text[];
  v_edges jsonb;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  v_seeds := ARRAY(SELECT DISTINCT n.concept_id FROM salience.named_concepts(p_agent, left(p_text, 2000)) n ORDER BY 1 LIMIT p_seeds);
  WITH first AS MATERIALIZED (
    SELECT s.near, e.id, e.node, e.strength FROM unnest(v_seeds) s(near) CROSS JOIN LATERAL (
      (SELECT r.id, r.to_id AS node, r.strength::double precision AS strength FROM salience.relations r
      WHERE r.from_id = s.near AND r.agent_id = p_agent AND r.valid_from <= p_at AND (r.valid_to IS NULL OR r.valid_to > p_at)
      ORDER BY r.strength DESC LIMIT 64)
      UNION ALL
      (SELECT r.id, r.from_id, r.strength FROM salience.relations r
      WHERE r.to_id = s.near AND r.agent_id = p_agent AND r.valid_from <= p_at AND (r.valid_to IS NULL OR r.valid_to > p_at)
      ORDER BY r.strength DESC LIMIT 64)
    ) e WHERE e.strength * p_decay >= p_cut
    UNION ALL
    SELECT t.near, t.id, t.node, t.strength FROM salience.mentioned_together(p_agent, v_seeds, p_together, p_at) t WHERE t.strength * p_decay >= p_cut
  ), second AS MATERIALIZED (
    SELECT s.near, e.id, e.node, e.strength
    FROM (SELECT f.node AS near, max(f.strength) * p_decay AS energy FROM first f GROUP BY f.node) s CROSS JOIN LATERAL (
      (SELECT r.id, r.to_id AS node, r.strength::double precision AS strength FROM salience.relations r
      WHERE r.from_id = s.near AND r.agent_id = p_agent AND r.valid_from <= p_at AND (r.valid_to IS NULL OR r.valid_to > p_at)
      ORDER BY r.strength DESC LIMIT 64)
      UNION ALL
      (SELECT r.id, r.from_id, r.strength FROM salience.relations r
      WHERE r.to_id = s.near AND r.agent_id = p_agent AND r.valid_from <= p_at AND (r.valid_to IS NULL OR r.valid_to > p_at)
      ORDER BY r.strength DESC LIMIT 64)
    ) e WHERE s.energy * e.strength * p_decay >= p_cut
  )
  SELECT coalesce(jsonb_agg(jsonb_build_object('step', a.step, 'near', a.near, 'id', a.id, 'node', a.node, 'strength', a.strength)), '[]') INTO v_edges
  FROM (SELECT 1 AS step, * FROM first UNION ALL SELECT 2, * FROM second) a;
  RETURN jsonb_build_object('seeds', to_jsonb(v_seeds), 'edges', v_edges);
END $$;
