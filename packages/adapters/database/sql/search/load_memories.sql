-- The memories that a search found, as ranking needs them. p: {found: [{kind, id, words (its share of the question's words)}],
-- kinds, threadId, until (nothing said later), tellings, asked ({keys, subjects}: keys of facts and their subjects, in lower case; facts
-- of these that hold come too)}. Returns {items: [...], recent: [...], more: [{id,
-- source}]}: with `tellings` the latest of them; `more` is what comes beside `found`, with the exchange that said it. On an item, `asked` marks a fact
-- that was asked for, `ended` one that no longer holds. Exchanges come with the trust of their reply and with `names`, of
-- what they name, in lower case; null without a chunk.
CREATE OR REPLACE FUNCTION salience.load_memories(p_agent text, p jsonb) RETURNS json LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  v_thread text := p->>'threadId';
  v_kinds text[] := CASE WHEN jsonb_typeof(p->'kinds') = 'array' THEN ARRAY(SELECT jsonb_array_elements_text(p->'kinds')) END;
  v_keys text[] := ARRAY(SELECT jsonb_array_elements_text(p->'asked'->'keys'));
  v_subjects text[] := ARRAY(SELECT jsonb_array_elements_text(p->'asked'->'subjects'));
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN (
    WITH matched AS MATERIALIZED (
      SELECT x.kind, x.id, x.words FROM jsonb_to_recordset(p->'found') x(kind text, id text, words double precision)
    ), asked AS MATERIALIZED (
      SELECT f.id FROM salience.facts f
      WHERE f.agent_id = p_agent AND lower(f.subject) = ANY (v_subjects) AND f.key = ANY (v_keys) AND f.valid_to IS NULL
        AND (v_kinds IS NULL OR 'fact' = ANY (v_kinds)) AND (v_thread IS NULL OR f.thread_id = v_thread)
        AND (p->>'until' IS NULL OR f.said_at <= (p->>'until')::timestamptz)
      ORDER BY f.said_at DESC, f.id DESC LIMIT 8
    ), items AS MATERIALIZED (
      SELECT 'exchange' AS kind, e.id, e.message AS text, e.reply, e.speaker, e.said_at AS at, e.thread_id, e.id AS exchange_id, e.topic_id,
        e.trust, e.reply_trust, e.source, e.seq, m.words, NULL::real AS weight,
        (SELECT ARRAY(SELECT lower(n->>'name') FROM jsonb_array_elements(k.entities) n WHERE n->>'name' IS NOT NULL)
          FROM salience.chunks k WHERE k.exchange_id = e.id) AS names, false AS asked, false AS ended
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.exchanges x WHERE x.id = m.id OFFSET 0) e
      WHERE m.kind = 'exchange' AND (v_thread IS NULL OR e.thread_id = v_thread)
      UNION ALL
      SELECT 'fact', f.id,
        f.subject || ' ' || replace(f.key, '_', ' ') || ' ' || f.value || coalesce(' (until ' || f.valid_to::date || ')', ''),
        NULL, NULL, f.said_at, f.thread_id, f.exchange_id, NULL, f.trust, NULL, f.source, NULL, m.words, f.confidence, NULL,
        f.id IN (SELECT a.id FROM asked a), f.valid_to IS NOT NULL
      FROM (SELECT w.id, w.words FROM matched w WHERE w.kind = 'fact'
        UNION ALL SELECT a.id, 0 FROM asked a WHERE a.id NOT IN (SELECT w.id FROM matched w WHERE w.kind = 'fact')) m
      CROSS JOIN LATERAL (SELECT * FROM salience.facts x WHERE x.id = m.id OFFSET 0) f
      UNION ALL
      SELECT 'episode', e.id,
        e.gist || coalesce((SELECT ' Still open: ' || string_agg(x, '; ') FROM jsonb_array_elements_text(e.open_loops) x), ''),
        -- When it last happened: then it was fresh.
        NULL, NULL, greatest(e.ended_at, (SELECT max(x.ended_at) FROM salience.episodes x WHERE x.repeats_of = e.id
          AND (p->>'until' IS NULL OR x.ended_at <= (p->>'until')::timestamptz))),
        e.thread_id, NULL, e.topic_id, e.trust, NULL, e.source, NULL, m.words, e.salience, NULL, false, false
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.episodes x WHERE x.id = m.id OFFSET 0) e
      WHERE m.kind = 'episode' AND e.repeats_of IS NULL AND (v_thread IS NULL OR e.thread_id = v_thread)
      UNION ALL
      SELECT 'concept', c.id, c.name || coalesce(': ' || nullif(c.definition, ''), ' (' || c.kind || ')'), NULL, NULL,
        c.last_seen_at, l.thread_id, l.exchange_id, NULL, c.trust, NULL, c.source, NULL, m.words, c.strength, NULL, false, false
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.concepts x WHERE x.id = m.id OFFSET 0) c
      -- Where it was last mentioned.
      CROSS JOIN LATERAL (SELECT f.exchange_id, (SELECT thread_id FROM salience.episodes x WHERE x.id = f.episode_id) AS thread_id
        FROM salience.concept_sources f WHERE f.concept_id = c.id ORDER BY f.seen_at DESC LIMIT 1) l
      WHERE m.kind = 'concept'
      UNION ALL
      SELECT 'thought', t.id, t.content, NULL, 'agent', t.created_at, t.thread_id, NULL,
        (SELECT e.topic_id FROM salience.episodes e WHERE e.id = t.grounding_episode_id), t.trust, NULL, t.source, NULL, m.words,
        (1 - exp(-t.energy))::real, NULL, false, false
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.thoughts x WHERE x.id = m.id OFFSET 0) t WHERE m.kind = 'thought'
    )
    SELECT json_build_object(
      'items', coalesce((SELECT json_agg(i) FROM (
        SELECT *, (SELECT a.last_at FROM salience.memory_accesses a WHERE a.agent_id = p_agent AND a.item_id = items.id) AS used_at FROM items) i), '[]'),
      'recent', told.recent,
      'more', (SELECT coalesce(json_agg(json_build_object('id', x.id, 'source', x.source)), '[]') FROM (
        SELECT i.id, i.exchange_id AS source FROM items i WHERE i.asked
        UNION ALL SELECT r->>'id', r->>'id' FROM jsonb_array_elements(told.recent) r) x
        WHERE x.id NOT IN (SELECT w.id FROM matched w)))
    FROM (SELECT CASE WHEN p ? 'tellings' THEN salience.recent_tellings(p_agent, (p->>'tellings')::integer) ELSE '[]' END AS recent OFFSET 0) told
  );
END $$;
