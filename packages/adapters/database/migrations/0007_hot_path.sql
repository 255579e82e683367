-- Why: a turn cost most where it looked for memory, and every round trip costs again on both ends. Row-level security kept
-- search from its indexes; lanes and memory are now claimed, committed, loaded and stored in batches; a message's memory
-- comes with its claim; topics learn apart from the commit.
-- Lock: none beyond catalog rows, but for the setting of an index. Safe with the previous image: yes, functions keep their
-- signatures and meaning, others are added.

-- New rows go to the index at once: a search must not read through a list of what was not yet sorted in.
ALTER INDEX salience.exchanges_search SET (fastupdate = off);
--> statement-breakpoint
ALTER INDEX salience.facts_search SET (fastupdate = off);
--> statement-breakpoint
ALTER INDEX salience.episodes_search SET (fastupdate = off);
--> statement-breakpoint
-- Every insert locked its agent's row to see that it is there, a row that all turns share. Each table keeps one reference, to what
-- it hangs on; through that it hangs on its thread and agent.
ALTER TABLE salience.turns DROP CONSTRAINT turns_agent_id_agents_id_fk;
--> statement-breakpoint
ALTER TABLE salience.exchanges DROP CONSTRAINT exchanges_agent_id_agents_id_fk;
--> statement-breakpoint
ALTER TABLE salience.exchanges DROP CONSTRAINT exchanges_thread_id_threads_id_fk;
--> statement-breakpoint
ALTER TABLE salience.facts DROP CONSTRAINT facts_agent_id_agents_id_fk;
--> statement-breakpoint
ALTER TABLE salience.ranges DROP CONSTRAINT ranges_agent_id_agents_id_fk;
--> statement-breakpoint
ALTER TABLE salience.episodes DROP CONSTRAINT episodes_agent_id_agents_id_fk;
--> statement-breakpoint
ALTER TABLE salience.episodes DROP CONSTRAINT episodes_first_exchange_id_exchanges_id_fk;
--> statement-breakpoint
ALTER TABLE salience.episodes DROP CONSTRAINT episodes_last_exchange_id_exchanges_id_fk;
--> statement-breakpoint
-- The words of a question that are names of people who speak in this memory, in lower case. One look at the index a word.
CREATE FUNCTION salience.speakers_in(p_agent text, p_query text) RETURNS text[] LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off AS $$
DECLARE
  v_names text[];
BEGIN
  -- Where everybody is the user, as in most memories, there is nothing to look up.
  IF NOT EXISTS (SELECT 1 FROM exchanges e WHERE e.agent_id = p_agent AND e.speaker IS NOT NULL) THEN RETURN NULL; END IF;
  SELECT array_agg(DISTINCT word) INTO v_names
  FROM unnest(regexp_split_to_array(lower(p_query), '[^[:alnum:]_-]+')) word
  WHERE length(word) > 1
    AND (SELECT true FROM exchanges e WHERE e.agent_id = p_agent AND e.speaker IS NOT NULL AND lower(e.speaker) = word LIMIT 1);
  RETURN v_names;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION salience.speakers_in FROM PUBLIC;
--> statement-breakpoint
-- Finds what an agent's memory holds on a question: which exchanges, facts and episodes, and how well each fits. It runs with
-- the owner's eyes, because row-level security keeps the planner from full-text indexes (their operators may tell what they
-- compare); every part names the agent, which must be the one that the caller speaks for. It gives places and scores, no text.
-- Candidates come from the question's rarest words, as many of them as about a hundred exchanges hold together: the common
-- ones cost most and decide nothing; they still count in the score. A question of common words alone looks at 1,000.
CREATE FUNCTION salience.match_memory(p_agent text, p_query text, p_limit integer, p_kind text, p_thread text, p_before_turn text)
RETURNS TABLE (kind text, id text, thread_id text, seq bigint, words double precision, neighbours double precision, speaks double precision)
LANGUAGE plpgsql SECURITY DEFINER
-- Only bitmaps: they need a condition that the index can answer, so nothing is ever walked from end to end.
SET search_path = salience, pg_temp SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
SET plan_cache_mode = 'force_generic_plan' AS $$
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
      WHERE t.place = 1 OR t.idf >= 0.3 * t.top AND t.held <= 100))::tsquery
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
  IF v_terms IS NULL THEN RETURN; END IF;

  IF p_kind IS NULL OR p_kind = 'exchange' THEN
    RETURN QUERY
    WITH matched AS MATERIALIZED (
      SELECT e.thread_id, e.seq, s.b FROM (
        SELECT thread_id, seq, search FROM exchanges
        WHERE search @@ v_query AND agent_id || '' = p_agent
          AND (p_thread IS NULL OR thread_id = p_thread) AND (p_before_turn IS NULL OR turn_id <> p_before_turn)
        LIMIT 1000
      ) e CROSS JOIN LATERAL (
        SELECT least(1, sum(v_idfs[array_position(v_terms, w.lexeme)] * cardinality(w.positions) * 1.9
          / (cardinality(w.positions) + 0.9 * (0.6 + 0.4 * length(e.search) / v_avg))) / v_total) AS b
        FROM unnest(e.search) w WHERE w.lexeme = ANY (v_terms)
      ) s ORDER BY s.b DESC LIMIT 400
    ), summed AS (
      SELECT thread_id, seq, sum(own) AS words, least(1, sum(near)) AS neighbours FROM (
        SELECT thread_id, seq, b AS own, 0.0::double precision AS near FROM matched
        UNION ALL SELECT thread_id, seq + 1, 0, 0.6 * b FROM matched
        UNION ALL SELECT thread_id, seq + 2, 0, 0.3 * b FROM matched
        UNION ALL SELECT thread_id, seq - 1, 0, 0.3 * b FROM matched
      ) spread GROUP BY thread_id, seq ORDER BY sum(own) + least(1, sum(near)) DESC LIMIT p_limit * 2 + 10
    )
    SELECT 'exchange', e.id, s.thread_id, s.seq, s.words, s.neighbours,
      CASE WHEN cardinality(v_names) = 1 AND lower(e.speaker) = v_names[1] THEN 1.0 ELSE 0.0 END::double precision
    FROM summed s JOIN exchanges e ON e.thread_id = s.thread_id AND e.seq = s.seq
    WHERE e.agent_id = p_agent AND (p_before_turn IS NULL OR e.turn_id <> p_before_turn);
  END IF;
  IF p_kind IS NULL OR p_kind = 'fact' THEN
    RETURN QUERY
    SELECT 'fact', f.id, f.thread_id, NULL::bigint, c.share, 0.0::double precision, 0.0::double precision FROM (
      SELECT id, thread_id, search FROM facts
      WHERE search @@ v_query AND agent_id || '' = p_agent AND (p_thread IS NULL OR thread_id = p_thread) LIMIT 1000
    ) f CROSS JOIN LATERAL (SELECT sum(v_idfs[array_position(v_terms, w.lexeme)]) / v_total AS share
      FROM unnest(f.search) w WHERE w.lexeme = ANY (v_terms)) c
    ORDER BY c.share DESC, f.id DESC LIMIT p_limit;
  END IF;
  IF p_kind IS NULL OR p_kind = 'episode' THEN
    RETURN QUERY
    SELECT 'episode', p.id, p.thread_id, NULL::bigint, c.share, 0.0::double precision, 0.0::double precision FROM (
      SELECT id, thread_id, search FROM episodes
      WHERE search @@ v_query AND agent_id || '' = p_agent AND (p_thread IS NULL OR thread_id = p_thread) LIMIT 1000
    ) p CROSS JOIN LATERAL (SELECT sum(v_idfs[array_position(v_terms, w.lexeme)]) / v_total AS share
      FROM unnest(p.search) w WHERE w.lexeme = ANY (v_terms)) c
    ORDER BY c.share DESC, p.id DESC LIMIT p_limit;
  END IF;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION salience.match_memory FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION salience.match_memory TO salience_app;
--> statement-breakpoint
-- Full-text search over exchanges, facts and episodes of an agent in one weighted score, 0 to 1 like each of its factors.
-- words: BM25 (k1 0.9, b 0.4) divided by the question's total idf, so that scores compare between questions. neighbours: an
-- exchange inherits from those around it in its thread (0.6 previous, 0.3 the one before, 0.3 next). speaker: the question
-- names who said it and nobody else. states: it is not itself a question. weight: confidence of a fact, salience of an
-- episode. entity: the question names something the exchange is about. Every hit carries its factors.
CREATE OR REPLACE FUNCTION salience.search_memory(p_agent text, p_query text, p_limit integer, p_kind text, p_thread text, p_before_turn text)
RETURNS jsonb LANGUAGE plpgsql
-- Planning this statement anew at each call would cost more than running it.
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off AS $$
DECLARE
  v_query text := lower(p_query);
BEGIN
  -- A write to the setting is needed although nothing else is written; it ends with the transaction.
  PERFORM set_config('app.agent', p_agent, true);
  RETURN (
    WITH matched AS MATERIALIZED (
      SELECT * FROM salience.match_memory(p_agent, p_query, p_limit, p_kind, p_thread, p_before_turn)
    ), hits AS (
      SELECT 'exchange' AS kind, e.id, e.message AS text, e.reply, e.speaker, e.said_at AS at, e.thread_id, e.id AS exchange_id,
        e.trust, e.source, e.seq, m.words, m.neighbours, m.speaks,
        CASE WHEN e.message LIKE '%?' THEN 0.0 ELSE 1.0 END::double precision AS states, 0.0::double precision AS weight,
        CASE WHEN EXISTS (SELECT 1 FROM jsonb_array_elements(
          (SELECT k.entities FROM salience.chunks k WHERE k.exchange_id = e.id)) n
          WHERE position(lower(n->>'name') IN v_query) > 0) THEN 1.0 ELSE 0.0 END::double precision AS entity
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.exchanges x WHERE x.id = m.id OFFSET 0) e WHERE m.kind = 'exchange'
      UNION ALL
      SELECT 'fact', f.id, f.subject || ' ' || replace(f.key, '_', ' ') || ' ' || f.value, NULL, NULL, f.said_at, f.thread_id,
        f.exchange_id, f.trust, f.source, NULL, m.words, 0, 0, 1, f.confidence, 0
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.facts x WHERE x.id = m.id OFFSET 0) f WHERE m.kind = 'fact'
      UNION ALL
      SELECT 'episode', p.id, p.gist || coalesce((SELECT ' Still open: ' || string_agg(x, '; ') FROM jsonb_array_elements_text(p.open_loops) x), ''),
        NULL, NULL, p.ended_at, p.thread_id, NULL, p.trust, p.source, NULL, m.words, 0, 0, 1, p.salience, 0
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.episodes x WHERE x.id = m.id OFFSET 0) p WHERE m.kind = 'episode'
    ), scored AS (
      -- The weights add up to 1, so a score is 0 to 1 like each of its factors.
      SELECT *, 0.46 * words + 0.24 * neighbours + 0.22 * speaks + 0.03 * states + 0.02 * weight + 0.03 * entity AS score FROM hits
      ORDER BY 18 DESC, id DESC LIMIT p_limit
    )
    SELECT coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'id', id, 'text', text, 'reply', reply, 'speaker', speaker, 'at', at,
      'thread_id', thread_id, 'exchange_id', exchange_id, 'trust', trust, 'source', source, 'seq', seq,
      'score', score, 'reasons', jsonb_build_object('words', words, 'neighbours', neighbours, 'speaker', speaks, 'states', states,
        'weight', weight, 'entity', entity)) ORDER BY score DESC, id DESC), '[]'::jsonb)
    FROM scored
  );
END $$;
--> statement-breakpoint
-- Ends a turn: the one conditional update that every end of a turn is, and its terminal event. Throws when the turn is no
-- longer in the state (and, where given, under the fence) that it is ended from.
CREATE FUNCTION salience.finish_turn(p_id text, p_from text, p_from_fence bigint, p_state text, p_fence bigint, p_now timestamptz,
  p_error jsonb, p_timings jsonb) RETURNS salience.turns LANGUAGE plpgsql AS $$
DECLARE
  v_turn salience.turns;
BEGIN
  UPDATE salience.turns SET state = p_state, ended_at = p_now, fence = p_fence, timings = coalesce(p_timings, timings),
    -- Whoever ends an interrupted turn, the worker that heard of it or the next one, says the same.
    error = coalesce(p_error, CASE WHEN p_state = 'cancelled' AND interrupted_by IS NOT NULL THEN jsonb_build_object(
      'code', 'turn.interrupted', 'message', 'A later message of this conversation took its place before it was answered.',
      'recoverable', false) END)
  WHERE id = p_id AND state = p_from AND (p_from_fence IS NULL OR fence = p_from_fence) RETURNING * INTO v_turn;
  IF NOT FOUND THEN RAISE EXCEPTION 'turn % left state % unseen', p_id, p_from; END IF;
  INSERT INTO salience.terminal_events (turn_id, agent_id, kind, fence, at)
  VALUES (v_turn.id, v_turn.agent_id, p_state, p_fence, p_now);
  RETURN v_turn;
END $$;
--> statement-breakpoint
-- Ends a turn without an answer, under the lane's lock. The caller moves the cursor.
CREATE OR REPLACE FUNCTION salience.end_turn(p_turn salience.turns, p_state text, p_fence bigint, p_now timestamptz, p_error jsonb)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM salience.finish_turn(p_turn.id, p_turn.state, NULL, p_state, p_fence, p_now, p_error, NULL);
END $$;
--> statement-breakpoint
-- Ends a turn and writes all that follows from it, or nothing when the fence is no longer the caller's.
-- With takeNext the lane's next turn comes back in the same round trip; without it the lane is given back, and `more` says
-- whether somebody should be woken for it.
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
    VALUES (v_exchange->>'id', v_agent, v_turn.thread_id, v_turn.id, v_turn.seq, v_topic, v_turn.speaker, v_turn.text,
      v_reply->>'text', v_exchange->>'mode', v_turn.trust, v_turn.source, v_turn.said_at, v_now, clock_timestamp(),
      v_exchange->>'traceparent');
  END IF;
  IF v_decision <> 'null'::jsonb THEN
    INSERT INTO salience.decisions (turn_id, agent_id, thread_id, policy_name, policy_version, body, created_at)
    VALUES (v_turn.id, v_agent, v_turn.thread_id, v_decision->>'policyName', (v_decision->>'policyVersion')::integer, v_decision, v_now);
  END IF;
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
-- What memory has to say to a turn: {hits, recent}. Where no statement covers the given share of the message (0..1), the
-- latest tellings stand in as `recent`. p: {limit, evidence, tellings}.
CREATE FUNCTION salience.recall_for(p_turn jsonb, p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p_turn->>'agent_id';
  v_hits jsonb;
  v_recent jsonb := '[]'::jsonb;
BEGIN
  IF btrim(p_turn->>'text', E' \t\n\r') = '' OR p_turn->>'source' = 'reminder' THEN
    RETURN '{"hits": [], "recent": []}'::jsonb;
  END IF;
  v_hits := salience.search_memory(v_agent, p_turn->>'text', (p->>'limit')::integer, NULL, NULL, p_turn->>'id');
  IF NOT EXISTS (SELECT 1 FROM jsonb_array_elements(v_hits) h
    WHERE (h->'reasons'->>'words')::double precision >= (p->>'evidence')::double precision AND rtrim(h->>'text') NOT LIKE '%?')
  THEN
    v_recent := salience.recent_tellings(v_agent, (p->>'tellings')::integer);
  END IF;
  RETURN jsonb_build_object('hits', v_hits, 'recent', v_recent);
END $$;
--> statement-breakpoint
-- Claims several lanes of one agent, each as claim_lane does, and answers in the order asked. Lanes are locked in the order
-- of their threads, so that two batches never wait for each other in a circle. With `recall` a turn brings its memory along.
CREATE FUNCTION salience.claim_lanes(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_results jsonb[] := array_fill(NULL::jsonb, ARRAY[jsonb_array_length(p)]);
  v_step jsonb;
  v_item record;
BEGIN
  FOR v_item IN SELECT value AS c, ordinality AS place FROM jsonb_array_elements(p) WITH ORDINALITY ORDER BY value->>'threadId' LOOP
    v_step := salience.claim_lane(v_item.c->>'agentId', v_item.c->>'threadId', v_item.c->>'owner', (v_item.c->>'now')::timestamptz,
      (v_item.c->>'leaseMs')::integer, (v_item.c->>'history')::integer);
    IF v_step->>'status' = 'turn' AND v_item.c ? 'recall' THEN
      v_step := v_step || jsonb_build_object('memory', salience.recall_for(v_step->'turn', v_item.c->'recall'));
    END IF;
    v_results[v_item.place] := v_step;
  END LOOP;
  RETURN to_jsonb(v_results);
END $$;
--> statement-breakpoint
-- Commits several turns of one agent, each as commit_turn does and each under its own fence; answers in the order asked. An
-- error undoes all of them, and the caller commits them one by one.
CREATE FUNCTION salience.commit_turns(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_results jsonb[] := array_fill(NULL::jsonb, ARRAY[jsonb_array_length(p)]);
  v_result jsonb;
  v_item record;
BEGIN
  FOR v_item IN SELECT value AS c, ordinality AS place FROM jsonb_array_elements(p) WITH ORDINALITY ORDER BY value->>'threadId' LOOP
    v_result := salience.commit_turn(v_item.c);
    IF v_result->'next'->>'status' = 'turn' AND v_item.c ? 'recall' THEN
      v_result := jsonb_set(v_result, '{next,memory}', salience.recall_for(v_result->'next'->'turn', v_item.c->'recall'));
    END IF;
    v_results[v_item.place] := v_result;
  END LOOP;
  RETURN to_jsonb(v_results);
END $$;
--> statement-breakpoint
-- The topic of a turn: the one that is named, or a new one with the message as its first vector. Without `learn` in it nothing
-- of an existing topic changes here, learn_topics does that; with it the caller is an older image, which does both at once.
CREATE OR REPLACE FUNCTION salience.save_topic(p_agent text, p_topic jsonb, p_now timestamptz) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_vector real[];
  v_id text;
BEGIN
  IF p_topic IS NULL OR p_topic = 'null'::jsonb THEN RETURN NULL; END IF;
  IF NOT p_topic ? 'learn' THEN
    SELECT id INTO v_id FROM salience.topics WHERE id = p_topic->>'id' AND agent_id = p_agent;
    IF FOUND THEN RETURN v_id; END IF;
  END IF;
  v_vector := ARRAY(SELECT x::real FROM jsonb_array_elements_text(p_topic->'vector') x);
  IF (p_topic->>'learn')::boolean THEN
    UPDATE salience.topics t SET
      centroid = CASE WHEN t.model_id = p_topic->>'modelId' AND cardinality(t.centroid) = cardinality(v_vector)
        THEN (SELECT array_agg(((least(t.message_count, 20) * o + n) / (least(t.message_count, 20) + 1))::real ORDER BY i)
              FROM unnest(t.centroid, v_vector) WITH ORDINALITY AS u(o, n, i))
        ELSE t.centroid END,
      message_count = t.message_count + 1, last_seen_at = greatest(t.last_seen_at, p_now)
    WHERE t.id = p_topic->>'id' AND t.agent_id = p_agent RETURNING t.id INTO v_id;
  ELSIF p_topic ? 'learn' THEN
    UPDATE salience.topics SET message_count = message_count + 1, last_seen_at = greatest(last_seen_at, p_now)
    WHERE id = p_topic->>'id' AND agent_id = p_agent RETURNING id INTO v_id;
  END IF;
  IF v_id IS NOT NULL THEN RETURN v_id; END IF;
  -- A name that another thread took this instant is the same topic.
  INSERT INTO salience.topics (id, agent_id, name, model_id, centroid, salience, created_at, last_seen_at)
  VALUES (p_topic->>'id', p_agent, p_topic->>'name', p_topic->>'modelId', v_vector,
    coalesce((p_topic->>'salience')::real, 0.5), p_now, p_now)
  ON CONFLICT (agent_id, name) DO UPDATE SET message_count = salience.topics.message_count + 1,
    last_seen_at = greatest(salience.topics.last_seen_at, excluded.last_seen_at)
  RETURNING id INTO v_id;
  RETURN v_id;
END $$;
--> statement-breakpoint
-- Adds what was said on topics since the last time: their count, when they were last seen, and the mean of the vectors that
-- move the centroid (weight of the past capped at 20). p: {agentId, topics: [{id, modelId, messages, learned, mean, seenAt}]}.
-- Rows are locked in the order of their ids; each is one update, so nothing that several workers learn is lost.
CREATE FUNCTION salience.learn_topics(p jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_item record;
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  FOR v_item IN
    SELECT value->>'id' AS id, value->>'modelId' AS model_id, (value->>'messages')::integer AS messages,
      (value->>'learned')::integer AS learned, (value->>'seenAt')::timestamptz AS seen_at,
      ARRAY(SELECT x::real FROM jsonb_array_elements_text(value->'mean') x) AS mean
    FROM jsonb_array_elements(p->'topics') ORDER BY value->>'id'
  LOOP
    UPDATE salience.topics t SET
      centroid = CASE WHEN v_item.learned > 0 AND t.model_id = v_item.model_id AND cardinality(t.centroid) = cardinality(v_item.mean)
        THEN (SELECT array_agg(((least(t.message_count, 20) * o + v_item.learned * n)
              / (least(t.message_count, 20) + v_item.learned))::real ORDER BY i)
              FROM unnest(t.centroid, v_item.mean) WITH ORDINALITY AS u(o, n, i))
        ELSE t.centroid END,
      message_count = t.message_count + v_item.messages, last_seen_at = greatest(t.last_seen_at, v_item.seen_at)
    WHERE t.id = v_item.id AND t.agent_id = p->>'agentId';
  END LOOP;
END $$;
--> statement-breakpoint
-- Exchanges to be chunked, each with up to two before it and its thread's pending reminders: {exchange, before, reminders},
-- or null for one that is gone, in the order asked.
CREATE FUNCTION salience.load_for_chunks(p_agent text, p_ids text[]) RETURNS SETOF jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT CASE WHEN e.id IS NOT NULL THEN jsonb_build_object(
    'exchange', salience.exchange_view(e),
    'before', coalesce((SELECT jsonb_agg(salience.exchange_view(b) ORDER BY b.seq) FROM (
      SELECT * FROM salience.exchanges x WHERE x.thread_id = e.thread_id AND x.seq < e.seq ORDER BY x.seq DESC LIMIT 2) b), '[]'),
    'reminders', coalesce((SELECT jsonb_agg(jsonb_build_object('text', r.text, 'dueAt', r.due_at) ORDER BY r.due_at) FROM (
      SELECT text, due_at FROM salience.reminders WHERE thread_id = e.thread_id AND state = 'pending' ORDER BY due_at LIMIT 5) r), '[]')) END
  FROM unnest(p_ids) WITH ORDINALITY i(id, place) LEFT JOIN salience.exchanges e ON e.id = i.id ORDER BY i.place;
END $$;
--> statement-breakpoint
-- An exchange as chunker and episodic read it.
CREATE FUNCTION salience.exchange_view(e salience.exchanges) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', e.id, 'threadId', e.thread_id, 'seq', e.seq, 'topicId', e.topic_id,
    'topic', (SELECT name FROM salience.topics WHERE id = e.topic_id), 'speaker', e.speaker, 'message', e.message,
    'reply', e.reply, 'mode', e.mode, 'trust', e.trust, 'source', e.source, 'saidAt', e.said_at, 'chunkState', e.chunk_state,
    'traceparent', e.traceparent)
$$;
--> statement-breakpoint
-- Stores what was learned from several exchanges of one agent, each once. Answers in the order asked: stored, known or
-- no_exchange. Document frequencies are added up first and written in the order of their words, so that two chunkers never
-- wait for each other in a circle.
CREATE FUNCTION salience.save_chunks(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off AS $$
DECLARE
  v_agent text := p->0->>'agentId';
  v_ids text[];
  v_stored text[];
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  v_ids := ARRAY(SELECT value->>'exchangeId' FROM jsonb_array_elements(p));
  SELECT array_agg(id) INTO v_stored FROM (
    SELECT id FROM salience.exchanges WHERE id = ANY (v_ids) AND chunk_state <> 'chunked' ORDER BY id FOR UPDATE) open;
  UPDATE salience.exchanges SET chunk_state = 'chunked', chunk_error = NULL WHERE id = ANY (v_stored);
  IF v_stored IS NOT NULL THEN
    INSERT INTO salience.chunks (exchange_id, agent_id, thread_id, entities, model, created_at)
    SELECT e.id, v_agent, e.thread_id, c->'entities', c->>'model', (c->>'now')::timestamptz
    FROM jsonb_array_elements(p) c JOIN salience.exchanges e ON e.id = c->>'exchangeId' AND e.id = ANY (v_stored);
    INSERT INTO salience.gists (id, agent_id, thread_id, exchange_id, type, content, confidence, trust, source, created_at)
    SELECT g->>'id', v_agent, e.thread_id, e.id, g->>'type', g->>'content', (g->>'confidence')::real,
      coalesce(g->>'trust', e.trust), e.source, (c->>'now')::timestamptz
    FROM jsonb_array_elements(p) c JOIN salience.exchanges e ON e.id = c->>'exchangeId', jsonb_array_elements(c->'gists') g
    WHERE e.id = ANY (v_stored);
    INSERT INTO salience.facts (id, agent_id, thread_id, exchange_id, subject, key, value, confidence, trust, source, said_at, created_at)
    SELECT f->>'id', v_agent, e.thread_id, e.id, f->>'subject', f->>'key', f->>'value',
      (f->>'confidence')::real, e.trust, e.source, e.said_at, (c->>'now')::timestamptz
    FROM jsonb_array_elements(p) c JOIN salience.exchanges e ON e.id = c->>'exchangeId', jsonb_array_elements(c->'facts') f
    WHERE e.id = ANY (v_stored);
    INSERT INTO salience.term_stats (agent_id, lexeme, documents)
    SELECT v_agent, w.lexeme, count(*) FROM salience.exchanges e, unnest(e.search) w WHERE e.id = ANY (v_stored)
    GROUP BY w.lexeme ORDER BY w.lexeme
    ON CONFLICT (agent_id, lexeme) DO UPDATE SET documents = salience.term_stats.documents + excluded.documents;
    INSERT INTO salience.memory_stats (agent_id, documents, lexemes)
    SELECT v_agent, count(*), sum(length(search)) FROM salience.exchanges WHERE id = ANY (v_stored)
    ON CONFLICT (agent_id) DO UPDATE SET documents = salience.memory_stats.documents + excluded.documents,
      lexemes = salience.memory_stats.lexemes + excluded.lexemes;
  END IF;
  RETURN (SELECT jsonb_agg(jsonb_build_object('status', CASE WHEN value->>'exchangeId' = ANY (v_stored) THEN 'stored'
      WHEN EXISTS (SELECT 1 FROM salience.exchanges WHERE id = value->>'exchangeId') THEN 'known' ELSE 'no_exchange' END) ORDER BY ordinality)
    FROM jsonb_array_elements(p) WITH ORDINALITY);
END $$;
--> statement-breakpoint
-- Ranges for their episodes with their exchanges and what is known of each, or null, in the order asked.
CREATE FUNCTION salience.load_ranges(p_agent text, p_ids text[]) RETURNS SETOF jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT CASE WHEN r.id IS NOT NULL THEN jsonb_build_object('id', r.id, 'threadId', r.thread_id,
    'firstSeq', r.first_seq, 'lastSeq', r.last_seq, 'reason', r.reason, 'state', r.state, 'createdAt', r.created_at,
    'traceparent', r.traceparent,
    'exchanges', coalesce((SELECT jsonb_agg(salience.exchange_view(e) || jsonb_build_object(
      'gists', (SELECT coalesce(jsonb_agg(jsonb_build_object('type', type, 'content', content, 'confidence', confidence)), '[]')
        FROM salience.gists WHERE exchange_id = e.id),
      'facts', (SELECT coalesce(jsonb_agg(jsonb_build_object('subject', subject, 'key', key, 'value', value, 'confidence', confidence)), '[]')
        FROM salience.facts WHERE exchange_id = e.id)) ORDER BY e.seq)
      FROM salience.exchanges e WHERE e.thread_id = r.thread_id AND e.seq BETWEEN r.first_seq AND r.last_seq), '[]')) END
  FROM unnest(p_ids) WITH ORDINALITY i(id, place) LEFT JOIN salience.ranges r ON r.id = i.id ORDER BY i.place;
END $$;
--> statement-breakpoint
-- Stores several episodes of one agent, each as save_episode does; answers in the order asked.
CREATE FUNCTION salience.save_episodes(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_results jsonb[] := array_fill(NULL::jsonb, ARRAY[jsonb_array_length(p)]);
  v_item record;
BEGIN
  FOR v_item IN SELECT value AS e, ordinality AS place FROM jsonb_array_elements(p) WITH ORDINALITY ORDER BY value->>'rangeId' LOOP
    v_results[v_item.place] := salience.save_episode(v_item.e);
  END LOOP;
  RETURN to_jsonb(v_results);
END $$;
--> statement-breakpoint
-- True while this agent holds more than its share of the fleet's lanes and another agent waits.
-- Runs with the owner's eyes because fairness is between agents; it tells nothing but yes or no. Whether anybody else waits is
-- asked on both sides of the agent in the index, so that its own lanes, which may be all there are, are not looked at.
CREATE OR REPLACE FUNCTION salience.exceeds_share(p_agent text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = salience AS $$
DECLARE
  v_waiting integer;
  v_held integer;
  v_capacity integer;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM lanes WHERE tail > cursor AND agent_id > p_agent AND (lease_until IS NULL OR lease_until < clock_timestamp()))
    AND NOT EXISTS (SELECT 1 FROM lanes WHERE tail > cursor AND agent_id < p_agent AND (lease_until IS NULL OR lease_until < clock_timestamp()))
  THEN
    RETURN false;
  END IF;
  SELECT count(DISTINCT agent_id) INTO v_waiting FROM lanes
  WHERE tail > cursor AND agent_id <> p_agent AND (lease_until IS NULL OR lease_until < clock_timestamp());
  IF v_waiting = 0 THEN RETURN false; END IF;
  SELECT coalesce(sum(capacity), 0) INTO v_capacity FROM workers
  WHERE app = 'digest' AND state = 'ready' AND seen_at > clock_timestamp() - interval '15 seconds';
  IF v_capacity = 0 THEN RETURN false; END IF;
  SELECT count(*) INTO v_held FROM lanes
  WHERE tail > cursor AND agent_id = p_agent AND lease_until > clock_timestamp();
  RETURN v_held >= greatest(1, v_capacity / (v_waiting + 1));
END $$;
--> statement-breakpoint
-- The latest exchanges that told a fact, newest first, in the shape of search hits: what there is to know when a question's
-- words lead nowhere. It walks the index from its end and stops; an exchange rarely tells more than four facts.
CREATE OR REPLACE FUNCTION salience.recent_tellings(p_agent text, p_limit integer) RETURNS jsonb LANGUAGE plpgsql
SET enable_bitmapscan = off SET enable_sort = off AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_build_object('kind', 'exchange', 'id', e.id, 'text', e.message, 'reply', e.reply,
      'speaker', e.speaker, 'at', e.said_at, 'thread_id', e.thread_id, 'exchange_id', e.id, 'trust', e.trust,
      'source', e.source, 'seq', e.seq, 'score', 0.1, 'reasons', '{"recent": 1}'::jsonb) ORDER BY e.id DESC), '[]'::jsonb)
    FROM (
      SELECT DISTINCT t.exchange_id FROM (
        SELECT f.exchange_id FROM salience.facts f WHERE f.agent_id = p_agent ORDER BY f.exchange_id DESC LIMIT 4 * p_limit
      ) t ORDER BY t.exchange_id DESC LIMIT p_limit
    ) told CROSS JOIN LATERAL (SELECT * FROM salience.exchanges x WHERE x.id = told.exchange_id OFFSET 0) e
  );
END $$;
--> statement-breakpoint
-- A plan is made once a connection, often while a table is still empty and reading all of it looks cheapest; kept, it reads all
-- of it for ever. None of these ever has reason to. (Where a table must be read whole, its cost would count as enormous in
-- servers before 18, and compiling for it would cost more than running it.)
DO $$
DECLARE
  fn text;
BEGIN
  FOREACH fn IN ARRAY ARRAY[
    'snapshot(salience.turns, integer)', 'next_turn(salience.lanes, timestamptz, integer, integer)',
    'claim_lane(text, text, text, timestamptz, integer, integer)', 'commit_turn(jsonb)', 'accept_turn(jsonb)',
    'finish_turn(text, text, bigint, text, bigint, timestamptz, jsonb, jsonb)', 'load_turns(text, text[])',
    'recent_tellings(text, integer)', 'match_memory(text, text, integer, text, text, text)',
    'search_memory(text, text, integer, text, text, text)', 'load_for_chunks(text, text[])', 'save_chunks(jsonb)',
    'load_ranges(text, text[])', 'save_episode(jsonb)', 'renew_lane(text, text, bigint, integer)',
    'release_lane(text, text, bigint)', 'sweep_lanes(integer)', 'sweep_memory(integer)'
  ] LOOP
    EXECUTE format('ALTER FUNCTION salience.%s SET enable_seqscan = off', fn);
    EXECUTE format('ALTER FUNCTION salience.%s SET jit = off', fn);
  END LOOP;
END $$;
