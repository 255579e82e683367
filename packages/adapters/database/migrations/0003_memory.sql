-- Why: storing a chunk or an episode is one idempotent transaction; searching memory is one round trip.
-- Safe with the previous image: yes, functions are only added.

-- Stores what was learned from an exchange, once. Returns {status: stored | known | no_exchange}.
CREATE FUNCTION salience.save_chunk(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_exchange salience.exchanges;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  UPDATE salience.exchanges SET chunk_state = 'chunked', chunk_error = NULL
  WHERE id = p->>'exchangeId' AND chunk_state <> 'chunked' RETURNING * INTO v_exchange;
  IF NOT FOUND THEN
    RETURN jsonb_build_object('status',
      CASE WHEN EXISTS (SELECT 1 FROM salience.exchanges WHERE id = p->>'exchangeId') THEN 'known' ELSE 'no_exchange' END);
  END IF;
  INSERT INTO salience.chunks (exchange_id, agent_id, thread_id, entities, model, created_at)
  VALUES (v_exchange.id, v_agent, v_exchange.thread_id, p->'entities', p->>'model', v_now);
  INSERT INTO salience.gists (id, agent_id, thread_id, exchange_id, type, content, confidence, trust, source, created_at)
  SELECT g->>'id', v_agent, v_exchange.thread_id, v_exchange.id, g->>'type', g->>'content', (g->>'confidence')::real,
    coalesce(g->>'trust', v_exchange.trust), v_exchange.source, v_now
  FROM jsonb_array_elements(p->'gists') g;
  INSERT INTO salience.facts (id, agent_id, thread_id, exchange_id, subject, key, value, confidence, trust, source, said_at, created_at)
  SELECT f->>'id', v_agent, v_exchange.thread_id, v_exchange.id, f->>'subject', f->>'key', f->>'value',
    (f->>'confidence')::real, v_exchange.trust, v_exchange.source, v_exchange.said_at, v_now
  FROM jsonb_array_elements(p->'facts') f;
  -- Sorted, so that two chunkers never wait for each other in a circle.
  INSERT INTO salience.term_stats (agent_id, lexeme, documents)
  SELECT v_agent, lexeme, 1 FROM unnest(v_exchange.search) ORDER BY lexeme
  ON CONFLICT (agent_id, lexeme) DO UPDATE SET documents = salience.term_stats.documents + 1;
  INSERT INTO salience.memory_stats (agent_id, documents, lexemes)
  VALUES (v_agent, 1, length(v_exchange.search))
  ON CONFLICT (agent_id) DO UPDATE SET documents = salience.memory_stats.documents + 1,
    lexemes = salience.memory_stats.lexemes + excluded.lexemes;
  RETURN jsonb_build_object('status', 'stored');
END $$;
--> statement-breakpoint
-- Stores the episode of a range, once. Returns {status: stored | known}.
CREATE FUNCTION salience.save_episode(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_range salience.ranges;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  UPDATE salience.ranges SET state = 'built', error = NULL WHERE id = p->>'rangeId' AND state <> 'built' RETURNING * INTO v_range;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'known'); END IF;
  INSERT INTO salience.episodes (id, agent_id, thread_id, range_id, first_exchange_id, last_exchange_id, topic_id, gist, intent,
    outcome, open_loops, salience, complete, trust, source, model, started_at, ended_at, created_at)
  VALUES (p->>'id', v_agent, v_range.thread_id, v_range.id, p->>'firstExchangeId', p->>'lastExchangeId', p->>'topicId',
    p->>'gist', p->>'intent', p->>'outcome', p->'openLoops', (p->>'salience')::real, (p->>'complete')::boolean, p->>'trust',
    p->>'source', p->>'model', (p->>'startedAt')::timestamptz, (p->>'endedAt')::timestamptz, v_now)
  ON CONFLICT (thread_id, first_exchange_id, last_exchange_id) DO NOTHING;
  RETURN jsonb_build_object('status', 'stored');
END $$;
--> statement-breakpoint
-- The word stems of a question that can be searched for, with their inverse document frequency
-- ln(1 + (N - df + 0.5) / (df + 0.5)). Names of people who speak in this memory are left out: they choose the speaker.
CREATE FUNCTION salience.query_terms(p_agent text, p_query text)
RETURNS TABLE (lexeme text, idf double precision) LANGUAGE sql STABLE AS $$
  SELECT q.lexeme, ln(1 + (n.documents - coalesce(t.documents, 0) + 0.5) / (coalesce(t.documents, 0) + 0.5))
  FROM unnest(to_tsvector('english', p_query)) q
  CROSS JOIN (SELECT greatest(coalesce((SELECT documents FROM salience.memory_stats WHERE agent_id = p_agent), 0), 10) AS documents) n
  LEFT JOIN salience.term_stats t ON t.agent_id = p_agent AND t.lexeme = q.lexeme
  WHERE coalesce(t.documents, 0) <= n.documents
$$;
--> statement-breakpoint
-- Full-text search over exchanges, facts and episodes of an agent in one weighted score, 0 to 1 like each of its factors.
-- words: BM25 (k1 0.9, b 0.4) divided by the question's total idf, so that scores compare between questions. neighbours: an
-- exchange inherits from those around it in its thread (0.6 previous, 0.3 the one before, 0.3 next). speaker: the question
-- names who said it and nobody else. states: it is not itself a question. weight: confidence of a fact, salience of an
-- episode. entity: the question names something the exchange is about. Every hit carries its factors.
-- Candidates come from the question's rarer words alone (at least 0.3 of the rarest one's idf): the common ones cost most and
-- decide nothing; they still count in the score.
CREATE FUNCTION salience.search_memory(p_agent text, p_query text, p_limit integer, p_kind text, p_thread text, p_before_turn text)
RETURNS jsonb LANGUAGE plpgsql
-- Planning this statement anew at each call would cost more than running it.
SET plan_cache_mode = 'force_generic_plan' AS $$
DECLARE
  v_names text[];
  v_name_lexemes text[];
  v_terms text[];
  v_idfs double precision[];
  v_total double precision;
  v_query tsquery;
  v_avg double precision;
BEGIN
  -- A write to the setting is needed although nothing else is written; it ends with the transaction.
  PERFORM set_config('app.agent', p_agent, true);
  SELECT array_agg(DISTINCT word) INTO v_names
  FROM unnest(regexp_split_to_array(lower(p_query), '[^[:alnum:]_-]+')) word
  WHERE length(word) > 1
    AND EXISTS (SELECT 1 FROM salience.exchanges WHERE agent_id = p_agent AND speaker IS NOT NULL AND lower(speaker) = word);
  SELECT array_agg(lexeme) INTO v_name_lexemes FROM unnest(to_tsvector('english', array_to_string(v_names, ' ')));
  SELECT array_agg(lexeme), array_agg(idf), sum(idf) INTO v_terms, v_idfs, v_total
  FROM salience.query_terms(p_agent, p_query) WHERE NOT lexeme = ANY (coalesce(v_name_lexemes, '{}'));
  IF v_terms IS NULL THEN RETURN '[]'::jsonb; END IF;
  SELECT string_agg('''' || replace(replace(x, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery INTO v_query FROM unnest(v_terms, v_idfs) AS t(x, idf)
  WHERE idf >= 0.3 * (SELECT max(i) FROM unnest(v_idfs) i);
  SELECT greatest(lexemes::double precision / documents, 1) INTO v_avg FROM salience.memory_stats WHERE agent_id = p_agent;
  v_avg := coalesce(v_avg, 8);

  RETURN (
    WITH matched AS (
      SELECT e.thread_id, e.seq, s.b FROM salience.exchanges e
      CROSS JOIN LATERAL (
        SELECT least(1, sum(v_idfs[array_position(v_terms, w.lexeme)] * cardinality(w.positions) * 1.9
          / (cardinality(w.positions) + 0.9 * (0.6 + 0.4 * length(e.search) / v_avg))) / v_total) AS b
        FROM unnest(e.search) w WHERE w.lexeme = ANY (v_terms)
      ) s
      WHERE (p_kind IS NULL OR p_kind = 'exchange') AND e.agent_id = p_agent AND e.search @@ v_query
        AND (p_thread IS NULL OR e.thread_id = p_thread) AND (p_before_turn IS NULL OR e.turn_id <> p_before_turn)
      ORDER BY s.b DESC LIMIT 400
    ), summed AS (
      SELECT thread_id, seq, sum(own) AS words, least(1, sum(near)) AS neighbours FROM (
        SELECT thread_id, seq, b AS own, 0.0::double precision AS near FROM matched
        UNION ALL SELECT thread_id, seq + 1, 0, 0.6 * b FROM matched
        UNION ALL SELECT thread_id, seq + 2, 0, 0.3 * b FROM matched
        UNION ALL SELECT thread_id, seq - 1, 0, 0.3 * b FROM matched
      ) spread GROUP BY thread_id, seq ORDER BY sum(own) + least(1, sum(near)) DESC LIMIT p_limit * 2 + 10
    ), hits AS (
      SELECT 'exchange' AS kind, e.id, e.message AS text, e.reply, e.speaker, e.said_at AS at, e.thread_id, e.id AS exchange_id,
        e.trust, e.source, e.seq, s.words, s.neighbours,
        CASE WHEN cardinality(v_names) = 1 AND lower(e.speaker) = v_names[1] THEN 1.0 ELSE 0.0 END AS speaks,
        CASE WHEN e.message LIKE '%?' THEN 0.0 ELSE 1.0 END AS states, 0.0::double precision AS weight
      FROM summed s JOIN salience.exchanges e ON e.thread_id = s.thread_id AND e.seq = s.seq AND e.agent_id = p_agent
      WHERE p_before_turn IS NULL OR e.turn_id <> p_before_turn
      UNION ALL
      (SELECT 'fact', f.id, f.subject || ' ' || replace(f.key, '_', ' ') || ' ' || f.value, NULL, NULL, f.said_at, f.thread_id,
        f.exchange_id, f.trust, f.source, NULL, c.share, 0, 0, 1, f.confidence
      FROM salience.facts f CROSS JOIN LATERAL (SELECT sum(v_idfs[array_position(v_terms, w.lexeme)]) / v_total AS share
        FROM unnest(f.search) w WHERE w.lexeme = ANY (v_terms)) c
      WHERE (p_kind IS NULL OR p_kind = 'fact') AND f.agent_id = p_agent AND f.search @@ v_query
        AND (p_thread IS NULL OR f.thread_id = p_thread)
      ORDER BY c.share DESC, f.id DESC LIMIT p_limit)
      UNION ALL
      (SELECT 'episode', p.id, p.gist || coalesce((SELECT ' Still open: ' || string_agg(x, '; ') FROM jsonb_array_elements_text(p.open_loops) x), ''),
        NULL, NULL, p.ended_at, p.thread_id, NULL, p.trust, p.source, NULL, c.share, 0, 0, 1, p.salience
      FROM salience.episodes p CROSS JOIN LATERAL (SELECT sum(v_idfs[array_position(v_terms, w.lexeme)]) / v_total AS share
        FROM unnest(p.search) w WHERE w.lexeme = ANY (v_terms)) c
      WHERE (p_kind IS NULL OR p_kind = 'episode') AND p.agent_id = p_agent AND p.search @@ v_query
        AND (p_thread IS NULL OR p.thread_id = p_thread)
      ORDER BY c.share DESC, p.id DESC LIMIT p_limit)
    ), named AS (
      SELECT h.*, CASE WHEN h.kind = 'exchange' AND EXISTS (
        SELECT 1 FROM salience.chunks k, jsonb_array_elements(k.entities) n
        WHERE k.exchange_id = h.id AND position(lower(n->>'name') IN lower(p_query)) > 0) THEN 1.0 ELSE 0.0 END AS entity
      FROM hits h
    ), scored AS (
      -- The weights add up to 1, so a score is 0 to 1 like each of its factors.
      SELECT *, 0.46 * words + 0.24 * neighbours + 0.22 * speaks + 0.03 * states + 0.02 * weight + 0.03 * entity AS score FROM named
      ORDER BY 0.46 * words + 0.24 * neighbours + 0.22 * speaks + 0.03 * states + 0.02 * weight + 0.03 * entity DESC, id DESC LIMIT p_limit
    )
    SELECT coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'id', id, 'text', text, 'reply', reply, 'speaker', speaker, 'at', at,
      'thread_id', thread_id, 'exchange_id', exchange_id, 'trust', trust, 'source', source, 'seq', seq,
      'score', round(score::numeric, 4), 'reasons', jsonb_build_object('words', round(words::numeric, 4),
        'neighbours', round(neighbours::numeric, 4), 'speaker', speaks, 'states', states, 'weight', round(weight::numeric, 4),
        'entity', entity)) ORDER BY score DESC, id DESC), '[]'::jsonb)
    FROM scored
  );
END $$;
--> statement-breakpoint
-- The latest exchanges that told a fact, newest first, in the shape of search hits: what there is to know when a question's
-- words lead nowhere.
CREATE FUNCTION salience.recent_tellings(p_agent text, p_limit integer) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_build_object('kind', 'exchange', 'id', e.id, 'text', e.message, 'reply', e.reply,
      'speaker', e.speaker, 'at', e.said_at, 'thread_id', e.thread_id, 'exchange_id', e.id, 'trust', e.trust,
      'source', e.source, 'seq', e.seq, 'score', 0.1, 'reasons', '{"recent": 1}'::jsonb) ORDER BY e.id DESC), '[]'::jsonb)
    FROM salience.exchanges e WHERE e.id IN (
      SELECT exchange_id FROM salience.facts WHERE agent_id = p_agent GROUP BY exchange_id ORDER BY exchange_id DESC LIMIT p_limit)
  );
END $$;
