-- What is connected with the concepts that a text names, as things stood at p_at: {seeds: [{id, name, kind, definition, trust, at}], found:
-- [{id, name, kind, definition, energy, trust, at, way: [{id, from, type, to, since, until, trust}]}], ended: what of all this holds no
-- longer, as ended_statements says it; null for nothing}, strongest first; `at`: when it was defined. A definition is shown with the trust
-- of who gave it, a connection as link_views tells it.
CREATE OR REPLACE FUNCTION salience.associate_concepts(p_agent text, p_text text, p_depth integer, p_limit integer,
  p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_seeds text[];
  v_found jsonb;
  v_rests jsonb;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  v_seeds := ARRAY(SELECT DISTINCT n.concept_id FROM salience.named_concepts(p_agent, p_text) n ORDER BY 1 LIMIT 16);
  WITH reached AS MATERIALIZED (
    SELECT s.concept_id, s.energy, s.via FROM salience.spread_activation(p_agent,
      (SELECT jsonb_agg(jsonb_build_object('id', x, 'energy', 1)) FROM unnest(v_seeds) x), p_depth, 0.7, 0.3, p_at) s
    ORDER BY s.energy DESC, s.concept_id LIMIT p_limit
  ), links AS MATERIALIZED (
    SELECT * FROM salience.link_views(p_agent, ARRAY(SELECT v FROM reached r CROSS JOIN unnest(r.via) v), p_at)
  )
  SELECT jsonb_build_object(
    'seeds', coalesce((SELECT jsonb_agg(jsonb_build_object('id', c.id, 'at', coalesce(c.defined_at, c.last_seen_at), 'name', c.name, 'kind', c.kind, 'definition', c.definition, 'trust', c.trust)
      ORDER BY c.strength DESC, c.id) FROM salience.concepts c WHERE c.id = ANY (v_seeds)), '[]'),
    'found', coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', c.id, 'at', coalesce(c.defined_at, c.last_seen_at), 'name', c.name, 'kind', c.kind, 'definition', c.definition, 'energy', s.energy, 'trust', c.trust,
        'way', (SELECT jsonb_agg(jsonb_build_object('id', l.id, 'from', l.from_name, 'type', l.type, 'to', l.to_name, 'since', l.since, 'until', l.until,
            'trust', l.trust) ORDER BY v.n)
          FROM unnest(s.via) WITH ORDINALITY v(id, n) JOIN links l ON l.id = v.id)) ORDER BY s.energy DESC, c.id)
      FROM reached s JOIN salience.concepts c ON c.id = s.concept_id WHERE NOT c.id = ANY (v_seeds)), '[]')),
    (SELECT jsonb_agg(jsonb_build_object('id', l.id, 'kind', 'relation', 'exchange', e)) FROM links l LEFT JOIN unnest(l.exchanges) e ON true)
  INTO v_found, v_rests;
  RETURN v_found || jsonb_build_object('ended', CASE WHEN salience.has_ended(p_agent, p_at) THEN salience.ended_statements(p_agent,
    coalesce(v_rests, '[]') || coalesce((SELECT jsonb_agg(jsonb_build_object('id', value->>'id', 'kind', 'concept'))
      FROM jsonb_array_elements(v_found->'seeds' || v_found->'found')), '[]'), p_at) END);
END $$;
