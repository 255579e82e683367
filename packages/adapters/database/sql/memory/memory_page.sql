-- A page of an agent's items, the latest first, each as memory_rows has it, with the turn that it was first said in (null where it was not).
-- p = {agentId, kinds, names, owner, from, to, at, id, limit}: of these kinds, from `from` on and before `to`, after the place (at, id) that the page
-- before ended with; left out: no bound. `names` (lower case): only what one of these said, or what is said of them; with `owner` what was said without a name
-- is theirs too. Times are compared in milliseconds, as a cursor holds them. Reads only, and counts no access.
CREATE OR REPLACE FUNCTION salience.memory_page(p jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql
SET jit = off
AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_kinds text[] := ARRAY(SELECT jsonb_array_elements_text(p->'kinds'));
  v_all boolean := NOT p ? 'names';
  v_names text[] := ARRAY(SELECT jsonb_array_elements_text(p->'names'));
  v_owner boolean := coalesce((p->>'owner')::boolean, false);
  v_from timestamptz := coalesce(p->>'from', '-infinity')::timestamptz;
  v_to timestamptz := coalesce(p->>'to', 'infinity')::timestamptz;
  v_at timestamptz := coalesce(p->>'at', 'infinity')::timestamptz;
  v_id text := coalesce(p->>'id', '');
  v_limit integer := (p->>'limit')::integer;
  v_concepts text[];
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  v_concepts := ARRAY(SELECT DISTINCT n.concept_id FROM salience.concept_names n WHERE n.agent_id = v_agent AND n.kind = 'person' AND n.key = ANY (v_names));
  RETURN QUERY
  SELECT r || jsonb_build_object('turn_id', (SELECT e.turn_id FROM salience.exchanges e WHERE e.agent_id = v_agent AND e.id = CASE l.kind
      WHEN 'exchange' THEN l.id WHEN 'gist' THEN r->'sources'->>0 WHEN 'fact' THEN r->'sources'->>0 WHEN 'trait' THEN r->'sources'->>0
      WHEN 'episode' THEN r->'sources'->>0 END))
  FROM (
    SELECT i.kind, i.id, i.at FROM (
      (SELECT 'exchange' AS kind, e.id, date_trunc('milliseconds', e.said_at) AS at FROM salience.exchanges e
      WHERE 'exchange' = ANY (v_kinds) AND e.agent_id = v_agent AND e.said_at >= v_from AND e.said_at < v_to
        AND (date_trunc('milliseconds', e.said_at), e.id) < (v_at, v_id) AND (v_all OR lower(btrim(e.speaker)) = ANY (v_names) OR (v_owner AND e.speaker IS NULL))
      ORDER BY 3 DESC, 2 DESC LIMIT v_limit)
      UNION ALL
      (SELECT 'gist', g.id, date_trunc('milliseconds', g.created_at) FROM salience.gists g
      WHERE 'gist' = ANY (v_kinds) AND g.agent_id = v_agent AND g.created_at >= v_from AND g.created_at < v_to
        AND (date_trunc('milliseconds', g.created_at), g.id) < (v_at, v_id)
        AND (v_all OR EXISTS (SELECT FROM salience.exchanges e WHERE e.id = g.exchange_id AND (lower(btrim(e.speaker)) = ANY (v_names) OR (v_owner AND e.speaker IS NULL))))
      ORDER BY 3 DESC, 2 DESC LIMIT v_limit)
      UNION ALL
      (SELECT 'fact', f.id, date_trunc('milliseconds', f.said_at) FROM salience.facts f
      WHERE 'fact' = ANY (v_kinds) AND f.agent_id = v_agent AND f.said_at >= v_from AND f.said_at < v_to
        AND (date_trunc('milliseconds', f.said_at), f.id) < (v_at, v_id) AND (v_all OR lower(f.subject) = ANY (v_names))
      ORDER BY 3 DESC, 2 DESC LIMIT v_limit)
      UNION ALL
      (SELECT 'trait', t.id, date_trunc('milliseconds', t.last_seen_at) FROM salience.traits t
      WHERE 'trait' = ANY (v_kinds) AND t.agent_id = v_agent AND t.last_seen_at >= v_from AND t.last_seen_at < v_to
        AND (date_trunc('milliseconds', t.last_seen_at), t.id) < (v_at, v_id) AND (v_all OR lower(t.person) = ANY (v_names))
      ORDER BY 3 DESC, 2 DESC LIMIT v_limit)
      UNION ALL
      (SELECT 'episode', s.id, date_trunc('milliseconds', s.ended_at) FROM salience.episodes s
      WHERE 'episode' = ANY (v_kinds) AND s.agent_id = v_agent AND s.ended_at >= v_from AND s.ended_at < v_to
        AND (date_trunc('milliseconds', s.ended_at), s.id) < (v_at, v_id)
        AND (v_all OR EXISTS (SELECT FROM salience.concept_sources c WHERE c.agent_id = v_agent AND c.episode_id = s.id AND c.concept_id = ANY (v_concepts))
          OR EXISTS (SELECT FROM salience.episode_exchanges x JOIN salience.exchanges e ON e.id = x.exchange_id
            WHERE x.episode_id = s.id AND (lower(btrim(e.speaker)) = ANY (v_names) OR (v_owner AND e.speaker IS NULL))))
      ORDER BY 3 DESC, 2 DESC LIMIT v_limit)
      UNION ALL
      (SELECT 'concept', c.id, date_trunc('milliseconds', c.last_seen_at) FROM salience.concepts c
      WHERE 'concept' = ANY (v_kinds) AND c.agent_id = v_agent AND c.last_seen_at >= v_from AND c.last_seen_at < v_to
        AND (date_trunc('milliseconds', c.last_seen_at), c.id) < (v_at, v_id) AND (v_all OR c.id = ANY (v_concepts))
      ORDER BY 3 DESC, 2 DESC LIMIT v_limit)
      UNION ALL
      (SELECT 'relation', l.id, date_trunc('milliseconds', l.last_seen_at) FROM salience.relations l
      WHERE 'relation' = ANY (v_kinds) AND l.agent_id = v_agent AND l.last_seen_at >= v_from AND l.last_seen_at < v_to
        AND (date_trunc('milliseconds', l.last_seen_at), l.id) < (v_at, v_id) AND (v_all OR l.from_id = ANY (v_concepts) OR l.to_id = ANY (v_concepts))
      ORDER BY 3 DESC, 2 DESC LIMIT v_limit)
      UNION ALL
      (SELECT 'thought', t.id, date_trunc('milliseconds', t.created_at) FROM salience.thoughts t
      WHERE 'thought' = ANY (v_kinds) AND t.agent_id = v_agent AND t.created_at >= v_from AND t.created_at < v_to
        AND (date_trunc('milliseconds', t.created_at), t.id) < (v_at, v_id)
        AND (v_all OR EXISTS (SELECT FROM salience.thought_concepts c WHERE c.thought_id = t.id AND c.concept_id = ANY (v_concepts)))
      ORDER BY 3 DESC, 2 DESC LIMIT v_limit)
      UNION ALL
      (SELECT 'autobiography', b.id, date_trunc('milliseconds', b.created_at) FROM salience.autobiographies b
      WHERE 'autobiography' = ANY (v_kinds) AND v_all AND b.agent_id = v_agent AND b.created_at >= v_from AND b.created_at < v_to
        AND (date_trunc('milliseconds', b.created_at), b.id) < (v_at, v_id)
      ORDER BY 3 DESC, 2 DESC LIMIT v_limit)
      UNION ALL
      (SELECT 'schedule', m.id, date_trunc('milliseconds', m.created_at) FROM salience.schedules m
      WHERE 'schedule' = ANY (v_kinds) AND m.agent_id = v_agent AND m.created_at >= v_from AND m.created_at < v_to
        AND (date_trunc('milliseconds', m.created_at), m.id) < (v_at, v_id)
        AND (v_all OR lower(btrim(m.speaker)) = ANY (v_names) OR (v_owner AND m.speaker IS NULL))
      ORDER BY 3 DESC, 2 DESC LIMIT v_limit)
      UNION ALL
      (SELECT 'listItem', i.id, date_trunc('milliseconds', i.created_at) FROM salience.list_items i
      WHERE 'listItem' = ANY (v_kinds) AND v_all AND i.agent_id = v_agent AND i.created_at >= v_from AND i.created_at < v_to
        AND (date_trunc('milliseconds', i.created_at), i.id) < (v_at, v_id)
      ORDER BY 3 DESC, 2 DESC LIMIT v_limit)
    ) i ORDER BY i.at DESC, i.id DESC LIMIT v_limit
  ) l CROSS JOIN LATERAL salience.memory_rows(v_agent, l.kind, '', 1, l.id) r
  ORDER BY l.at DESC, l.id DESC;
END $$;
