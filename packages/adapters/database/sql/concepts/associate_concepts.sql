-- What is connected with the concepts that a text names, as things stood at p_at: {seeds: [{id, name, kind, definition, trust, at}], found:
-- [{id, name, kind, definition, energy, trust, at, way: [{id, from, type, to, since, until, trust}]}], ended: what of all this holds no
-- longer, as ended_statements says it; null for nothing}, strongest first; `at`: when it was defined. A definition is shown with the trust
-- of who gave it, a relation with the lowest trust of its own and of the names of its ends.
CREATE OR REPLACE FUNCTION salience.associate_concepts(p_agent text, p_text text, p_depth integer, p_limit integer,
  p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_seeds text[];
  v_found jsonb;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  v_seeds := ARRAY(SELECT DISTINCT n.concept_id FROM salience.named_concepts(p_agent, p_text) n ORDER BY 1 LIMIT 16);
  v_found := jsonb_build_object(
    'seeds', coalesce((SELECT jsonb_agg(jsonb_build_object('id', c.id, 'at', coalesce(c.defined_at, c.last_seen_at), 'name', c.name, 'kind', c.kind, 'definition', c.definition, 'trust', c.trust)
      ORDER BY c.strength DESC, c.id) FROM salience.concepts c WHERE c.id = ANY (v_seeds)), '[]'),
    'found', coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', c.id, 'at', coalesce(c.defined_at, c.last_seen_at), 'name', c.name, 'kind', c.kind, 'definition', c.definition, 'energy', s.energy, 'trust', c.trust,
        'way', (SELECT jsonb_agg(jsonb_build_object('id', r.id, 'from', f.name, 'type', r.type, 'to', t.name, 'since', r.valid_from, 'until', r.valid_to,
            'trust', salience.lowest_trust(r.trust, salience.name_trust_of(f), salience.name_trust_of(t))) ORDER BY v.n)
          FROM unnest(s.via) WITH ORDINALITY v(id, n) JOIN salience.relations r ON r.id = v.id
          JOIN salience.concepts f ON f.id = r.from_id JOIN salience.concepts t ON t.id = r.to_id)) ORDER BY s.energy DESC, c.id)
      FROM (SELECT * FROM salience.spread_activation(p_agent,
          (SELECT jsonb_agg(jsonb_build_object('id', x, 'energy', 1)) FROM unnest(v_seeds) x), p_depth, 0.7, 0.3, p_at)
        ORDER BY energy DESC, concept_id LIMIT p_limit) s
      JOIN salience.concepts c ON c.id = s.concept_id WHERE NOT c.id = ANY (v_seeds)), '[]'));
  RETURN v_found || jsonb_build_object('ended', CASE WHEN salience.has_ended(p_agent, p_at) THEN salience.ended_statements(p_agent, (
    SELECT jsonb_agg(jsonb_build_object('id', x.id, 'kind', x.kind)) FROM (
      SELECT value->>'id' AS id, 'concept' AS kind FROM jsonb_array_elements(v_found->'seeds' || v_found->'found')
      UNION SELECT w->>'id', 'relation' FROM jsonb_array_elements(v_found->'found') f, jsonb_array_elements(f->'way') w) x), p_at) END);
END $$;
