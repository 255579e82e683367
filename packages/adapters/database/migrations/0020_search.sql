-- Why: search took most of its time with taking apart the words of what matched, and with making and copying the answer's document
-- three times. How often a word stands in a text is now read from its rank, what nobody looks at is not told, and the answer is
-- written once. This is the whole search by words: recall_memories asks evidence_for, graph_evidence and match_thoughts.
-- Lock: none beyond catalog rows. Safe with the previous image: yes, find_memories answers as before. match_memories and find_told
-- stay for calls of it that are under way; nothing calls them from now on.

-- How often a word stands in a text, exactly: at most 255, as often as a vector of words keeps it. With equal weights the rank of one
-- word is 1 + 1/4 + 1/9 + ... for as many times as it stands there, as a share of where that sum would end; the sum tells the number.
CREATE FUNCTION salience.word_frequency(p_search tsvector, p_word tsquery) RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
  SELECT round(1 / (1.64493406685 * (1 - ts_rank('{1,1,1,1}', p_search, p_word)::double precision)) - 0.5)
$$;
--> statement-breakpoint
-- Which exchanges, facts, episodes and concepts speak of a question, and how much: the evidence that words give, with the owner's
-- eyes, because row-level security keeps the planner from full-text indexes (their operators may tell what they compare); it gives
-- places and numbers, no text, for the agent that the caller speaks for. `near` are items that the question leads to otherwise, by
-- concepts or by meaning, the best first: they come too, whatever their words, of exchanges half as many again as by words. What was
-- said or made after p_until does not come; null is no limit. Candidates come from the question's rarest words, as many as a fifteenth
-- of the exchanges hold together; common ones count in the score alone. kind 'session' rows are the stretches of talk (three hours
-- without a word end one) around exchanges that come, with what the question's words find in all of it: id is the thread, from_at and
-- to_at the stretch.
CREATE FUNCTION salience.evidence_for(p_agent text, p_query text, p_pool integer, p_kinds text[], p_thread text, p_except_turn text,
  p_near text[], p_until timestamptz)
RETURNS TABLE (kind text, id text, words double precision, neighbours double precision, speaks boolean, from_at timestamptz, to_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER
-- Only bitmaps: they need a condition that the index can answer, so nothing is ever walked from end to end.
SET search_path = salience, pg_temp SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
SET plan_cache_mode = 'force_generic_plan' SET jit = off AS $$
#variable_conflict use_column
DECLARE
  v_names text[];
  v_words tsquery[];
  v_idfs double precision[];
  v_total double precision;
  v_query tsquery;
  v_documents double precision;
  v_avg double precision;
BEGIN
  IF p_agent IS DISTINCT FROM current_setting('app.agent', true) THEN
    RAISE EXCEPTION 'memory of agent % was asked for on behalf of another', p_agent;
  END IF;
  SELECT greatest(m.documents, 10), greatest(m.lexemes::double precision / m.documents, 1) INTO v_documents, v_avg
  FROM memory_stats m WHERE m.agent_id = p_agent;
  v_documents := coalesce(v_documents, 10);
  v_avg := coalesce(v_avg, 8);
  v_names := salience.speakers_in(p_agent, p_query);
  SELECT array_agg(t.word), array_agg(t.idf), sum(t.idf),
    (string_agg(t.word::text, ' | ') FILTER (
      WHERE t.place = 1 OR t.idf >= 0.3 * t.top
        AND t.held <= greatest(100, least(v_documents / 15, CASE WHEN p_thread IS NULL THEN 300 ELSE 3000 END))))::tsquery
  INTO v_words, v_idfs, v_total, v_query
  FROM (
    SELECT ('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''')::tsquery AS word, idf,
      max(idf) OVER rarest_first AS top, sum(df) OVER rarest_first AS held, row_number() OVER rarest_first AS place
    FROM (
      SELECT d.lexeme, d.df, ln(1 + (v_documents - d.df + 0.5) / (d.df + 0.5)) AS idf
      FROM (
        SELECT q.lexeme, coalesce((SELECT s.documents FROM term_stats s WHERE s.agent_id = p_agent AND s.lexeme = q.lexeme), 0) AS df
        FROM unnest(to_tsvector('english', p_query)) q OFFSET 0
      ) d
      WHERE d.df <= v_documents AND (v_names IS NULL OR NOT EXISTS (
        SELECT 1 FROM unnest(to_tsvector('english', array_to_string(v_names, ' '))) n WHERE n.lexeme = d.lexeme))
      OFFSET 0
    ) weighed WINDOW rarest_first AS (ORDER BY df, lexeme)
  ) t;

  IF p_kinds IS NULL OR 'exchange' = ANY (p_kinds) THEN
    RETURN QUERY
    WITH terms AS MATERIALIZED (
      SELECT t.idf, t.word, 1::bigint << least(62, t.n::integer) AS bit
      FROM unnest(v_idfs, v_words) WITH ORDINALITY AS t(idf, word, n)
    ), matched AS MATERIALIZED (
      SELECT e.thread_id, e.seq, e.said_at, s.b, s.mask FROM (
        SELECT thread_id, seq, said_at, search, 0.9::double precision * (0.6 + 0.4 * length(search)::double precision / v_avg) AS damped
        FROM exchanges
        WHERE search @@ v_query AND agent_id || '' = p_agent
          AND (p_thread IS NULL OR thread_id = p_thread) AND (p_except_turn IS NULL OR turn_id <> p_except_turn)
          AND (p_until IS NULL OR said_at <= p_until)
        LIMIT 1000
      ) e CROSS JOIN LATERAL (
        -- BM25 with k1 0.9 and b 0.4.
        SELECT least(1, sum(f.idf * f.tf * 1.9 / (f.tf + e.damped)) / v_total) AS b, bit_or(f.bit) AS mask
        FROM (SELECT t.idf, t.bit, salience.word_frequency(e.search, t.word) AS tf FROM terms t OFFSET 0) f WHERE f.tf > 0
      ) s ORDER BY s.b DESC LIMIT 400
    ), near AS MATERIALIZED (
      SELECT e.thread_id, e.seq FROM exchanges e WHERE e.id = ANY (p_near) AND e.agent_id || '' = p_agent
        AND (p_thread IS NULL OR e.thread_id = p_thread) AND (p_except_turn IS NULL OR e.turn_id <> p_except_turn)
        AND (p_until IS NULL OR e.said_at <= p_until)
      ORDER BY array_position(p_near, e.id) LIMIT p_pool * 3 / 2
    ), summed AS MATERIALIZED (
      SELECT thread_id, seq, sum(own) AS words, least(1, sum(close)) AS neighbours, bool_or(meant) AS meant FROM (
        SELECT thread_id, seq, b AS own, 0.0::double precision AS close, false AS meant FROM matched
        UNION ALL SELECT thread_id, seq + 1, 0, 0.6 * b, false FROM matched
        UNION ALL SELECT thread_id, seq + 2, 0, 0.3 * b, false FROM matched
        UNION ALL SELECT thread_id, seq - 1, 0, 0.3 * b, false FROM matched
        UNION ALL SELECT thread_id, seq, 0, 0, true FROM near
      ) spread GROUP BY thread_id, seq
    ), chosen AS (
      SELECT thread_id, seq, words, neighbours FROM summed WHERE meant
      UNION ALL
      SELECT thread_id, seq, words, neighbours FROM (
        SELECT * FROM summed ORDER BY words + neighbours DESC, thread_id, seq LIMIT p_pool) best WHERE NOT meant
    ), found AS MATERIALIZED (
      SELECT e.id, e.thread_id, e.said_at, s.words, s.neighbours, cardinality(v_names) = 1 AND lower(e.speaker) = v_names[1] AS speaks
      FROM chosen s JOIN exchanges e ON e.thread_id = s.thread_id AND e.seq = s.seq
      WHERE e.agent_id = p_agent AND (p_except_turn IS NULL OR e.turn_id <> p_except_turn) AND (p_until IS NULL OR e.said_at <= p_until)
    ), sat AS (
      SELECT thread_id, said_at, mask, count(*) FILTER (WHERE pause) OVER (PARTITION BY thread_id ORDER BY said_at, seq) AS nth FROM (
        SELECT *, said_at - lag(said_at) OVER (PARTITION BY thread_id ORDER BY said_at, seq) > interval '3 hours' AS pause
        FROM matched WHERE thread_id IN (SELECT f.thread_id FROM found f)) m
    )
    SELECT 'exchange', f.id, f.words, f.neighbours, f.speaks, NULL::timestamptz, NULL::timestamptz FROM found f
    UNION ALL
    SELECT 'session', x.thread_id,
      (SELECT coalesce(sum(t.idf), 0) / v_total FROM terms t WHERE x.mask & t.bit <> 0),
      0, false, x.from_at, x.to_at
    FROM (SELECT thread_id, min(said_at) AS from_at, max(said_at) AS to_at, bit_or(mask) AS mask FROM sat GROUP BY thread_id, nth) x
    WHERE EXISTS (SELECT 1 FROM found f WHERE f.thread_id = x.thread_id
      AND f.said_at BETWEEN x.from_at - interval '3 hours' AND x.to_at + interval '3 hours');
  END IF;
  IF p_kinds IS NULL OR 'fact' = ANY (p_kinds) THEN
    RETURN QUERY
    SELECT 'fact', f.id, c.share, 0.0::double precision, false, NULL::timestamptz, NULL::timestamptz FROM (
      SELECT id, search FROM facts
      WHERE search @@ v_query AND agent_id || '' = p_agent AND (p_thread IS NULL OR thread_id = p_thread)
        AND (p_until IS NULL OR said_at <= p_until) LIMIT 1000
    ) f CROSS JOIN LATERAL (SELECT sum(t.idf) / v_total AS share FROM unnest(v_idfs, v_words) AS t(idf, word) WHERE f.search @@ t.word) c
    ORDER BY c.share DESC, f.id DESC LIMIT greatest(1, p_pool / 3);
  END IF;
  IF p_kinds IS NULL OR 'episode' = ANY (p_kinds) THEN
    RETURN QUERY
    SELECT 'episode', p.id, coalesce(c.share, 0), 0.0::double precision, false, NULL::timestamptz, NULL::timestamptz FROM (
      (SELECT id, search FROM episodes
        WHERE search @@ v_query AND agent_id || '' = p_agent AND (p_thread IS NULL OR thread_id = p_thread)
          AND (p_until IS NULL OR ended_at <= p_until) LIMIT 1000)
      UNION SELECT id, search FROM episodes
        WHERE id = ANY (p_near) AND agent_id || '' = p_agent AND (p_thread IS NULL OR thread_id = p_thread)
          AND (p_until IS NULL OR ended_at <= p_until)
    ) p CROSS JOIN LATERAL (SELECT sum(t.idf) / v_total AS share FROM unnest(v_idfs, v_words) AS t(idf, word) WHERE p.search @@ t.word) c
    ORDER BY (p.id = ANY (p_near)) DESC, c.share DESC NULLS LAST, p.id DESC LIMIT greatest(1, p_pool / 3) + cardinality(p_near);
  END IF;
  IF (p_kinds IS NULL OR 'concept' = ANY (p_kinds)) AND p_thread IS NULL THEN
    RETURN QUERY
    SELECT 'concept', k.id, coalesce(c.share, 0), 0.0::double precision, false, NULL::timestamptz, NULL::timestamptz FROM (
      (SELECT id, search FROM concepts
        WHERE search @@ v_query AND agent_id || '' = p_agent AND (p_until IS NULL OR first_seen_at <= p_until) LIMIT 1000)
      UNION SELECT id, search FROM concepts
        WHERE id = ANY (p_near) AND agent_id || '' = p_agent AND (p_until IS NULL OR first_seen_at <= p_until)
    ) k CROSS JOIN LATERAL (SELECT sum(t.idf) / v_total AS share FROM unnest(v_idfs, v_words) AS t(idf, word) WHERE k.search @@ t.word) c
    ORDER BY (k.id = ANY (p_near)) DESC, c.share DESC NULLS LAST, k.id DESC LIMIT greatest(1, p_pool / 6) + cardinality(p_near);
  END IF;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION salience.evidence_for FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION salience.evidence_for TO salience_app;
--> statement-breakpoint
-- What memory holds on a question, with everything that ranking looks at: what is told, made of it and thought, by its words, near in
-- meaning or reached through concepts. p: {query, pool, kinds, threadId, exceptTurnId, near: [ids near in meaning], at (as of when; now
-- where it is not told), until (nothing that was said later), evidence, tellings}. Returns {items: [...], sessions: [{threadId, from,
-- to, words}], recent: [...]}: where no statement covers the given share of the question (0..1), the latest tellings come as `recent`.
CREATE FUNCTION salience.recall_memories(p_agent text, p jsonb) RETURNS json LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
DECLARE
  v_query text := lower(p->>'query');
  v_thread text := p->>'threadId';
  v_pool integer := (p->>'pool')::integer;
  v_at timestamptz := coalesce((p->>'at')::timestamptz, now());
  v_near text[] := ARRAY(SELECT jsonb_array_elements_text(p->'near'));
  v_kinds text[] := CASE WHEN jsonb_typeof(p->'kinds') = 'array' THEN ARRAY(SELECT jsonb_array_elements_text(p->'kinds')) END;
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
    ), items AS MATERIALIZED (
      SELECT 'exchange' AS kind, e.id, e.message AS text, e.reply, e.speaker, e.said_at AS at, e.thread_id, e.id AS exchange_id, e.topic_id,
        e.trust, e.source, e.seq, m.words, m.neighbours, m.speaks, NULL::real AS weight,
        EXISTS (SELECT FROM salience.chunks k, jsonb_array_elements(k.entities) n
          WHERE k.exchange_id = e.id AND position(lower(n->>'name') IN v_query) > 0) AS entity
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.exchanges x WHERE x.id = m.id OFFSET 0) e WHERE m.kind = 'exchange'
      UNION ALL
      SELECT 'fact', f.id,
        f.subject || ' ' || replace(f.key, '_', ' ') || ' ' || f.value || coalesce(' (until ' || f.valid_to::date || ')', ''),
        NULL, NULL, f.said_at, f.thread_id, f.exchange_id, NULL, f.trust, f.source, NULL, m.words, 0, false, f.confidence, false
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.facts x WHERE x.id = m.id OFFSET 0) f WHERE m.kind = 'fact'
      UNION ALL
      SELECT 'episode', e.id,
        e.gist || coalesce((SELECT ' Still open: ' || string_agg(x, '; ') FROM jsonb_array_elements_text(e.open_loops) x), ''),
        NULL, NULL, e.ended_at, e.thread_id, NULL, e.topic_id, e.trust, e.source, NULL, m.words, 0, false, e.salience, false
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.episodes x WHERE x.id = m.id OFFSET 0) e WHERE m.kind = 'episode'
      UNION ALL
      SELECT 'concept', c.id, c.name || coalesce(': ' || nullif(c.definition, ''), ' (' || c.kind || ')'), NULL, NULL,
        c.last_seen_at, l.thread_id, l.exchange_id, NULL, c.trust, c.source, NULL, m.words, 0, false, c.strength, false
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.concepts x WHERE x.id = m.id OFFSET 0) c
      -- Where it was mentioned last.
      CROSS JOIN LATERAL (SELECT f.exchange_id, (SELECT thread_id FROM salience.episodes x WHERE x.id = f.episode_id) AS thread_id
        FROM salience.concept_sources f WHERE f.concept_id = c.id ORDER BY f.seen_at DESC LIMIT 1) l WHERE m.kind = 'concept'
      UNION ALL
      SELECT 'thought', t.id, t.content, NULL, 'agent', t.created_at, t.thread_id, NULL,
        (SELECT e.topic_id FROM salience.episodes e WHERE e.id = t.grounding_episode_id), t.trust, t.source, NULL, m.words, 0, false,
        (1 - exp(-t.energy))::real, false
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
-- recall_memories as it was called before.
CREATE OR REPLACE FUNCTION salience.find_memories(p_agent text, p jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT salience.recall_memories(p_agent, p)::jsonb
$$;
