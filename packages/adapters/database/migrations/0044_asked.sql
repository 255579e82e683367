-- Why: search gives what the question asks for of somebody, however it is worded, and says of each fact whether it has ended; the audit
-- counts the exchanges in which there was nothing to keep, of which no model was asked.
-- Lock: none but the moment that replacing a function takes.
-- Safe with the previous image: yes, functions keep their signatures and only add to what they return.

-- As before. p.asked ({keys, subjects}: keys of facts, and whose, in lower case): facts of these that hold come too, whatever their words. Of
-- an item `asked`: it is one of those; `ended`: a fact that holds no longer.
CREATE OR REPLACE FUNCTION salience.recall_memories(p_agent text, p jsonb) RETURNS json LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
DECLARE
  v_query text := lower(p->>'query');
  v_thread text := p->>'threadId';
  v_pool integer := (p->>'pool')::integer;
  v_at timestamptz := coalesce((p->>'at')::timestamptz, now());
  v_near text[] := ARRAY(SELECT jsonb_array_elements_text(p->'near'));
  v_kinds text[] := CASE WHEN jsonb_typeof(p->'kinds') = 'array' THEN ARRAY(SELECT jsonb_array_elements_text(p->'kinds')) END;
  v_keys text[] := ARRAY(SELECT jsonb_array_elements_text(p->'asked'->'keys'));
  v_subjects text[] := ARRAY(SELECT jsonb_array_elements_text(p->'asked'->'subjects'));
  v_led text[];
  v_shares double precision[];
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  SELECT array_agg(g.id), array_agg(g.graph) INTO v_led, v_shares
  FROM salience.graph_evidence(p_agent, p->>'query', v_at, greatest(1, v_pool / 2)) g;
  RETURN (
    WITH matched AS MATERIALIZED (
      SELECT m.kind, m.id, m.words, m.neighbours, m.speaks, m.from_at, m.to_at
      FROM salience.evidence_for(p_agent, p->>'query', v_pool, v_kinds, v_thread, p->>'exceptTurnId',
        -- What concepts lead to is little and comes first.
        v_led || ARRAY(SELECT n FROM unnest(v_near) WITH ORDINALITY x(n, place) WHERE v_led IS NULL OR n <> ALL (v_led) ORDER BY place),
        (p->>'until')::timestamptz) m
      UNION ALL
      SELECT 'thought', m.id, m.words, 0, false, NULL, NULL
      FROM salience.match_thoughts(p_agent, p->>'query', v_near, greatest(1, v_pool / 8), v_thread, v_at) m
      WHERE v_query <> '' AND (v_kinds IS NULL OR 'thought' = ANY (v_kinds))
    ), asked AS MATERIALIZED (
      SELECT f.id FROM salience.facts f
      WHERE f.agent_id = p_agent AND lower(f.subject) = ANY (v_subjects) AND f.key = ANY (v_keys) AND f.valid_to IS NULL
        AND (v_kinds IS NULL OR 'fact' = ANY (v_kinds)) AND (v_thread IS NULL OR f.thread_id = v_thread)
        AND (p->>'until' IS NULL OR f.said_at <= (p->>'until')::timestamptz)
      ORDER BY f.said_at DESC, f.id DESC LIMIT 8
    ), items AS MATERIALIZED (
      SELECT 'exchange' AS kind, e.id, e.message AS text, e.reply, e.speaker, e.said_at AS at, e.thread_id, e.id AS exchange_id, e.topic_id,
        e.trust, e.reply_trust, e.source, e.seq, m.words, m.neighbours, m.speaks, NULL::real AS weight,
        EXISTS (SELECT FROM salience.chunks k, jsonb_array_elements(k.entities) n
          WHERE k.exchange_id = e.id AND position(lower(n->>'name') IN v_query) > 0) AS entity, false AS asked, false AS ended
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.exchanges x WHERE x.id = m.id OFFSET 0) e WHERE m.kind = 'exchange'
      UNION ALL
      SELECT 'fact', f.id,
        f.subject || ' ' || replace(f.key, '_', ' ') || ' ' || f.value || coalesce(' (until ' || f.valid_to::date || ')', ''),
        NULL, NULL, f.said_at, f.thread_id, f.exchange_id, NULL, f.trust, NULL, f.source, NULL, m.words, 0, false, f.confidence, false,
        f.id IN (SELECT a.id FROM asked a), f.valid_to IS NOT NULL
      FROM (SELECT w.id, w.words FROM matched w WHERE w.kind = 'fact'
        UNION ALL SELECT a.id, 0 FROM asked a WHERE a.id NOT IN (SELECT w.id FROM matched w WHERE w.kind = 'fact')) m
      CROSS JOIN LATERAL (SELECT * FROM salience.facts x WHERE x.id = m.id OFFSET 0) f
      UNION ALL
      SELECT 'episode', e.id,
        e.gist || coalesce((SELECT ' Still open: ' || string_agg(x, '; ') FROM jsonb_array_elements_text(e.open_loops) x), ''),
        -- When it happened last: then it was fresh.
        NULL, NULL, greatest(e.ended_at, (SELECT max(x.ended_at) FROM salience.episodes x WHERE x.repeats_of = e.id
          AND (p->>'until' IS NULL OR x.ended_at <= (p->>'until')::timestamptz))),
        e.thread_id, NULL, e.topic_id, e.trust, NULL, e.source, NULL, m.words, 0, false, e.salience, false, false, false
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.episodes x WHERE x.id = m.id OFFSET 0) e WHERE m.kind = 'episode'
      UNION ALL
      SELECT 'concept', c.id, c.name || coalesce(': ' || nullif(c.definition, ''), ' (' || c.kind || ')'), NULL, NULL,
        c.last_seen_at, l.thread_id, l.exchange_id, NULL, c.trust, NULL, c.source, NULL, m.words, 0, false, c.strength, false, false, false
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.concepts x WHERE x.id = m.id OFFSET 0) c
      -- Where it was mentioned last.
      CROSS JOIN LATERAL (SELECT f.exchange_id, (SELECT thread_id FROM salience.episodes x WHERE x.id = f.episode_id) AS thread_id
        FROM salience.concept_sources f WHERE f.concept_id = c.id ORDER BY f.seen_at DESC LIMIT 1) l WHERE m.kind = 'concept'
      UNION ALL
      SELECT 'thought', t.id, t.content, NULL, 'agent', t.created_at, t.thread_id, NULL,
        (SELECT e.topic_id FROM salience.episodes e WHERE e.id = t.grounding_episode_id), t.trust, NULL, t.source, NULL, m.words, 0, false,
        (1 - exp(-t.energy))::real, false, false, false
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.thoughts x WHERE x.id = m.id OFFSET 0) t WHERE m.kind = 'thought'
    )
    SELECT json_build_object(
      'items', coalesce((SELECT json_agg(i) FROM (
        SELECT *, CASE kind WHEN 'thought' THEN 0 ELSE coalesce(v_shares[array_position(v_led, id)], 0) END AS graph,
          (SELECT a.last_at FROM salience.memory_accesses a WHERE a.agent_id = p_agent AND a.item_id = items.id) AS used_at FROM items) i), '[]'),
      'sessions', coalesce((SELECT json_agg(json_build_object('threadId', m.id, 'from', m.from_at, 'to', m.to_at, 'words', m.words))
        FROM matched m WHERE m.kind = 'session'), '[]'),
      -- What was thought is no evidence of what was told.
      'recent', CASE WHEN p ? 'tellings' AND NOT EXISTS (SELECT FROM items WHERE kind <> 'thought'
          AND words >= (p->>'evidence')::double precision AND rtrim(text) NOT LIKE '%?')
        THEN salience.recent_tellings(p_agent, (p->>'tellings')::integer) ELSE '[]' END)
  );
END $$;
--> statement-breakpoint
-- As before, with `untold`: the exchanges in which code saw nothing to keep.
CREATE OR REPLACE FUNCTION salience.audit_sample(p_agent text, p_limit integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_items jsonb;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  SELECT coalesce(jsonb_agg(to_jsonb(i)), '[]') INTO v_items FROM (
    (SELECT 'gist' AS kind, g.content AS text, coalesce((SELECT e.speaker FROM salience.exchanges e WHERE e.id = g.exchange_id), '') AS of,
      greatest(g.created_at, (SELECT max(x.created_at) FROM salience.gists x WHERE x.repeats_of = g.id)) AS "seenAt", g.confidence AS strength, false AS explicit, false AS superseded,
      jsonb_build_array(g.exchange_id) AS sources FROM salience.gists g WHERE g.agent_id = p_agent AND g.repeats_of IS NULL ORDER BY g.id DESC LIMIT p_limit)
    UNION ALL
    (SELECT 'fact', f.value, f.subject || ' ' || f.key, f.said_at, f.confidence, f.explicit, f.valid_to IS NOT NULL,
      CASE WHEN f.exchange_id IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(f.exchange_id) END
    FROM salience.facts f WHERE f.agent_id = p_agent ORDER BY f.id DESC LIMIT p_limit)
    UNION ALL
    (SELECT 'trait', t.value, t.person || ' ' || t.key, t.last_seen_at, t.confidence, t.origin = 'explicit', t.valid_to IS NOT NULL,
      (SELECT coalesce(jsonb_agg(DISTINCT s.exchange_id), '[]') FROM salience.trait_sources s WHERE s.trait_id = t.id)
    FROM salience.traits t WHERE t.agent_id = p_agent ORDER BY t.id DESC LIMIT p_limit)
    UNION ALL
    (SELECT 'episode', p.gist, p.outcome, greatest(p.ended_at, (SELECT max(x.ended_at) FROM salience.episodes x WHERE x.repeats_of = p.id)),
      p.salience, false, false,
      (SELECT coalesce(jsonb_agg(x.exchange_id), '[]') FROM salience.episode_exchanges x WHERE x.episode_id = p.id)
    FROM salience.episodes p WHERE p.agent_id = p_agent AND p.repeats_of IS NULL ORDER BY p.id DESC LIMIT p_limit)
    UNION ALL
    (SELECT 'concept', c.name, c.kind, c.last_seen_at, c.strength, false, false,
      (SELECT coalesce(jsonb_agg(DISTINCT s.exchange_id) FILTER (WHERE s.exchange_id IS NOT NULL), '[]') FROM salience.concept_sources s WHERE s.concept_id = c.id)
    FROM salience.concepts c WHERE c.agent_id = p_agent ORDER BY c.id DESC LIMIT p_limit)
  ) i;
  RETURN jsonb_build_object('items', v_items,
    'exchanges', (SELECT coalesce(jsonb_object_agg(e.id, jsonb_build_object('said', e.message, 'speaker', e.speaker, 'replied', e.reply,
        'cites', coalesce(r.citations <> '[]', false))), '{}')
      FROM salience.exchanges e LEFT JOIN salience.replies r ON r.turn_id = e.turn_id
      WHERE e.id IN (SELECT DISTINCT s #>> '{}' FROM jsonb_array_elements(v_items) i, jsonb_array_elements(i->'sources') s)),
    'total', jsonb_build_object(
      'gist', (SELECT count(*) FROM salience.gists WHERE agent_id = p_agent AND repeats_of IS NULL), 'fact', (SELECT count(*) FROM salience.facts WHERE agent_id = p_agent),
      'trait', (SELECT count(*) FROM salience.traits WHERE agent_id = p_agent), 'episode', (SELECT count(*) FROM salience.episodes WHERE agent_id = p_agent AND repeats_of IS NULL),
      'concept', (SELECT count(*) FROM salience.concepts WHERE agent_id = p_agent)),
    'repeats', jsonb_build_object(
      'gist', (SELECT count(*) FROM salience.gists WHERE agent_id = p_agent AND repeats_of IS NOT NULL),
      'episode', (SELECT count(*) FROM salience.episodes WHERE agent_id = p_agent AND repeats_of IS NOT NULL)),
    'untold', (SELECT count(*) FROM salience.chunks WHERE agent_id = p_agent AND model = 'nothing-to-keep'),
    'failed', jsonb_build_object(
      'exchange', (SELECT count(*) FROM salience.exchanges WHERE agent_id = p_agent AND chunk_state = 'failed'),
      'range', (SELECT count(*) FROM salience.ranges WHERE agent_id = p_agent AND state = 'failed'),
      'episode', (SELECT count(*) FROM salience.episodes WHERE agent_id = p_agent AND concept_state = 'failed'),
      'experience', (SELECT count(*) FROM salience.experiences WHERE agent_id = p_agent AND state = 'failed')));
END $$;
