-- The material for a thought that starts at a seed. p: {agentId, seedId, now, depth, decay, cut, thoughts}. Returns {seed (null if it
-- is gone), activated: [concepts with energy and driftedAt, strongest first, without the seed], links: [{id, from, type, to, trust}]
-- as in link_views, relations first, then the 64 strongest of what was mentioned together, episodes: [the five that share most
-- activation; of repeated ones the first], thoughts: [recent thoughts, newest first], ended: what of all this no longer holds, as in
-- ended_statements; null for nothing}.
CREATE OR REPLACE FUNCTION salience.drift_material(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_seed text := p->>'seedId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_ids text[];
  v_energies real[];
  v_links jsonb;
  v_rests jsonb;
  v_found jsonb;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  SELECT coalesce(array_agg(a.concept_id ORDER BY a.energy DESC, a.concept_id), '{}'),
    coalesce(array_agg(a.energy ORDER BY a.energy DESC, a.concept_id), '{}')
  INTO v_ids, v_energies
  FROM (
    SELECT s.concept_id, max(s.energy)::real AS energy FROM salience.spread_activation(v_agent,
      jsonb_build_array(jsonb_build_object('id', v_seed, 'energy', 1)), (p->>'depth')::integer, (p->>'decay')::real,
      (p->>'cut')::real, v_now) s
    WHERE s.concept_id <> v_seed GROUP BY s.concept_id ORDER BY 2 DESC, 1 LIMIT 40
  ) a;
  WITH ends AS MATERIALIZED (
    SELECT r.id, 0 AS kind, r.strength::double precision AS strength FROM salience.relations r
    WHERE r.agent_id = v_agent AND r.valid_to IS NULL AND r.from_id = ANY (v_ids || v_seed) AND r.to_id = ANY (v_ids || v_seed)
    UNION ALL
    (SELECT t.id, 1, t.strength FROM (
      -- What each of two reaches from the other is one connection.
      SELECT DISTINCT ON (least(m.near, m.node), greatest(m.near, m.node)) m.id, m.strength
      FROM salience.mentioned_together(v_agent, v_ids || v_seed, 0, v_now) m
      WHERE m.node = ANY (v_ids || v_seed)
      ORDER BY least(m.near, m.node), greatest(m.near, m.node), m.strength DESC, m.id) t
    ORDER BY t.strength DESC, t.id LIMIT 64)
  ), links AS MATERIALIZED (
    SELECT l.*, e.kind, e.strength FROM salience.link_views(v_agent, ARRAY(SELECT x.id FROM ends x), v_now) l JOIN ends e ON e.id = l.id
  )
  SELECT (SELECT jsonb_agg(jsonb_build_object('id', l.id, 'from', l.from_name, 'type', l.type, 'to', l.to_name, 'trust', l.trust)
      ORDER BY l.kind, l.strength DESC, l.id) FROM links l),
    (SELECT jsonb_agg(jsonb_build_object('id', l.id, 'kind', 'relation', 'exchange', x)) FROM links l LEFT JOIN unnest(l.exchanges) x ON true)
  INTO v_links, v_rests;
  v_found := jsonb_build_object(
    'seed', salience.drift_concept(v_agent, v_seed, 1),
    'activated', coalesce((SELECT jsonb_agg(salience.drift_concept(v_agent, u.id, u.energy) ORDER BY u.n)
      FROM unnest(v_ids, v_energies) WITH ORDINALITY AS u(id, energy, n)), '[]'),
    'links', coalesce(v_links, '[]'),
    'episodes', coalesce((SELECT jsonb_agg(jsonb_build_object('id', e.id, 'threadId', e.thread_id, 'gist', e.gist, 'intent', e.intent,
        'outcome', e.outcome, 'openLoops', e.open_loops, 'trust', e.trust, 'endedAt', e.ended_at, 'traceparent', e.traceparent, 'overlap', o.overlap)
        ORDER BY o.overlap DESC, e.ended_at DESC, e.id)
      FROM (
        SELECT s.episode_id, sum(u.energy) AS overlap FROM unnest(v_ids || v_seed, v_energies || 1::real) AS u(id, energy)
        JOIN (SELECT DISTINCT c.concept_id, coalesce(x.repeats_of, x.id) AS episode_id FROM salience.concept_sources c
          JOIN salience.episodes x ON x.id = c.episode_id WHERE c.agent_id = v_agent AND c.concept_id = ANY (v_ids || v_seed)) s
          ON s.concept_id = u.id
        GROUP BY s.episode_id ORDER BY 2 DESC, 1 DESC LIMIT 5
      ) o JOIN salience.episodes e ON e.id = o.episode_id AND e.agent_id = v_agent), '[]'),
    'thoughts', coalesce((SELECT jsonb_agg(t.content ORDER BY t.created_at DESC) FROM (
      SELECT content, created_at FROM salience.thoughts WHERE agent_id = v_agent AND expires_at > v_now
      ORDER BY created_at DESC LIMIT (p->>'thoughts')::integer) t), '[]'));
  RETURN v_found || jsonb_build_object('ended', CASE WHEN salience.has_ended(v_agent, v_now) THEN salience.ended_statements(v_agent,
    coalesce(v_rests, '[]') || (
    SELECT jsonb_agg(jsonb_build_object('id', x.id, 'kind', x.kind)) FROM (
      SELECT unnest(v_ids || v_seed) AS id, 'concept' AS kind
      UNION ALL SELECT value->>'id', 'episode' FROM jsonb_array_elements(v_found->'episodes')) x), v_now) END);
END $$;
