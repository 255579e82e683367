-- The memories that a search found, as load_memories describes. With p.held ({from, to}, both included) as of that time:
-- for a fact that can end the values that held then replace the others (`held`: whether it did, or always or never did
-- if nothing else is known of its key). With p.until nothing said, made or mentioned later is included.
CREATE OR REPLACE FUNCTION salience.find_memories(p_agent text, p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_from timestamptz := (p->'held'->>'from')::timestamptz;
  v_to timestamptz := (p->'held'->>'to')::timestamptz;
  v_until timestamptz := (p->>'until')::timestamptz;
  v_found jsonb;
  v_items jsonb;
  v_more jsonb;
BEGIN
  IF v_to IS NULL THEN RETURN salience.load_memories(p_agent, p); END IF;
  v_found := salience.load_memories(p_agent, p);
  WITH items AS MATERIALIZED (
    SELECT value AS item, value->>'kind' AS kind, value->>'id' AS id FROM jsonb_array_elements(v_found->'items')
  ), facts AS MATERIALIZED (
    SELECT i.item, f.id, lower(f.subject) AS subject, f.key, lower(f.value) AS value, f.single_valued,
      f.single_valued OR f.valid_to IS NOT NULL AS bounded,
      coalesce(f.valid_from, f.said_at) <= v_to AND (f.valid_to IS NULL OR f.valid_to > v_from) AS held
    FROM items i CROSS JOIN LATERAL (SELECT * FROM salience.facts x WHERE x.id = i.id OFFSET 0) f WHERE i.kind = 'fact'
  ), instead AS MATERIALIZED (
    -- The first time that each value was said.
    SELECT DISTINCT ON (k.subject, k.key, lower(f.value)) k.subject, k.key, lower(f.value) AS value, k.words, f.id
    FROM (SELECT subject, key, min((item->>'words')::double precision) AS words FROM facts WHERE single_valued GROUP BY 1, 2) k
    JOIN salience.facts f ON f.agent_id = p_agent AND lower(f.subject) = k.subject AND f.key = k.key
    WHERE f.single_valued AND coalesce(f.valid_from, f.said_at) <= v_to AND (f.valid_to IS NULL OR f.valid_to > v_from)
      AND (p->>'threadId' IS NULL OR f.thread_id = p->>'threadId')
    ORDER BY k.subject, k.key, lower(f.value), f.said_at, f.id
  ), told AS (
    SELECT f.item || CASE WHEN f.bounded THEN jsonb_build_object('held', f.held) ELSE '{}' END AS item FROM facts f
    WHERE f.held OR (v_until IS NULL AND NOT EXISTS (SELECT 1 FROM instead o WHERE o.subject = f.subject AND o.key = f.key))
    UNION ALL
    SELECT jsonb_build_object('kind', 'fact', 'id', f.id, 'text', salience.fact_text(f), 'reply', NULL, 'speaker', NULL, 'at', f.said_at,
      'thread_id', f.thread_id, 'exchange_id', f.exchange_id, 'topic_id', NULL, 'trust', f.trust, 'source', f.source, 'seq', NULL,
      'words', o.words, 'weight', f.confidence, 'names', NULL, 'used_at', a.last_at,
      'held', true)
    FROM instead o JOIN salience.facts f ON f.id = o.id
    LEFT JOIN salience.memory_accesses a ON a.agent_id = p_agent AND a.item_id = f.id
    WHERE NOT EXISTS (SELECT 1 FROM facts k WHERE k.held AND k.subject = o.subject AND k.key = o.key AND k.value = o.value)
    UNION ALL
    SELECT i.item FROM items i WHERE i.kind <> 'fact' AND v_until IS NULL
      -- A thought expires, so one that was live then may not be now.
      AND (i.kind <> 'thought' OR EXISTS (SELECT 1 FROM salience.thoughts t WHERE t.id = i.id AND t.expires_at > (p->>'at')::timestamptz))
    UNION ALL
    SELECT i.item FROM items i WHERE i.kind NOT IN ('fact', 'concept') AND (i.item->>'at')::timestamptz <= v_until
    UNION ALL
    SELECT i.item || jsonb_build_object('at', s.seen_at, 'exchange_id', s.exchange_id, 'thread_id', s.thread_id)
      || CASE WHEN c.defined_at > v_until THEN jsonb_build_object('text', c.name || ' (' || c.kind || ')') ELSE '{}' END
    FROM items i JOIN salience.concepts c ON c.id = i.id
    -- Where it had last been mentioned.
    CROSS JOIN LATERAL (SELECT x.seen_at, x.exchange_id, (SELECT e.thread_id FROM salience.episodes e WHERE e.id = x.episode_id) AS thread_id
      FROM salience.concept_sources x WHERE x.concept_id = c.id AND x.seen_at <= v_until ORDER BY x.seen_at DESC LIMIT 1) s
    WHERE i.kind = 'concept'
  )
  SELECT jsonb_agg(item) INTO v_items FROM told;
  SELECT jsonb_agg(jsonb_build_object('id', i->'id', 'source', i->'exchange_id')) INTO v_more FROM jsonb_array_elements(v_items) i
  WHERE i->>'kind' = 'fact' AND i->>'id' NOT IN (SELECT f.id FROM jsonb_to_recordset(p->'found') f(id text));
  RETURN v_found || jsonb_build_object('items', coalesce(v_items, '[]'), 'more', (v_found->'more') || coalesce(v_more, '[]'));
END $$;
