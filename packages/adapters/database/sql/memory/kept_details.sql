-- The rest of what is stored of an item, beside memory_rows: the span of words that supports it, details of its kind, how often it was
-- accessed, and how often it was repeated.
CREATE OR REPLACE FUNCTION salience.kept_details(p_agent text, p_kind text, p_id text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(CASE p_kind
    WHEN 'exchange' THEN (SELECT jsonb_build_object('sentiment', round(c.sentiment::numeric, 3), 'scope', c.scope, 'times', c.times,
        'grounds', c.grounds, 'refused', c.refused)
      FROM salience.chunks c WHERE c.exchange_id = p_id)
    WHEN 'gist' THEN (SELECT jsonb_build_object('half', g.half, 'start', g.span_start, 'end', g.span_end,
        'repeats_of', g.repeats_of) FROM salience.gists g WHERE g.id = p_id)
    WHEN 'fact' THEN (SELECT jsonb_build_object('half', f.half, 'start', f.span_start, 'end', f.span_end) FROM salience.facts f WHERE f.id = p_id)
    WHEN 'trait' THEN (SELECT jsonb_build_object('statements', jsonb_agg(jsonb_build_object('exchange_id', s.exchange_id, 'said_at', s.said_at,
        'value', s.value, 'ends', s.ends, 'half', s.half, 'start', s.span_start, 'end', s.span_end) ORDER BY s.said_at, s.id))
      FROM salience.trait_sources s WHERE s.trait_id = p_id)
    WHEN 'episode' THEN (SELECT jsonb_build_object('intent_type', e.intent_type, 'direction', e.direction, 'context', e.context,
        'action', e.action, 'emotion', e.emotion, 'factors', e.factors, 'durability', e.durability, 'refused', e.refused, 'repeats_of', e.repeats_of)
      FROM salience.episodes e WHERE e.id = p_id)
    WHEN 'relation' THEN (SELECT jsonb_build_object('confidence', r.confidence, 'denied',
        (SELECT count(*) FROM salience.relation_sources s WHERE s.relation_id = r.id AND s.denies)) FROM salience.relations r WHERE r.id = p_id)
    WHEN 'thought' THEN (SELECT jsonb_build_object('seed_concept_id', t.seed_concept_id, 'strategy', t.strategy, 'energy', t.energy,
        'strengthened', (SELECT jsonb_agg(jsonb_build_object('concept_id', d.concept_id, 'amount', d.amount, 'at', d.at))
          FROM salience.drift_reinforcements d WHERE d.thought_id = t.id AND d.agent_id = p_agent)) FROM salience.thoughts t WHERE t.id = p_id)
    END, '{}') || coalesce((SELECT jsonb_build_object('used', a.count, 'used_at', a.last_at) FROM salience.memory_accesses a
      WHERE a.agent_id = p_agent AND a.item_id = p_id), '{}')
    || coalesce((SELECT jsonb_build_object('repeated', count(*), 'repeated_at', max(said.at)) FROM (
        SELECT g.created_at AS at FROM salience.gists g WHERE p_kind = 'gist' AND g.repeats_of = p_id
        UNION ALL SELECT e.ended_at FROM salience.episodes e WHERE p_kind = 'episode' AND e.repeats_of = p_id) said HAVING count(*) > 0), '{}')
$$;
