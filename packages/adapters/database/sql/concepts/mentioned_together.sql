-- What was mentioned in the same exchanges as the given concepts until p_at: connections that nobody stated, derived from where each was
-- mentioned. Of each concept its latest 64 exchanges count, and its 64 strongest connections are returned, of those at least as strong
-- as p_least. Where a relation between two was stated by then, that says how they are connected, and whether they still are: they are
-- left out. `id` names a connection from `near` to `node`, for link_views. The strength is that of what is mentioned again
-- (packages/domain/memory, strength.ts); the first time gives a half.
CREATE OR REPLACE FUNCTION salience.mentioned_together(p_agent text, p_concepts text[], p_least double precision, p_at timestamptz)
RETURNS TABLE(id text, near text, node text, strength double precision) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH heard AS MATERIALIZED (
    SELECT a.id, l.exchange_id, l.seen_at FROM unnest(p_concepts) a(id) CROSS JOIN LATERAL (
      SELECT s.exchange_id, s.seen_at FROM salience.concept_sources s
      WHERE s.concept_id = a.id AND s.agent_id = p_agent AND s.exchange_id IS NOT NULL AND s.seen_at <= p_at
      ORDER BY s.seen_at DESC, s.exchange_id DESC LIMIT 64) l
  ), counted AS MATERIALIZED (
    SELECT h.id AS near, o.concept_id AS node, max(h.seen_at) AS last_at, 1 - 0.5 * power(count(*)::double precision, -0.4) AS strength
    FROM heard h JOIN salience.concept_sources o ON o.agent_id = p_agent AND o.exchange_id = h.exchange_id
    WHERE o.concept_id <> h.id GROUP BY h.id, o.concept_id
  ), strongest AS MATERIALIZED (
    SELECT c.near, c.node, c.strength, row_number() OVER (PARTITION BY c.near ORDER BY c.strength DESC, c.last_at DESC, c.node) AS place
    FROM counted c WHERE c.strength >= p_least
  )
  SELECT c.near || '+' || c.node, c.near, c.node, c.strength FROM strongest c
  WHERE c.place <= 64 AND NOT EXISTS (
    -- Asked in two steps: one index has the relations that hold, another those that are over.
    SELECT FROM (VALUES (c.near, c.node), (c.node, c.near)) e(a, b) CROSS JOIN LATERAL (
      SELECT FROM salience.relations r
      WHERE r.agent_id = p_agent AND r.from_id = e.a AND r.to_id = e.b AND r.valid_from <= p_at AND r.valid_to IS NULL
      UNION ALL
      SELECT FROM salience.relations r
      WHERE r.agent_id = p_agent AND r.from_id = e.a AND r.to_id = e.b AND r.valid_from <= p_at AND r.valid_to IS NOT NULL) s);
END $$;
