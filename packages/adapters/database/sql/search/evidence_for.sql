-- The exchanges, facts, episodes and concepts that match a question by words, with their scores. Runs as the recall role, because
-- row-level security keeps the planner from full-text indexes (their operators might reveal what they compare); returns ids and
-- numbers, no text, for the caller's agent. `near` are items found by concepts or by meaning, best first: they are included whatever
-- their words, up to half as many exchanges again as by words. Nothing said or made after p_until is included; null is no limit.
-- Candidates come from the question's rarest words, up to a fifteenth of all exchanges; common words only affect the score. Rows of
-- kind 'session' are the stretches of talk (ended by three hours of silence) around the exchanges, with their word scores: id is the
-- thread, from_at and to_at the stretch. An episode that repeats another is left out. Uses only bitmap scans, which need an indexable
-- condition, so no index is ever read from end to end.
CREATE OR REPLACE FUNCTION salience.evidence_for(p_agent text, p_query text, p_pool integer, p_kinds text[],
  p_thread text, p_except_turn text, p_near text[], p_until timestamptz)
RETURNS TABLE(kind text, id text, words double precision, neighbours double precision, speaks boolean, from_at timestamptz, to_at timestamptz) LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_indexscan = off
SET enable_indexonlyscan = off
SET jit = off
AS $$
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
  SELECT greatest(m.documents, 10), greatest(m.lexemes::double precision / nullif(m.documents, 0), 1) INTO v_documents, v_avg
  FROM salience.memory_stats m WHERE m.agent_id = p_agent;
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
        SELECT q.lexeme, coalesce((SELECT s.documents FROM salience.term_stats s WHERE s.agent_id = p_agent AND s.lexeme = q.lexeme), 0) AS df
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
        FROM salience.exchanges
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
      SELECT e.thread_id, e.seq FROM salience.exchanges e WHERE e.id = ANY (p_near) AND e.agent_id || '' = p_agent
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
      FROM chosen s JOIN salience.exchanges e ON e.thread_id = s.thread_id AND e.seq = s.seq
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
      SELECT id, search FROM salience.facts
      WHERE search @@ v_query AND agent_id || '' = p_agent AND (p_thread IS NULL OR thread_id = p_thread)
        AND (p_until IS NULL OR said_at <= p_until) LIMIT 1000
    ) f CROSS JOIN LATERAL (SELECT sum(t.idf) / v_total AS share FROM unnest(v_idfs, v_words) AS t(idf, word) WHERE f.search @@ t.word) c
    ORDER BY c.share DESC, f.id DESC LIMIT greatest(1, p_pool / 3);
  END IF;
  IF p_kinds IS NULL OR 'episode' = ANY (p_kinds) THEN
    RETURN QUERY
    SELECT 'episode', p.id, coalesce(c.share, 0), 0.0::double precision, false, NULL::timestamptz, NULL::timestamptz FROM (
      (SELECT id, search FROM salience.episodes
        WHERE search @@ v_query AND agent_id || '' = p_agent AND (p_thread IS NULL OR thread_id = p_thread)
          AND (p_until IS NULL OR ended_at <= p_until) AND repeats_of IS NULL LIMIT 1000)
      UNION SELECT id, search FROM salience.episodes
        WHERE id = ANY (p_near) AND agent_id || '' = p_agent AND (p_thread IS NULL OR thread_id = p_thread)
          AND (p_until IS NULL OR ended_at <= p_until) AND repeats_of IS NULL
    ) p CROSS JOIN LATERAL (SELECT sum(t.idf) / v_total AS share FROM unnest(v_idfs, v_words) AS t(idf, word) WHERE p.search @@ t.word) c
    ORDER BY (p.id = ANY (p_near)) DESC, c.share DESC NULLS LAST, p.id DESC LIMIT greatest(1, p_pool / 3) + cardinality(p_near);
  END IF;
  IF (p_kinds IS NULL OR 'concept' = ANY (p_kinds)) AND p_thread IS NULL THEN
    RETURN QUERY
    SELECT 'concept', k.id, coalesce(c.share, 0), 0.0::double precision, false, NULL::timestamptz, NULL::timestamptz FROM (
      (SELECT id, search FROM salience.concepts
        WHERE search @@ v_query AND agent_id || '' = p_agent AND (p_until IS NULL OR first_seen_at <= p_until) LIMIT 1000)
      UNION SELECT id, search FROM salience.concepts
        WHERE id = ANY (p_near) AND agent_id || '' = p_agent AND (p_until IS NULL OR first_seen_at <= p_until)
    ) k CROSS JOIN LATERAL (SELECT sum(t.idf) / v_total AS share FROM unnest(v_idfs, v_words) AS t(idf, word) WHERE k.search @@ t.word) c
    ORDER BY (k.id = ANY (p_near)) DESC, c.share DESC NULLS LAST, k.id DESC LIMIT greatest(1, p_pool / 6) + cardinality(p_near);
  END IF;
END $$;

ALTER FUNCTION salience.evidence_for OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.evidence_for FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.evidence_for TO salience_app;
