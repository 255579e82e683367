-- What is stored of concepts that lost mentions, with what is left of these by the name that was used: how many, when first and last, by the
-- least and by the most trusted, and when these first used it. p = {agentId, ids}. The caller holds the agent's memory lock.
CREATE OR REPLACE FUNCTION salience.load_mentions(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_build_object('concept', to_jsonb(c) - 'search',
      'names', (SELECT coalesce(jsonb_agg(to_jsonb(n)), '[]') FROM salience.concept_names n WHERE n.concept_id = c.id),
      'heard', (SELECT coalesce(jsonb_agg(jsonb_build_object('key', h.key, 'mentions', h.mentions, 'first_at', h.first_at, 'last_at', h.last_at,
          'least', h.least, 'most', salience.trust_at(h.most), 'most_first_at', h.most_first_at)), '[]')
        FROM (SELECT s.key, count(*) AS mentions, min(s.seen_at) AS first_at, max(s.seen_at) AS last_at,
            salience.lowest_trust(VARIADIC array_agg(s.trust)) AS least, max(s.rank) AS most,
            min(s.seen_at) FILTER (WHERE s.rank = s.top) AS most_first_at
          FROM (SELECT m.*, salience.label_rank(m.trust) AS rank, max(salience.label_rank(m.trust)) OVER (PARTITION BY m.key) AS top
            FROM salience.concept_sources m WHERE m.concept_id = c.id) s GROUP BY s.key) h))), '[]')
    FROM salience.concepts c WHERE c.agent_id = p->>'agentId' AND c.id = ANY (ARRAY(SELECT jsonb_array_elements_text(p->'ids'))));
END $$;
