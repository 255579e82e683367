-- Why: what is said again word for word (reminders that fire every day, questions that come again) was remembered again each time.
-- It is kept as a repetition of the first one now: shown with it, but no memory of its own. Only what is stored from now on can be
-- one: what "the same words" are is decided in the application, and nothing is read again for it.
-- Lock: gists and episodes for a moment, for columns without defaults; their indexes hold no row yet, and are built while writes wait
-- for one read of each table. Safe with the previous image: yes, it sends no key, and what it stores is a memory of its own.

-- What it says, by whom, from where and how far it is to be trusted, in one hash; null where nobody said it. Rows of one key repeat
-- the first of them that is left.
ALTER TABLE salience.gists ADD COLUMN said_key text, ADD COLUMN repeats_of text COLLATE "C" REFERENCES salience.gists(id) ON DELETE SET NULL;
--> statement-breakpoint
-- repeated_code: the sign code that it gets when it has to stand in for the first one: {modelId, code}.
ALTER TABLE salience.episodes ADD COLUMN said_key text, ADD COLUMN repeated_code jsonb,
  ADD COLUMN repeats_of text COLLATE "C" REFERENCES salience.episodes(id) ON DELETE SET NULL;
--> statement-breakpoint
CREATE INDEX gists_said ON salience.gists (agent_id, said_key) WHERE said_key IS NOT NULL AND repeats_of IS NULL;
--> statement-breakpoint
CREATE INDEX gists_repeats ON salience.gists (repeats_of, created_at) WHERE repeats_of IS NOT NULL;
--> statement-breakpoint
CREATE INDEX episodes_said ON salience.episodes (agent_id, said_key) WHERE said_key IS NOT NULL AND repeats_of IS NULL;
--> statement-breakpoint
CREATE INDEX episodes_repeats ON salience.episodes (repeats_of, ended_at) WHERE repeats_of IS NOT NULL;
--> statement-breakpoint
GRANT UPDATE (repeats_of) ON salience.gists TO salience_memory_chunker;
--> statement-breakpoint
GRANT UPDATE (repeats_of, repeated_code, told_version) ON salience.episodes TO salience_episodic;
--> statement-breakpoint
-- What tells what was said from what somebody else said, or the same from elsewhere. p_said: its words, or null.
CREATE FUNCTION salience.said_key(p_said text, p_speaker text, p_source text, p_trust text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT md5(coalesce(lower(p_speaker), '') || '|' || p_source || '|' || p_trust || '|' || p_said)
$$;
--> statement-breakpoint
-- Of gists with one key the earliest made is the first, the others repeat it. Whoever stores some or takes some away asks for it last
-- of all: an agent's are settled one transaction after another until its end, and nobody may wait for anything else in that time.
CREATE FUNCTION salience.settle_gists(p_agent text, p_keys text[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
BEGIN
  IF coalesce(cardinality(p_keys), 0) = 0 THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('repeated gists ' || p_agent, 0));
  WITH open AS MATERIALIZED (
    -- What is being deleted is waited for by nobody: whoever deletes settles what is left.
    SELECT id, said_key FROM salience.gists WHERE agent_id = p_agent AND said_key = ANY (p_keys) AND repeats_of IS NULL FOR KEY SHARE SKIP LOCKED
  ), later AS MATERIALIZED (
    SELECT id, first FROM (SELECT id, min(id) OVER (PARTITION BY said_key) AS first FROM open) o WHERE id <> first
  ), along AS MATERIALIZED (
    SELECT x.id, l.first FROM later l JOIN salience.gists x ON x.repeats_of = l.id FOR NO KEY UPDATE OF x SKIP LOCKED
  )
  UPDATE salience.gists g SET repeats_of = l.first FROM (TABLE later UNION ALL TABLE along) l WHERE g.id = l.id;
END $$;
--> statement-breakpoint
-- The same for episodes. A repetition is no news for the autobiography (version 0) and has no sign code; one that has become the first,
-- because that was forgotten, is and gets its own.
CREATE FUNCTION salience.settle_episodes(p_agent text, p_keys text[]) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_codes jsonb;
BEGIN
  IF coalesce(cardinality(p_keys), 0) = 0 THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('repeated episodes ' || p_agent, 0));
  WITH open AS MATERIALIZED (
    SELECT id, said_key FROM salience.episodes WHERE agent_id = p_agent AND said_key = ANY (p_keys) AND repeats_of IS NULL FOR KEY SHARE SKIP LOCKED
  ), later AS MATERIALIZED (
    SELECT id, first FROM (SELECT id, min(id) OVER (PARTITION BY said_key) AS first FROM open) o WHERE id <> first
  ), along AS MATERIALIZED (
    SELECT x.id, l.first FROM later l JOIN salience.episodes x ON x.repeats_of = l.id FOR NO KEY UPDATE OF x SKIP LOCKED
  )
  UPDATE salience.episodes e SET repeats_of = l.first, told_version = coalesce(e.told_version, 0) FROM (TABLE later UNION ALL TABLE along) l WHERE e.id = l.id;
  WITH held AS MATERIALIZED (
    SELECT id, repeated_code FROM salience.episodes
    WHERE agent_id = p_agent AND said_key = ANY (p_keys) AND repeats_of IS NULL AND (repeated_code IS NOT NULL OR told_version = 0)
  ), cleared AS (
    UPDATE salience.episodes e SET repeated_code = NULL, told_version = nullif(e.told_version, 0) FROM held h WHERE e.id = h.id
  )
  SELECT jsonb_agg(repeated_code || jsonb_build_object('id', id, 'kind', 'episode')) INTO v_codes FROM held WHERE repeated_code IS NOT NULL;
  IF v_codes IS NOT NULL THEN PERFORM salience.save_codes(p_agent, v_codes); END IF;
END $$;
--> statement-breakpoint
-- What is left of an agent's repetitions after some of its memory was deleted: where the first went, the next one takes its place.
CREATE FUNCTION salience.settle_repeats(p_agent text) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
BEGIN
  PERFORM salience.settle_episodes(p_agent, ARRAY(SELECT said_key FROM salience.episodes
    WHERE agent_id = p_agent AND said_key IS NOT NULL AND repeats_of IS NULL GROUP BY said_key HAVING count(*) > 1 OR bool_or(told_version = 0)));
  PERFORM salience.settle_gists(p_agent, ARRAY(SELECT said_key FROM salience.gists
    WHERE agent_id = p_agent AND said_key IS NOT NULL AND repeats_of IS NULL GROUP BY said_key HAVING count(*) > 1));
END $$;
--> statement-breakpoint
-- Stores what was learned from several exchanges of one agent, each once. Answers in the order asked: stored, known or
-- no_exchange. Traits, and the facts whose time follows from what was said, are settled in the same transaction; whatever several
-- chunkers wait for each other at is taken in one order. A payload without traits, times, sentiment, scope, spans and what its gists
-- say (`said`) is one of an older chunker.
CREATE OR REPLACE FUNCTION salience.save_chunks(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_agent text := p->0->>'agentId';
  v_ids text[];
  v_stored text[];
  v_item record;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  v_ids := ARRAY(SELECT value->>'exchangeId' FROM jsonb_array_elements(p));
  SELECT array_agg(id) INTO v_stored FROM (
    SELECT id FROM salience.exchanges WHERE id = ANY (v_ids) AND chunk_state <> 'chunked' ORDER BY id FOR UPDATE) open;
  UPDATE salience.exchanges SET chunk_state = 'chunked', chunk_error = NULL WHERE id = ANY (v_stored);
  IF v_stored IS NOT NULL THEN
    INSERT INTO salience.chunks (exchange_id, agent_id, thread_id, entities, sentiment, scope, times, next_at, grounds, refused, model,
      created_at)
    SELECT e.id, v_agent, e.thread_id, c->'entities', (c->>'sentiment')::real, c->>'scope', coalesce(c->'times', '[]'),
      (SELECT min((t->>'from')::timestamptz) FROM jsonb_array_elements(coalesce(c->'times', '[]')) t
        WHERE t->>'half' = 'message' AND (t->>'to')::timestamptz > e.said_at),
      coalesce(c->'grounds', '{}'), coalesce((c->>'refused')::integer, 0), c->>'model', (c->>'now')::timestamptz
    FROM jsonb_array_elements(p) c JOIN salience.exchanges e ON e.id = c->>'exchangeId' AND e.id = ANY (v_stored);
    INSERT INTO salience.gists (id, agent_id, thread_id, exchange_id, type, content, confidence, trust, source, half, span_start,
      span_end, said_key, created_at)
    SELECT g->>'id', v_agent, e.thread_id, e.id, g->>'type', g->>'content', (g->>'confidence')::real,
      coalesce(g->>'trust', e.trust), e.source, g->>'half', (g->>'start')::integer, (g->>'end')::integer,
      salience.said_key(g->>'said', e.speaker, e.source, coalesce(g->>'trust', e.trust)), (c->>'now')::timestamptz
    FROM jsonb_array_elements(p) c JOIN salience.exchanges e ON e.id = c->>'exchangeId', jsonb_array_elements(c->'gists') g
    WHERE e.id = ANY (v_stored);
    INSERT INTO salience.facts (id, agent_id, thread_id, exchange_id, subject, key, value, confidence, trust, source, said_at, half,
      span_start, span_end, single_valued, valid_from, created_at)
    SELECT f->>'id', v_agent, e.thread_id, e.id, f->>'subject', f->>'key', f->>'value',
      (f->>'confidence')::real, e.trust, e.source, e.said_at, f->>'half', (f->>'start')::integer, (f->>'end')::integer,
      coalesce((f->>'singleValued')::boolean, false), e.said_at, (c->>'now')::timestamptz
    FROM jsonb_array_elements(p) c JOIN salience.exchanges e ON e.id = c->>'exchangeId', jsonb_array_elements(c->'facts') f
    WHERE e.id = ANY (v_stored);
    INSERT INTO salience.trait_sources (id, agent_id, exchange_id, thread_id, person, key, value, category, origin, literal, ends,
      confidence, trust, source, half, span_start, span_end, said_at, created_at)
    SELECT t->>'id', v_agent, e.id, e.thread_id, t->>'person', t->>'key', t->>'value', t->>'category', t->>'origin',
      (t->>'literal')::boolean, coalesce((t->>'ended')::boolean, false), (t->>'confidence')::real, coalesce(t->>'trust', e.trust),
      e.source, t->>'half',
      (t->>'start')::integer, (t->>'end')::integer, e.said_at, (c->>'now')::timestamptz
    FROM jsonb_array_elements(p) c JOIN salience.exchanges e ON e.id = c->>'exchangeId',
      jsonb_array_elements(coalesce(c->'traits', '[]')) t
    WHERE e.id = ANY (v_stored)
    ON CONFLICT (exchange_id, person, key) DO NOTHING;
    FOR v_item IN SELECT DISTINCT person, key FROM salience.trait_sources WHERE exchange_id = ANY (v_stored) ORDER BY person, key LOOP
      PERFORM salience.settle_traits(v_agent, v_item.person, v_item.key, true);
    END LOOP;
    FOR v_item IN
      SELECT f.subject, f.key FROM (SELECT DISTINCT lower(subject) AS subject, key, single_valued FROM salience.facts
        WHERE exchange_id = ANY (v_stored)) f
      WHERE f.single_valued OR EXISTS (SELECT 1 FROM salience.fact_denials(v_agent, f.subject, f.key))
      UNION SELECT lower(s.person), salience.denied_key(s) FROM salience.trait_sources s
      WHERE s.exchange_id = ANY (v_stored) AND salience.denied_key(s) IS NOT NULL ORDER BY 1, 2
    LOOP
      PERFORM salience.settle_facts(v_agent, v_item.subject, v_item.key);
    END LOOP;
    INSERT INTO salience.term_stats (agent_id, lexeme, documents)
    SELECT v_agent, w.lexeme, count(*) FROM salience.exchanges e, unnest(e.search) w WHERE e.id = ANY (v_stored)
    GROUP BY w.lexeme ORDER BY w.lexeme
    ON CONFLICT (agent_id, lexeme) DO UPDATE SET documents = salience.term_stats.documents + excluded.documents;
    INSERT INTO salience.memory_stats (agent_id, documents, lexemes)
    SELECT v_agent, count(*), sum(length(search)) FROM salience.exchanges WHERE id = ANY (v_stored)
    ON CONFLICT (agent_id) DO UPDATE SET documents = salience.memory_stats.documents + excluded.documents,
      lexemes = salience.memory_stats.lexemes + excluded.lexemes;
    PERFORM salience.settle_gists(v_agent, ARRAY(SELECT said_key FROM salience.gists WHERE exchange_id = ANY (v_stored) AND said_key IS NOT NULL));
  END IF;
  RETURN (SELECT jsonb_agg(jsonb_build_object('status', CASE WHEN value->>'exchangeId' = ANY (v_stored) THEN 'stored'
      WHEN EXISTS (SELECT 1 FROM salience.exchanges WHERE id = value->>'exchangeId') THEN 'known' ELSE 'no_exchange' END) ORDER BY ordinality)
    FROM jsonb_array_elements(p) WITH ORDINALITY);
END $$;
--> statement-breakpoint
-- Stores the episode of a range with the exchanges it was made from and its sign code, once. Without exchangeIds (an older sender)
-- all exchanges of the range count. One that tells what it says (`said`) has to be settled, and then gets its code. Returns {status: stored | known}.
CREATE OR REPLACE FUNCTION salience.save_episode(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_range salience.ranges;
  v_stored boolean;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  UPDATE salience.ranges SET state = 'built', error = NULL WHERE id = p->>'rangeId' AND state <> 'built' RETURNING * INTO v_range;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'known'); END IF;
  INSERT INTO salience.episodes (id, agent_id, thread_id, range_id, first_exchange_id, last_exchange_id, topic_id, gist, intent,
    intent_type, direction, context, action, emotion, outcome, open_loops, factors, refused, salience, complete, trust, source, model,
    said_key, repeated_code, started_at, ended_at, created_at)
  VALUES (p->>'id', v_agent, v_range.thread_id, v_range.id, p->>'firstExchangeId', p->>'lastExchangeId', p->>'topicId',
    p->>'gist', p->>'intent', p->>'intentType', p->>'direction', coalesce(p->'context', '{}'), p->>'action', nullif(p->'emotion', 'null'),
    p->>'outcome', p->'openLoops', nullif(p->'factors', 'null'), coalesce((p->>'refused')::integer, 0), (p->>'salience')::real,
    (p->>'complete')::boolean, p->>'trust', p->>'source', p->>'model',
    salience.said_key(p->>'said', (SELECT string_agg(DISTINCT coalesce(lower(e.speaker), ''), ', ') FROM salience.exchanges e
      WHERE e.thread_id = v_range.thread_id AND e.seq BETWEEN v_range.first_seq AND v_range.last_seq
        AND (NOT p ? 'exchangeIds' OR p->'exchangeIds' ? e.id)), p->>'source', p->>'trust'),
    CASE WHEN p ? 'said' AND jsonb_typeof(p->'code') = 'string' THEN jsonb_build_object('modelId', p->'codeModelId', 'code', p->'code') END,
    (p->>'startedAt')::timestamptz, (p->>'endedAt')::timestamptz, v_now)
  ON CONFLICT (thread_id, first_exchange_id, last_exchange_id) DO NOTHING RETURNING true INTO v_stored;
  IF v_stored IS NULL THEN RETURN jsonb_build_object('status', 'known'); END IF;
  INSERT INTO salience.episode_exchanges (episode_id, exchange_id, agent_id)
  SELECT p->>'id', e.id, v_agent FROM salience.exchanges e
  WHERE e.thread_id = v_range.thread_id AND e.seq BETWEEN v_range.first_seq AND v_range.last_seq
    AND (NOT p ? 'exchangeIds' OR p->'exchangeIds' ? e.id);
  IF NOT p ? 'said' AND jsonb_typeof(p->'code') = 'string' THEN
    PERFORM salience.save_codes(v_agent, jsonb_build_array(jsonb_build_object('id', p->'id', 'kind', 'episode', 'modelId', p->'codeModelId', 'code', p->'code')));
  END IF;
  RETURN jsonb_build_object('status', 'stored');
END $$;
--> statement-breakpoint
-- Stores several episodes of one agent, each as save_episode does, and settles what repeats what; answers in the order asked.
CREATE OR REPLACE FUNCTION salience.save_episodes(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_results jsonb[] := array_fill(NULL::jsonb, ARRAY[jsonb_array_length(p)]);
  v_item record;
BEGIN
  FOR v_item IN SELECT value AS e, ordinality AS place FROM jsonb_array_elements(p) WITH ORDINALITY ORDER BY value->>'rangeId' LOOP
    v_results[v_item.place] := salience.save_episode(v_item.e);
  END LOOP;
  -- Last of all, as settling asks.
  PERFORM salience.settle_episodes(p->0->>'agentId', ARRAY(SELECT e.said_key FROM jsonb_array_elements(p) i
    JOIN salience.episodes e ON e.id = i->>'id' WHERE e.said_key IS NOT NULL));
  RETURN to_jsonb(v_results);
END $$;
--> statement-breakpoint
-- Which exchanges, facts, episodes and concepts speak of a question, and how much: the evidence that words give, with the owner's
-- eyes, because row-level security keeps the planner from full-text indexes (their operators may tell what they compare); it gives
-- places and numbers, no text, for the agent that the caller speaks for. `near` are items that the question leads to otherwise, by
-- concepts or by meaning, the best first: they come too, whatever their words, of exchanges half as many again as by words. What was
-- said or made after p_until does not come; null is no limit. Candidates come from the question's rarest words, as many as a fifteenth
-- of the exchanges hold together; common ones count in the score alone. kind 'session' rows are the stretches of talk (three hours
-- without a word end one) around exchanges that come, with what the question's words find in all of it: id is the thread, from_at and
-- to_at the stretch. An episode that repeats another does not come.
CREATE OR REPLACE FUNCTION salience.evidence_for(p_agent text, p_query text, p_pool integer, p_kinds text[], p_thread text, p_except_turn text,
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
          AND (p_until IS NULL OR ended_at <= p_until) AND repeats_of IS NULL LIMIT 1000)
      UNION SELECT id, search FROM episodes
        WHERE id = ANY (p_near) AND agent_id || '' = p_agent AND (p_thread IS NULL OR thread_id = p_thread)
          AND (p_until IS NULL OR ended_at <= p_until) AND repeats_of IS NULL
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
-- What memory holds on a question, with everything that ranking looks at: what is told, made of it and thought, by its words, near in
-- meaning or reached through concepts. p: {query, pool, kinds, threadId, exceptTurnId, near: [ids near in meaning], at (as of when; now
-- where it is not told), until (nothing that was said later), evidence, tellings}. Returns {items: [...], sessions: [{threadId, from,
-- to, words}], recent: [...]}: where no statement covers the given share of the question (0..1), the latest tellings come as `recent`.
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
        -- When it happened last: then it was fresh.
        NULL, NULL, greatest(e.ended_at, (SELECT max(x.ended_at) FROM salience.episodes x WHERE x.repeats_of = e.id
          AND (p->>'until' IS NULL OR x.ended_at <= (p->>'until')::timestamptz))),
        e.thread_id, NULL, e.topic_id, e.trust, e.source, NULL, m.words, 0, false, e.salience, false
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
-- What there is to think about from a seed. p: {agentId, seedId, now, depth, decay, cut, thoughts}. r: {seed (null when it is gone),
-- activated: [concept with energy and driftedAt, strongest first, never the seed], links: [{from, type, to}] by name, episodes: [the
-- five that share most activation, of those that repeat one another the first], thoughts: [what was thought lately, newest first]}.
CREATE OR REPLACE FUNCTION salience.drift_material(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_seed text := p->>'seedId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_ids text[];
  v_energies real[];
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
  RETURN jsonb_build_object(
    'seed', salience.drift_concept(v_agent, v_seed, 1),
    'activated', coalesce((SELECT jsonb_agg(salience.drift_concept(v_agent, u.id, u.energy) ORDER BY u.n)
      FROM unnest(v_ids, v_energies) WITH ORDINALITY AS u(id, energy, n)), '[]'),
    'links', coalesce((SELECT jsonb_agg(jsonb_build_object('from', f.name, 'type', r.type, 'to', t.name, 'trust', r.trust) ORDER BY r.strength DESC, r.id)
      FROM salience.relations r JOIN salience.concepts f ON f.id = r.from_id JOIN salience.concepts t ON t.id = r.to_id
      WHERE r.agent_id = v_agent AND r.valid_to IS NULL AND r.from_id = ANY (v_ids || v_seed) AND r.to_id = ANY (v_ids || v_seed)), '[]'),
    'episodes', coalesce((SELECT jsonb_agg(jsonb_build_object('id', e.id, 'threadId', e.thread_id, 'gist', e.gist, 'intent', e.intent,
        'outcome', e.outcome, 'openLoops', e.open_loops, 'trust', e.trust, 'endedAt', e.ended_at, 'overlap', o.overlap)
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
END $$;
--> statement-breakpoint
-- Takes ended turns away while nobody learns from them: whoever has begun to save an episode or a chunk of theirs is waited for,
-- and whoever comes later finds nothing to save it for. Ranges first, as those who save episodes take them.
CREATE OR REPLACE FUNCTION salience.forget_turns(r salience.forget_requests, p_turns text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM salience.ranges WHERE id IN (
    SELECT g.id FROM salience.exchanges e JOIN salience.ranges g ON g.thread_id = e.thread_id AND e.seq BETWEEN g.first_seq AND g.last_seq
    WHERE e.agent_id = r.agent_id AND e.turn_id = ANY (p_turns)) ORDER BY id FOR UPDATE;
  PERFORM 1 FROM salience.exchanges WHERE agent_id = r.agent_id AND turn_id = ANY (p_turns) ORDER BY id FOR UPDATE;
  PERFORM salience.forget_held_turns(r, p_turns, p_now);
  PERFORM salience.settle_repeats(r.agent_id);
END $$;
--> statement-breakpoint
ALTER FUNCTION salience.forget_traces(salience.forget_requests, timestamp with time zone) RENAME TO forget_left_traces;
--> statement-breakpoint
-- Takes away what still says what was forgotten, as forget_left_traces says, and settles what is left of what was said more than once.
CREATE FUNCTION salience.forget_traces(r salience.forget_requests, p_now timestamptz) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  v_turns text[] := salience.forget_left_traces(r, p_now);
BEGIN
  PERFORM salience.settle_repeats(r.agent_id);
  RETURN v_turns;
END $$;
--> statement-breakpoint
-- What is kept for a time goes when its time is over: gists older than the agent's settings say, at most p_limit. Decay deletes
-- nothing. Cross-agent; scheduler only.
CREATE OR REPLACE FUNCTION salience.delete_old_gists(p_now timestamptz, p_limit integer) RETURNS integer LANGUAGE plpgsql
SECURITY DEFINER SET search_path = salience, pg_temp AS $$
DECLARE
  v_agents text[];
  v_deleted integer;
  v_agent text;
BEGIN
  WITH gone AS (DELETE FROM gists WHERE id IN (
    SELECT g.id FROM agents a CROSS JOIN LATERAL (
      SELECT id FROM gists x WHERE x.agent_id = a.id
        AND x.created_at < p_now - (a.settings->'retention'->>'gistDays')::integer * interval '1 day' LIMIT p_limit) g
    WHERE a.settings->'retention'->>'gistDays' IS NOT NULL LIMIT p_limit) RETURNING agent_id)
  SELECT count(*), array_agg(DISTINCT agent_id ORDER BY agent_id) INTO v_deleted, v_agents FROM gone;
  FOREACH v_agent IN ARRAY coalesce(v_agents, '{}') LOOP
    PERFORM settle_repeats(v_agent);
  END LOOP;
  RETURN v_deleted;
END $$;
--> statement-breakpoint
-- The latest p_limit items of each audited kind with the exchanges they rest on, for the audit. {total: {kind: n}, items: [{kind,
-- text, of, seenAt, strength, explicit, superseded, sources: [exchange ids]}], exchanges: {id: {said, speaker, replied, cites}}, failed: {kind: n}, repeats: {kind: n}}.
-- What repeats another is no memory of its own: it is counted, and moves the time on at which that was seen last.
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
    'failed', jsonb_build_object(
      'exchange', (SELECT count(*) FROM salience.exchanges WHERE agent_id = p_agent AND chunk_state = 'failed'),
      'range', (SELECT count(*) FROM salience.ranges WHERE agent_id = p_agent AND state = 'failed'),
      'episode', (SELECT count(*) FROM salience.episodes WHERE agent_id = p_agent AND concept_state = 'failed'),
      'experience', (SELECT count(*) FROM salience.experiences WHERE agent_id = p_agent AND state = 'failed')));
END $$;
--> statement-breakpoint
-- What else is kept of an item: the words that it stands on, what was understood beside it, how often it was of use to
-- somebody, and how often it was said again.
CREATE OR REPLACE FUNCTION salience.kept_details(p_agent text, p_kind text, p_id text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(CASE p_kind
    WHEN 'exchange' THEN (SELECT jsonb_build_object('sentiment', round(c.sentiment::numeric, 3), 'scope', c.scope, 'times', c.times,
        'grounds', c.grounds, 'refused', c.refused)
      FROM salience.chunks c WHERE c.exchange_id = p_id)
    WHEN 'gist' THEN (SELECT jsonb_build_object('half', g.half, 'start', g.span_start, 'end', g.span_end,
        'repeats_of', g.repeats_of) FROM salience.gists g WHERE g.id = p_id)
    WHEN 'fact' THEN (SELECT jsonb_build_object('half', f.half, 'start', f.span_start, 'end', f.span_end) FROM salience.facts f WHERE f.id = p_id)
    WHEN 'trait' THEN (SELECT jsonb_build_object('statements', jsonb_agg(jsonb_build_object('exchange_id', s.exchange_id, 'said_at', s.said_at,
        'value', s.value, 'ends', s.ends, 'half', s.half, 'start', s.span_start, 'end', s.span_end) ORDER BY s.said_at, s.id))
      FROM salience.trait_sources s WHERE s.trait_id = p_id)
    WHEN 'episode' THEN (SELECT jsonb_build_object('intent_type', e.intent_type, 'direction', e.direction, 'context', e.context,
        'action', e.action, 'emotion', e.emotion, 'factors', e.factors, 'durability', e.durability, 'refused', e.refused, 'repeats_of', e.repeats_of)
      FROM salience.episodes e WHERE e.id = p_id)
    WHEN 'relation' THEN (SELECT jsonb_build_object('confidence', r.confidence, 'denied',
        (SELECT count(*) FROM salience.relation_sources s WHERE s.relation_id = r.id AND s.denies)) FROM salience.relations r WHERE r.id = p_id)
    WHEN 'thought' THEN (SELECT jsonb_build_object('seed_concept_id', t.seed_concept_id, 'strategy', t.strategy, 'energy', t.energy,
        'strengthened', (SELECT jsonb_agg(jsonb_build_object('concept_id', d.concept_id, 'amount', d.amount, 'at', d.at))
          FROM salience.drift_reinforcements d WHERE d.thought_id = t.id AND d.agent_id = p_agent)) FROM salience.thoughts t WHERE t.id = p_id)
    END, '{}') || coalesce((SELECT jsonb_build_object('used', a.count, 'used_at', a.last_at) FROM salience.memory_accesses a
      WHERE a.agent_id = p_agent AND a.item_id = p_id), '{}')
    || coalesce((SELECT jsonb_build_object('repeated', count(*), 'repeated_at', max(said.at)) FROM (
        SELECT g.created_at AS at FROM salience.gists g WHERE p_kind = 'gist' AND g.repeats_of = p_id
        UNION ALL SELECT e.ended_at FROM salience.episodes e WHERE p_kind = 'episode' AND e.repeats_of = p_id) said HAVING count(*) > 0), '{}')
$$;
