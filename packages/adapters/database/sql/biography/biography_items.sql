-- The given items that still hold, with their text. A trait or relation with an end (valid_to) no longer holds. The trust of a
-- relation is the lowest of its own and of the names of its two concepts.
CREATE OR REPLACE FUNCTION salience.biography_items(p_agent text, p_ids text[])
RETURNS TABLE(id text, kind text, text text, at timestamptz, trust text, weight real, data jsonb) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT e.id, 'episode', e.gist, e.ended_at, e.trust, e.salience,
    jsonb_build_object('intent', e.intent, 'outcome', e.outcome, 'openLoops', e.open_loops, 'source', e.source)
  FROM salience.episodes e WHERE e.agent_id = p_agent AND e.id = ANY (p_ids)
  UNION ALL
  SELECT t.id, 'trait', t.value, t.last_seen_at, t.trust, t.confidence,
    jsonb_build_object('person', t.person, 'key', t.key, 'category', t.category, 'origin', t.origin, 'mentions', t.mentions)
  FROM salience.traits t WHERE t.agent_id = p_agent AND t.id = ANY (p_ids) AND t.valid_to IS NULL
  UNION ALL
  SELECT c.id, 'concept', c.name, c.last_seen_at, c.trust, c.strength,
    jsonb_build_object('type', c.kind, 'definition', c.definition, 'mentions', c.mentions)
  FROM salience.concepts c WHERE c.agent_id = p_agent AND c.id = ANY (p_ids)
  UNION ALL
  SELECT r.id, 'relation', f.name || ' ' || replace(r.type, '-', ' ') || ' ' || o.name, r.last_seen_at,
    salience.lowest_trust(r.trust, salience.name_trust_of(f), salience.name_trust_of(o)), r.strength,
    jsonb_build_object('from', f.name, 'to', o.name, 'type', r.type, 'mentions', r.mentions)
  FROM salience.relations r JOIN salience.concepts f ON f.id = r.from_id JOIN salience.concepts o ON o.id = r.to_id
  WHERE r.agent_id = p_agent AND r.id = ANY (p_ids) AND r.valid_to IS NULL;
END $$;
