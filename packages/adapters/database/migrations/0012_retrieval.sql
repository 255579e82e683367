-- Why: memory is found by meaning too. What is remembered gets a sign code of its vector (64 bytes for 512 dimensions), which every
-- process that searches holds; candidates and their evidence come from here in one call, and are ranked by code. What was of
-- use to somebody is counted, for recency.
-- Lock: none beyond catalog rows. Safe with the previous image: yes, it goes on with search_memory, which stays.

CREATE TABLE salience.memory_codes (
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  item_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  model_id text NOT NULL,
  code bytea NOT NULL,
  -- Commits come in another order than numbers are drawn: readers go by transactions that are surely over.
  written_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (agent_id, item_id)
);
--> statement-breakpoint
CREATE INDEX memory_codes_written ON salience.memory_codes (agent_id, model_id, written_xid);
--> statement-breakpoint
CREATE TABLE salience.memory_accesses (
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  item_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  count integer NOT NULL,
  last_at timestamp with time zone NOT NULL,
  PRIMARY KEY (agent_id, item_id)
);
--> statement-breakpoint
GRANT SELECT ON salience.memory_codes, salience.memory_accesses TO salience_app;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.memory_codes TO salience_digest, salience_episodic, salience_cognitive_drift;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.memory_accesses TO salience_digest, salience_consumer;
--> statement-breakpoint
DO $$
DECLARE table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['memory_codes', 'memory_accesses'] LOOP
    EXECUTE format('ALTER TABLE salience.%I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format(
      'CREATE POLICY own_agent ON salience.%1$I TO salience_app USING (%2$s) WITH CHECK (%2$s)',
      table_name, 'agent_id = current_setting(''app.agent'', true)');
    EXECUTE format(
      'CREATE POLICY every_agent ON salience.%I TO salience_scheduler, salience_routing_regulator, salience_cognitive_drift, salience_operator USING (true) WITH CHECK (true)',
      table_name);
  END LOOP;
END $$;
--> statement-breakpoint
-- Keeps the sign codes of what was stored; once more is no harm. p_codes: [{id, kind, modelId, code (base64)}]. In the
-- transaction that stores the items.
CREATE FUNCTION salience.save_codes(p_agent text, p_codes jsonb) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  INSERT INTO salience.memory_codes (agent_id, item_id, kind, model_id, code)
  SELECT p_agent, c->>'id', c->>'kind', c->>'modelId', decode(c->>'code', 'base64') FROM jsonb_array_elements(p_codes) c
  ON CONFLICT (agent_id, item_id) DO UPDATE SET model_id = excluded.model_id, code = excluded.code, written_xid = excluded.written_xid
  WHERE salience.memory_codes.code <> excluded.code OR salience.memory_codes.model_id <> excluded.model_id;
END $$;
--> statement-breakpoint
-- The codes of one model that were written by transactions from p_from on, at most p_limit beyond those of the last one;
-- `upto` is where to go on. What was seen before may come again, what was committed is never left out.
CREATE FUNCTION salience.load_codes(p_agent text, p_model text, p_from xid8)
RETURNS TABLE (upto xid8, item_id text, kind text, code bytea) LANGUAGE plpgsql STABLE
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT pg_snapshot_xmin(pg_current_snapshot()), NULL::text, NULL::text, NULL::bytea
    UNION ALL SELECT NULL, m.item_id, m.kind, m.code FROM salience.memory_codes m
    WHERE m.agent_id = p_agent AND m.model_id = p_model AND m.written_xid >= p_from;
END $$;
--> statement-breakpoint
-- The names of all who speak in an agent's memory, lower case; some hundreds at most. With the owner's eyes for the same reason as
-- speakers_in. It goes from name to name in the index, however much each of them said.
CREATE FUNCTION salience.speakers_of(p_agent text) RETURNS text[] LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET enable_bitmapscan = off
SET jit = off AS $$
BEGIN
  IF p_agent IS DISTINCT FROM current_setting('app.agent', true) THEN
    RAISE EXCEPTION 'memory of agent % was asked for on behalf of another', p_agent;
  END IF;
  RETURN ARRAY(
    WITH RECURSIVE named(name) AS (
      (SELECT lower(e.speaker) FROM exchanges e WHERE e.agent_id = p_agent AND e.speaker IS NOT NULL
        ORDER BY e.agent_id, lower(e.speaker) LIMIT 1)
      UNION ALL
      SELECT (SELECT lower(e.speaker) FROM exchanges e WHERE e.agent_id = p_agent AND e.speaker IS NOT NULL
        AND lower(e.speaker) > n.name ORDER BY e.agent_id, lower(e.speaker) LIMIT 1)
      FROM named n WHERE n.name IS NOT NULL
    )
    SELECT name FROM named WHERE name IS NOT NULL LIMIT 500);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION salience.speakers_of FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION salience.speakers_of TO salience_app;
--> statement-breakpoint
-- Counts that memories were of use to somebody. p: [{id, kind}].
CREATE FUNCTION salience.use_memories(p_agent text, p_items jsonb, p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  INSERT INTO salience.memory_accesses (agent_id, item_id, kind, count, last_at)
  SELECT p_agent, i->>'id', min(i->>'kind'), 1, p_now FROM jsonb_array_elements(p_items) i GROUP BY 2 ORDER BY 2
  ON CONFLICT (agent_id, item_id) DO UPDATE SET count = salience.memory_accesses.count + 1,
    last_at = greatest(salience.memory_accesses.last_at, excluded.last_at);
END $$;
--> statement-breakpoint
-- Which exchanges, facts, episodes, concepts and thoughts speak of a question, and how much: the evidence that words give, with
-- the owner's eyes for the same reason as match_memory. p_near are items that are near in meaning, nearest first: up to p_pool
-- of those that fit the thread come too, whatever their words. Candidates by words come from the question's rarest ones, as many of
-- them as a fifteenth of the exchanges hold together, some hundreds at most (thousands, where only those of one thread are then looked
-- at); the others count in the score. kind 'session' rows are stretches of talk (three hours without a word end one) with what the question's words
-- find in all of it: id is the thread, from_at and to_at the stretch.
CREATE FUNCTION salience.match_memories(p_agent text, p_query text, p_pool integer, p_kinds text[], p_thread text, p_except_turn text, p_near text[])
RETURNS TABLE (kind text, id text, words double precision, neighbours double precision, speaks boolean, from_at timestamptz, to_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
SET plan_cache_mode = 'force_generic_plan' SET jit = off AS $$
#variable_conflict use_column
DECLARE
  v_names text[];
  v_terms text[];
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
  SELECT array_agg(t.lexeme), array_agg(t.idf), sum(t.idf),
    (string_agg('''' || replace(replace(t.lexeme, '\', '\\'), '''', '''''') || '''', ' | ') FILTER (
      WHERE t.place = 1 OR t.idf >= 0.3 * t.top
        AND t.held <= greatest(100, least(v_documents / 15, CASE WHEN p_thread IS NULL THEN 300 ELSE 3000 END))))::tsquery
  INTO v_terms, v_idfs, v_total, v_query
  FROM (
    SELECT lexeme, idf, max(idf) OVER rarest_first AS top, sum(df) OVER rarest_first AS held, row_number() OVER rarest_first AS place
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
    WITH matched AS MATERIALIZED (
      SELECT e.thread_id, e.seq, e.said_at, s.b, s.mask FROM (
        SELECT thread_id, seq, said_at, search FROM exchanges
        WHERE search @@ v_query AND agent_id || '' = p_agent
          AND (p_thread IS NULL OR thread_id = p_thread) AND (p_except_turn IS NULL OR turn_id <> p_except_turn)
        LIMIT 1000
      ) e CROSS JOIN LATERAL (
        SELECT least(1, sum(v_idfs[array_position(v_terms, w.lexeme)] * cardinality(w.positions) * 1.9
          / (cardinality(w.positions) + 0.9 * (0.6 + 0.4 * length(e.search) / v_avg))) / v_total) AS b,
          bit_or(1::bigint << least(62, array_position(v_terms, w.lexeme))) AS mask
        FROM unnest(e.search) w WHERE w.lexeme = ANY (v_terms)
      ) s ORDER BY s.b DESC LIMIT 400
    ), near AS MATERIALIZED (
      SELECT e.thread_id, e.seq, e.said_at FROM exchanges e WHERE e.id = ANY (p_near) AND e.agent_id || '' = p_agent
        AND (p_thread IS NULL OR e.thread_id = p_thread) AND (p_except_turn IS NULL OR e.turn_id <> p_except_turn)
      ORDER BY array_position(p_near, e.id) LIMIT p_pool
    ), summed AS (
      SELECT thread_id, seq, sum(own) AS words, least(1, sum(close)) AS neighbours, bool_or(meant) AS meant FROM (
        SELECT thread_id, seq, b AS own, 0.0::double precision AS close, false AS meant FROM matched
        UNION ALL SELECT thread_id, seq + 1, 0, 0.6 * b, false FROM matched
        UNION ALL SELECT thread_id, seq + 2, 0, 0.3 * b, false FROM matched
        UNION ALL SELECT thread_id, seq - 1, 0, 0.3 * b, false FROM matched
        UNION ALL SELECT thread_id, seq, 0, 0, true FROM near
      ) spread GROUP BY thread_id, seq
    ), chosen AS (
      SELECT * FROM (SELECT *, row_number() OVER (ORDER BY words + neighbours DESC, thread_id, seq) AS place FROM summed) s
      WHERE s.place <= p_pool OR s.meant
    ), sat AS (
      SELECT thread_id, said_at, mask, count(*) FILTER (WHERE pause) OVER (PARTITION BY thread_id ORDER BY said_at, seq) AS nth FROM (
        SELECT *, said_at - lag(said_at) OVER (PARTITION BY thread_id ORDER BY said_at, seq) > interval '3 hours' AS pause FROM matched) m
    )
    SELECT 'exchange', e.id, s.words, s.neighbours, cardinality(v_names) = 1 AND lower(e.speaker) = v_names[1], NULL::timestamptz, NULL::timestamptz
    FROM chosen s JOIN exchanges e ON e.thread_id = s.thread_id AND e.seq = s.seq
    WHERE e.agent_id = p_agent AND (p_except_turn IS NULL OR e.turn_id <> p_except_turn)
    UNION ALL
    SELECT 'session', x.thread_id,
      (SELECT coalesce(sum(i), 0) / v_total FROM unnest(v_idfs) WITH ORDINALITY AS u(i, n) WHERE x.mask & (1::bigint << least(62, n::integer)) <> 0),
      0, false, x.from_at, x.to_at
    FROM (SELECT thread_id, min(said_at) AS from_at, max(said_at) AS to_at, bit_or(mask) AS mask FROM sat GROUP BY thread_id, nth) x;
  END IF;
  IF p_kinds IS NULL OR 'fact' = ANY (p_kinds) THEN
    RETURN QUERY
    SELECT 'fact', f.id, c.share, 0.0::double precision, false, NULL::timestamptz, NULL::timestamptz FROM (
      SELECT id, search FROM facts
      WHERE search @@ v_query AND agent_id || '' = p_agent AND (p_thread IS NULL OR thread_id = p_thread) LIMIT 1000
    ) f CROSS JOIN LATERAL (SELECT sum(v_idfs[array_position(v_terms, w.lexeme)]) / v_total AS share
      FROM unnest(f.search) w WHERE w.lexeme = ANY (v_terms)) c
    ORDER BY c.share DESC, f.id DESC LIMIT greatest(1, p_pool / 3);
  END IF;
  IF p_kinds IS NULL OR 'episode' = ANY (p_kinds) THEN
    RETURN QUERY
    SELECT 'episode', p.id, coalesce(c.share, 0), 0.0::double precision, false, NULL::timestamptz, NULL::timestamptz FROM (
      (SELECT id, search FROM episodes
        WHERE search @@ v_query AND agent_id || '' = p_agent AND (p_thread IS NULL OR thread_id = p_thread) LIMIT 1000)
      UNION SELECT id, search FROM episodes WHERE id = ANY (p_near) AND agent_id || '' = p_agent AND (p_thread IS NULL OR thread_id = p_thread)
    ) p CROSS JOIN LATERAL (SELECT sum(v_idfs[array_position(v_terms, w.lexeme)]) / v_total AS share
      FROM unnest(p.search) w WHERE w.lexeme = ANY (v_terms)) c
    ORDER BY (p.id = ANY (p_near)) DESC, c.share DESC NULLS LAST, p.id DESC LIMIT greatest(1, p_pool / 3) + cardinality(p_near);
  END IF;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION salience.match_memories FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION salience.match_memories TO salience_app;
--> statement-breakpoint
-- What memory holds on a question, with everything that ranking looks at. p: {query, pool, kinds, threadId, exceptTurnId, near:
-- [ids near in meaning], evidence, tellings}. Returns {items: [...], sessions: [{threadId, from, to, words}], recent: [...]}: where
-- no statement covers the given share of the question (0..1), the latest tellings come as `recent`.
CREATE FUNCTION salience.find_memories(p_agent text, p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_query text := lower(p->>'query');
  v_found jsonb;
  v_recent jsonb := '[]';
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  v_found := (
    WITH matched AS MATERIALIZED (
      SELECT * FROM salience.match_memories(p_agent, p->>'query', (p->>'pool')::integer,
        CASE WHEN jsonb_typeof(p->'kinds') = 'array' THEN ARRAY(SELECT jsonb_array_elements_text(p->'kinds')) END,
        p->>'threadId', p->>'exceptTurnId', ARRAY(SELECT jsonb_array_elements_text(p->'near')))
    ), items AS (
      SELECT 'exchange' AS kind, e.id, e.message AS text, e.reply, e.speaker, e.said_at AS at, e.thread_id, e.id AS exchange_id, e.topic_id,
        e.trust, e.source, e.seq, m.words, m.neighbours, m.speaks, NULL::real AS weight,
        coalesce((SELECT bool_or(position(lower(n->>'name') IN v_query) > 0) FROM jsonb_array_elements(
          (SELECT k.entities FROM salience.chunks k WHERE k.exchange_id = e.id)) n), false) AS entity
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.exchanges x WHERE x.id = m.id OFFSET 0) e WHERE m.kind = 'exchange'
      UNION ALL
      SELECT 'fact', f.id, f.subject || ' ' || replace(f.key, '_', ' ') || ' ' || f.value, NULL, NULL, f.said_at, f.thread_id,
        f.exchange_id, NULL, f.trust, f.source, NULL, m.words, 0, false, f.confidence, false
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.facts x WHERE x.id = m.id OFFSET 0) f WHERE m.kind = 'fact'
      UNION ALL
      SELECT 'episode', p.id, p.gist || coalesce((SELECT ' Still open: ' || string_agg(x, '; ') FROM jsonb_array_elements_text(p.open_loops) x), ''),
        NULL, NULL, p.ended_at, p.thread_id, NULL, p.topic_id, p.trust, p.source, NULL, m.words, 0, false, p.salience, false
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.episodes x WHERE x.id = m.id OFFSET 0) p WHERE m.kind = 'episode'
    )
    SELECT jsonb_build_object(
      'items', coalesce((SELECT jsonb_agg(jsonb_build_object('kind', i.kind, 'id', i.id, 'text', i.text, 'reply', i.reply, 'speaker', i.speaker,
        'at', i.at, 'thread_id', i.thread_id, 'exchange_id', i.exchange_id, 'topic_id', i.topic_id, 'trust', i.trust, 'source', i.source,
        'seq', i.seq, 'words', i.words, 'neighbours', i.neighbours, 'speaks', i.speaks, 'weight', i.weight, 'entity', i.entity,
        'used_at', a.last_at)) FROM items i LEFT JOIN salience.memory_accesses a ON a.agent_id = p_agent AND a.item_id = i.id), '[]'),
      'sessions', coalesce((SELECT jsonb_agg(jsonb_build_object('threadId', m.id, 'from', m.from_at, 'to', m.to_at, 'words', m.words))
        FROM matched m WHERE m.kind = 'session'), '[]'))
  );
  IF p ? 'tellings' AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements(v_found->'items') i
    WHERE (i->>'words')::double precision >= (p->>'evidence')::double precision AND rtrim(i->>'text') NOT LIKE '%?')
  THEN
    v_recent := salience.recent_tellings(p_agent, (p->>'tellings')::integer);
  END IF;
  RETURN v_found || jsonb_build_object('recent', v_recent);
END $$;
--> statement-breakpoint
-- Ends a turn as before, and now keeps the sign code of its message and counts the memories that its reply cites.
CREATE OR REPLACE FUNCTION salience.commit_turn(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_fence bigint := (p->>'fence')::bigint;
  v_state text := p->>'state';
  v_reply jsonb := p->'reply';
  v_exchange jsonb := p->'exchange';
  v_decision jsonb := p->'decision';
  v_thread jsonb := p->'thread';
  v_lane salience.lanes;
  v_turn salience.turns;
  v_topic text;
  v_next jsonb;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  UPDATE salience.lanes SET cursor = (p->>'seq')::bigint,
    lease_until = clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond'
  WHERE thread_id = p->>'threadId' AND fence = v_fence AND owner IS NOT NULL AND cursor = (p->>'seq')::bigint - 1
  RETURNING * INTO v_lane;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'fenced'); END IF;

  v_turn := salience.finish_turn(p->>'turnId', 'running', v_fence, v_state, v_fence, v_now, nullif(p->'error', 'null'::jsonb), p->'timings');
  IF v_state = 'answered' THEN
    INSERT INTO salience.replies (turn_id, agent_id, text, trust, source, citations, model, usage, created_at)
    VALUES (v_turn.id, v_agent, v_reply->>'text', v_reply->>'trust', v_reply->>'source', v_reply->'citations', v_reply->>'model',
      v_reply->'usage', v_now);
  END IF;
  v_topic := salience.save_topic(v_agent, p->'topic', v_now);
  IF v_exchange <> 'null'::jsonb THEN
    INSERT INTO salience.exchanges (id, agent_id, thread_id, turn_id, seq, topic_id, speaker, message, reply, mode, trust,
      source, said_at, created_at, swept_at, traceparent)
    VALUES (v_exchange->>'id', v_agent, v_turn.thread_id, v_turn.id, v_turn.seq, v_topic, v_turn.speaker,
      -- With what entered its run: those messages have no exchange of their own.
      concat_ws(E'\n', v_turn.text, v_turn.steered_text),
      v_reply->>'text', v_exchange->>'mode', v_turn.trust, v_turn.source, v_turn.said_at, v_now, clock_timestamp(),
      v_exchange->>'traceparent');
    IF v_exchange ? 'code' THEN
      INSERT INTO salience.memory_codes (agent_id, item_id, kind, model_id, code)
      VALUES (v_agent, v_exchange->>'id', 'exchange', v_exchange->>'codeModelId', decode(v_exchange->>'code', 'base64'));
    END IF;
  END IF;
  IF jsonb_typeof(p->'used') = 'array' THEN PERFORM salience.use_memories(v_agent, p->'used', v_now); END IF;
  IF v_decision <> 'null'::jsonb THEN
    INSERT INTO salience.decisions (turn_id, agent_id, thread_id, policy_name, policy_version, body, created_at)
    VALUES (v_turn.id, v_agent, v_turn.thread_id, v_decision->>'policyName', (v_decision->>'policyVersion')::integer, v_decision, v_now);
  END IF;
  IF jsonb_typeof(p->'contexts') = 'array' THEN PERFORM salience.save_contexts(v_agent, v_turn.id, p->'contexts', v_now); END IF;
  IF jsonb_array_length(p->'ranges') > 0 THEN
    INSERT INTO salience.ranges (id, agent_id, thread_id, first_seq, last_seq, reason, created_at, swept_at, traceparent)
    SELECT r->>'id', v_agent, v_turn.thread_id, (r->>'firstSeq')::bigint, (r->>'lastSeq')::bigint, r->>'reason', v_now,
      clock_timestamp(), v_exchange->>'traceparent'
    FROM jsonb_array_elements(p->'ranges') r;
  END IF;
  IF v_thread <> 'null'::jsonb THEN
    UPDATE salience.threads SET topic_id = coalesce(v_topic, topic_id), confidence = (v_thread->>'confidence')::real,
      session = v_thread->'session', boundary = v_thread->'boundary', last_mode = v_thread->>'lastMode',
      recent_confidences = ARRAY(SELECT x::real FROM jsonb_array_elements_text(v_thread->'recentConfidences') x),
      last_activity_at = greatest(last_activity_at, (v_thread->>'activityAt')::timestamptz)
    WHERE id = v_turn.thread_id;
  END IF;

  IF NOT (p->>'takeNext')::boolean THEN
    -- In the same commit, so that a worker that dies now leaves no owner on a lane without work.
    UPDATE salience.lanes SET owner = NULL, lease_until = NULL WHERE thread_id = v_lane.thread_id AND fence = v_fence;
  ELSIF v_lane.tail = v_lane.cursor THEN
    -- Nothing waits, and under this lock nothing can come: the common end of a lane, without looking for a turn.
    UPDATE salience.lanes SET owner = NULL, lease_until = NULL WHERE thread_id = v_lane.thread_id AND fence = v_fence;
    v_next := jsonb_build_object('status', 'released', 'fence', v_fence, 'ended', '[]'::jsonb, 'endedAs', '[]'::jsonb);
  ELSE
    v_next := salience.next_turn(v_lane, v_now, (p->>'leaseMs')::integer, (p->>'history')::integer);
  END IF;
  RETURN jsonb_build_object('status', 'committed', 'topicId', v_topic, 'next', v_next,
    'more', v_next IS NULL AND v_lane.tail > v_lane.cursor);
END $$;
--> statement-breakpoint
ALTER FUNCTION salience.commit_turn(jsonb) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION salience.commit_turn(jsonb) SET jit = off;
