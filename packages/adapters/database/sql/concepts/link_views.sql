-- Connections of concepts as they are told, by the ids of relations and of what was mentioned together until p_at (`mentioned-with`):
-- between which names, since when and until when (null while it holds), with the lowest trust of its own and of the names of its ends.
-- `exchanges` is where both were mentioned, the latest first, as far as mentioned_together counts; null for a relation.
CREATE OR REPLACE FUNCTION salience.link_views(p_agent text, p_ids text[], p_at timestamptz)
RETURNS TABLE(id text, from_name text, type text, to_name text, since timestamptz, until timestamptz, trust text, exchanges text[])
LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT l.id, f.name, l.type, t.name, l.since, l.until,
    salience.lowest_trust(VARIADIC l.trusts || ARRAY[salience.name_trust_of(f), salience.name_trust_of(t)]), l.exchanges
  FROM (
    SELECT r.id, r.from_id, r.to_id, r.type, r.valid_from AS since, r.valid_to AS until, ARRAY[r.trust] AS trusts, NULL::text[] AS exchanges
    FROM salience.relations r WHERE r.agent_id = p_agent AND r.id = ANY (p_ids)
    UNION ALL
    SELECT c.id, c.near, c.node, 'mentioned-with', min(m.seen_at), NULL, array_agg(m.near_trust) || array_agg(m.node_trust),
      array_agg(m.exchange_id ORDER BY m.seen_at DESC, m.exchange_id DESC)
    FROM (SELECT DISTINCT u AS id, split_part(u, '+', 1) AS near, split_part(u, '+', 2) AS node FROM unnest(p_ids) u WHERE strpos(u, '+') > 0) c
    CROSS JOIN LATERAL (
      SELECT h.exchange_id, h.seen_at, h.trust AS near_trust, o.trust AS node_trust FROM (
        SELECT s.exchange_id, s.seen_at, s.trust FROM salience.concept_sources s
        WHERE s.concept_id = c.near AND s.agent_id = p_agent AND s.exchange_id IS NOT NULL AND s.seen_at <= p_at
        ORDER BY s.seen_at DESC, s.exchange_id DESC LIMIT 64
      ) h JOIN salience.concept_sources o ON o.agent_id = p_agent AND o.exchange_id = h.exchange_id AND o.concept_id = c.node
    ) m GROUP BY c.id, c.near, c.node
  ) l JOIN salience.concepts f ON f.id = l.from_id JOIN salience.concepts t ON t.id = l.to_id;
END $$;
