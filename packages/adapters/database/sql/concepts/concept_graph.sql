-- Concepts and what connects them, as they are shown: {nodes, edges}. Those of p_nodes, with the connections p_edges (ids of relations, or as mentioned_together names
-- them) and the strongest relations among them that held at p_at; without p_nodes the strongest p_limit concepts, with what was mentioned together besides. A node has the
-- latest five places where it was mentioned.
CREATE OR REPLACE FUNCTION salience.concept_graph(p_agent text, p_nodes text[], p_edges text[], p_limit integer, p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET jit = off
AS $$
DECLARE
  v_nodes text[] := p_nodes;
  v_edges text[] := p_edges;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  IF v_nodes IS NULL THEN
    v_nodes := ARRAY(SELECT c.id FROM salience.concepts c WHERE c.agent_id = p_agent AND c.first_seen_at <= p_at ORDER BY c.strength DESC, c.id LIMIT p_limit);
    v_edges := ARRAY(SELECT t.id FROM salience.mentioned_together(p_agent, v_nodes, 0.6, p_at) t
      WHERE t.node = ANY (v_nodes) AND t.near < t.node ORDER BY t.strength DESC, t.id LIMIT 200);
  END IF;
  v_edges := v_edges || ARRAY(SELECT r.id FROM salience.relations r
    WHERE r.agent_id = p_agent AND r.from_id = ANY (v_nodes) AND r.to_id = ANY (v_nodes) AND r.valid_from <= p_at AND (r.valid_to IS NULL OR r.valid_to > p_at)
      AND NOT r.id = ANY (v_edges)
    ORDER BY r.strength DESC, r.id LIMIT 200);
  RETURN jsonb_build_object(
    'nodes', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'kind', c.kind, 'definition', c.definition, 'trust', c.trust,
        'strength', c.strength, 'mentions', c.mentions, 'last_seen_at', c.last_seen_at, 'sources', (
          SELECT coalesce(jsonb_agg(jsonb_build_object('episode_id', s.episode_id, 'exchange_id', s.exchange_id, 'thread_id', e.thread_id, 'turn_id', e.turn_id,
            'at', s.seen_at, 'text', left(e.message, 200), 'trust', salience.lowest_trust(s.trust, coalesce(e.trust, s.trust))) ORDER BY s.seen_at DESC, s.exchange_id DESC), '[]')
          FROM (SELECT x.* FROM salience.concept_sources x WHERE x.concept_id = c.id AND x.agent_id = p_agent AND x.seen_at <= p_at
            ORDER BY x.seen_at DESC, x.exchange_id DESC LIMIT 5) s
          LEFT JOIN salience.exchanges e ON e.id = s.exchange_id))
      ORDER BY array_position(v_nodes, c.id::text)), '[]')
      FROM salience.concepts c WHERE c.agent_id = p_agent AND c.id = ANY (v_nodes)),
    'edges', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'from', coalesce(r.from_id, split_part(l.id, '+', 1)),
        'to', coalesce(r.to_id, split_part(l.id, '+', 2)), 'type', l.type, 'since', l.since, 'until', l.until, 'trust', l.trust,
        'strength', coalesce(r.strength, 1 - 0.5 * power(cardinality(l.exchanges), -0.4))) ORDER BY l.id), '[]')
      FROM salience.link_views(p_agent, v_edges, p_at) l LEFT JOIN salience.relations r ON r.id = l.id));
END $$;
