-- The two sides of an exchange have their trust each: what was said, and what was answered from whatever the model was shown.
ALTER TABLE salience.exchanges ADD COLUMN reply_trust text;
--> statement-breakpoint
-- Of a plan: the least trusted element of its prompt, and the first of the agent's own memory (law 10).
ALTER TABLE salience.act_steps ADD COLUMN seen jsonb;
--> statement-breakpoint
-- The text of a file that somebody vouched for, as its hash; the words of a skill nobody vouched for are shown to no model.
ALTER TABLE salience.workspace_files ADD COLUMN vouched text;
--> statement-breakpoint
-- Ends a turn as before; its exchange keeps the trust of the reply too.
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
      reply_trust, source, said_at, created_at, swept_at, traceparent)
    VALUES (v_exchange->>'id', v_agent, v_turn.thread_id, v_turn.id, v_turn.seq, v_topic, v_turn.speaker,
      -- With what entered its run: those messages have no exchange of their own.
      concat_ws(E'\n', v_turn.text, v_turn.steered_text),
      v_reply->>'text', v_exchange->>'mode', v_turn.trust, v_reply->>'trust', v_turn.source, v_turn.said_at, v_now, clock_timestamp(),
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
--> statement-breakpoint
-- What a turn compares itself with, as before, with the trust of each reply.
CREATE OR REPLACE FUNCTION salience.snapshot(p_turn salience.turns, p_history integer) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'thread', to_jsonb(t),
    'agent', (SELECT jsonb_build_object('id', a.id, 'name', a.name, 'version', a.version, 'settings', a.settings)
      FROM salience.agents a WHERE a.id = t.agent_id),
    'topicName', (SELECT name FROM salience.topics WHERE id = t.topic_id),
    'history', coalesce((SELECT jsonb_agg(to_jsonb(h) ORDER BY h.seq) FROM (
      SELECT id, seq, speaker, message, reply, mode, topic_id, said_at, trust, reply_trust FROM salience.exchanges
      WHERE thread_id = t.id AND seq < p_turn.seq ORDER BY seq DESC LIMIT p_history) h), '[]'::jsonb),
    -- Said, and never answered because a later message took their place.
    'interrupted', coalesce((SELECT jsonb_agg(to_jsonb(i) ORDER BY i.seq) FROM (
      SELECT id, seq, speaker, text, said_at, trust FROM salience.turns
      WHERE thread_id = t.id AND interrupted_by IS NOT NULL AND state = 'cancelled' AND seq < p_turn.seq
      ORDER BY seq DESC LIMIT p_history) i), '[]'::jsonb),
    'gists', coalesce((SELECT jsonb_agg(to_jsonb(g)) FROM (
      SELECT id, type, content, confidence, trust, exchange_id FROM salience.gists
      WHERE thread_id = t.id ORDER BY created_at DESC LIMIT 8) g), '[]'::jsonb),
    'reminders', coalesce((SELECT jsonb_agg(to_jsonb(r)) FROM (
      SELECT id, text, due_at FROM salience.reminders
      WHERE thread_id = t.id AND state = 'pending' ORDER BY due_at LIMIT 5) r), '[]'::jsonb))
  FROM salience.threads t WHERE t.id = p_turn.thread_id
$$;
--> statement-breakpoint
-- An exchange as chunker and episodic read it.
CREATE OR REPLACE FUNCTION salience.exchange_view(e salience.exchanges) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', e.id, 'threadId', e.thread_id, 'seq', e.seq, 'topicId', e.topic_id,
    'topic', (SELECT name FROM salience.topics WHERE id = e.topic_id), 'speaker', e.speaker, 'message', e.message,
    'reply', e.reply, 'mode', e.mode, 'trust', e.trust, 'replyTrust', e.reply_trust, 'source', e.source, 'saidAt', e.said_at, 'chunkState', e.chunk_state,
    'traceparent', e.traceparent)
$$;
--> statement-breakpoint
-- As before, with the trust of each reply.
CREATE OR REPLACE FUNCTION salience.load_for_concepts(p_agent text, p_episode text) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_episode salience.episodes;
  v_range salience.ranges;
  v_exchanges jsonb;
  v_text text;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  SELECT * INTO v_episode FROM salience.episodes WHERE id = p_episode;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT * INTO v_range FROM salience.ranges WHERE id = v_episode.range_id;
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'message', e.message, 'reply', e.reply, 'speaker', e.speaker, 'saidAt', e.said_at,
      'trust', e.trust, 'replyTrust', e.reply_trust, 'source', e.source, 'entities', coalesce((SELECT k.entities FROM salience.chunks k WHERE k.exchange_id = e.id), '[]'))
      ORDER BY e.seq), '[]'),
    string_agg(concat_ws(' ', e.speaker, e.message), E'\n' ORDER BY e.seq)
  INTO v_exchanges, v_text FROM salience.exchanges e
  WHERE e.thread_id = v_range.thread_id AND e.seq BETWEEN v_range.first_seq AND v_range.last_seq;
  RETURN jsonb_build_object('id', v_episode.id, 'state', v_episode.concept_state, 'threadId', v_episode.thread_id,
    'traceparent', v_range.traceparent, 'gist', v_episode.gist, 'intent', v_episode.intent, 'outcome', v_episode.outcome,
    'trust', v_episode.trust, 'source', v_episode.source, 'endedAt', v_episode.ended_at, 'exchanges', v_exchanges,
    'known', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'kind', n.kind) ORDER BY n.name, n.kind), '[]')
      FROM salience.named_concepts(p_agent, coalesce(v_text, v_episode.gist)) n));
END $$;
--> statement-breakpoint
-- As before, with the trust of each reply.
CREATE OR REPLACE FUNCTION salience.recent_tellings(p_agent text, p_limit integer) RETURNS jsonb LANGUAGE plpgsql
SET enable_bitmapscan = off SET enable_sort = off AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_build_object('kind', 'exchange', 'id', e.id, 'text', e.message, 'reply', e.reply,
      'speaker', e.speaker, 'at', e.said_at, 'thread_id', e.thread_id, 'exchange_id', e.id, 'trust', e.trust, 'reply_trust', e.reply_trust,
      'source', e.source, 'seq', e.seq, 'score', 0.1, 'reasons', '{"recent": 1}'::jsonb) ORDER BY e.id DESC), '[]'::jsonb)
    FROM (
      SELECT DISTINCT t.exchange_id FROM (
        SELECT f.exchange_id FROM salience.facts f WHERE f.agent_id = p_agent AND f.exchange_id IS NOT NULL ORDER BY f.exchange_id DESC LIMIT 4 * p_limit
      ) t ORDER BY t.exchange_id DESC LIMIT p_limit
    ) told CROSS JOIN LATERAL (SELECT * FROM salience.exchanges x WHERE x.id = told.exchange_id OFFSET 0) e
  );
END $$;
--> statement-breakpoint
ALTER FUNCTION salience.recent_tellings(text, integer) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION salience.recent_tellings(text, integer) SET jit = off;
--> statement-breakpoint
-- As before, with the trust of the reply of each exchange.
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
        e.trust, e.reply_trust, e.source, e.seq, m.words, m.neighbours, m.speaks, NULL::real AS weight,
        EXISTS (SELECT FROM salience.chunks k, jsonb_array_elements(k.entities) n
          WHERE k.exchange_id = e.id AND position(lower(n->>'name') IN v_query) > 0) AS entity
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.exchanges x WHERE x.id = m.id OFFSET 0) e WHERE m.kind = 'exchange'
      UNION ALL
      SELECT 'fact', f.id,
        f.subject || ' ' || replace(f.key, '_', ' ') || ' ' || f.value || coalesce(' (until ' || f.valid_to::date || ')', ''),
        NULL, NULL, f.said_at, f.thread_id, f.exchange_id, NULL, f.trust, NULL, f.source, NULL, m.words, 0, false, f.confidence, false
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.facts x WHERE x.id = m.id OFFSET 0) f WHERE m.kind = 'fact'
      UNION ALL
      SELECT 'episode', e.id,
        e.gist || coalesce((SELECT ' Still open: ' || string_agg(x, '; ') FROM jsonb_array_elements_text(e.open_loops) x), ''),
        -- When it happened last: then it was fresh.
        NULL, NULL, greatest(e.ended_at, (SELECT max(x.ended_at) FROM salience.episodes x WHERE x.repeats_of = e.id
          AND (p->>'until' IS NULL OR x.ended_at <= (p->>'until')::timestamptz))),
        e.thread_id, NULL, e.topic_id, e.trust, NULL, e.source, NULL, m.words, 0, false, e.salience, false
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.episodes x WHERE x.id = m.id OFFSET 0) e WHERE m.kind = 'episode'
      UNION ALL
      SELECT 'concept', c.id, c.name || coalesce(': ' || nullif(c.definition, ''), ' (' || c.kind || ')'), NULL, NULL,
        c.last_seen_at, l.thread_id, l.exchange_id, NULL, c.trust, NULL, c.source, NULL, m.words, 0, false, c.strength, false
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.concepts x WHERE x.id = m.id OFFSET 0) c
      -- Where it was mentioned last.
      CROSS JOIN LATERAL (SELECT f.exchange_id, (SELECT thread_id FROM salience.episodes x WHERE x.id = f.episode_id) AS thread_id
        FROM salience.concept_sources f WHERE f.concept_id = c.id ORDER BY f.seen_at DESC LIMIT 1) l WHERE m.kind = 'concept'
      UNION ALL
      SELECT 'thought', t.id, t.content, NULL, 'agent', t.created_at, t.thread_id, NULL,
        (SELECT e.topic_id FROM salience.episodes e WHERE e.id = t.grounding_episode_id), t.trust, NULL, t.source, NULL, m.words, 0, false,
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
-- As before, with the trust of the reply of each exchange.
CREATE OR REPLACE FUNCTION salience.kept_rows(p_agent text, p_kind text, p_after text, p_limit integer, p_id text) RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  IF p_kind = 'exchange' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'exchange', 'id', e.id, 'at', e.said_at, 'text', e.message, 'trust', e.trust, 'reply_trust', e.reply_trust, 'source', e.source,
      'sources', jsonb_build_array(e.turn_id), 'thread_id', e.thread_id, 'speaker', e.speaker, 'reply', e.reply, 'mode', e.mode,
      'topic', (SELECT t.name FROM salience.topics t WHERE t.id = e.topic_id), 'entities', coalesce((SELECT c.entities FROM salience.chunks c WHERE c.exchange_id = e.id), '[]'))
    FROM salience.exchanges e WHERE e.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN e.id > p_after ELSE e.id = p_id END) ORDER BY e.id LIMIT p_limit;
  ELSIF p_kind = 'gist' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'gist', 'id', g.id, 'at', g.created_at, 'text', g.content, 'trust', g.trust, 'source', g.source,
      'sources', jsonb_build_array(g.exchange_id), 'thread_id', g.thread_id, 'type', g.type, 'confidence', g.confidence)
    FROM salience.gists g WHERE g.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN g.id > p_after ELSE g.id = p_id END) ORDER BY g.id LIMIT p_limit;
  ELSIF p_kind = 'fact' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'fact', 'id', f.id, 'at', f.said_at, 'text', f.subject || ' ' || replace(f.key, '_', ' ') || ' ' || f.value,
      'trust', f.trust, 'source', f.source, 'sources', jsonb_build_array(coalesce(f.exchange_id, f.turn_id)), 'thread_id', f.thread_id,
      'subject', f.subject, 'key', f.key, 'value', f.value, 'confidence', f.confidence, 'explicit', f.explicit,
      'valid_from', f.valid_from, 'valid_to', f.valid_to, 'superseded_by', f.superseded_by)
    FROM salience.facts f WHERE f.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN f.id > p_after ELSE f.id = p_id END) ORDER BY f.id LIMIT p_limit;
  ELSIF p_kind = 'trait' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'trait', 'id', t.id, 'at', t.last_seen_at, 'text', t.person || ' ' || replace(t.key, '_', ' ') || ' ' || t.value,
      'trust', t.trust, 'source', t.source, 'sources', (SELECT coalesce(jsonb_agg(DISTINCT s.exchange_id), '[]') FROM salience.trait_sources s WHERE s.trait_id = t.id),
      'person', t.person, 'key', t.key, 'value', t.value, 'category', t.category, 'origin', t.origin, 'confidence', t.confidence,
      'mentions', t.mentions, 'valid_from', t.valid_from, 'valid_to', t.valid_to, 'superseded_by', t.superseded_by)
    FROM salience.traits t WHERE t.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN t.id > p_after ELSE t.id = p_id END) ORDER BY t.id LIMIT p_limit;
  ELSIF p_kind = 'episode' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'episode', 'id', p.id, 'at', p.ended_at, 'text', p.gist, 'trust', p.trust, 'source', p.source,
      'sources', (SELECT coalesce(jsonb_agg(x.exchange_id ORDER BY x.exchange_id), '[]') FROM salience.episode_exchanges x WHERE x.episode_id = p.id)
        || CASE WHEN p.experience_id IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(p.experience_id) END,
      'thread_id', p.thread_id, 'started_at', p.started_at, 'intent', p.intent, 'outcome', p.outcome, 'open_loops', p.open_loops, 'salience', p.salience)
    FROM salience.episodes p WHERE p.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN p.id > p_after ELSE p.id = p_id END) ORDER BY p.id LIMIT p_limit;
  ELSIF p_kind = 'concept' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'concept', 'id', c.id, 'at', c.last_seen_at, 'text', c.name || CASE WHEN c.definition = '' THEN '' ELSE ': ' || c.definition END,
      'trust', c.trust, 'source', c.source, 'sources', (SELECT coalesce(jsonb_agg(DISTINCT s.episode_id), '[]') FROM salience.concept_sources s WHERE s.concept_id = c.id),
      'name', c.name, 'type', c.kind, 'definition', c.definition, 'strength', c.strength, 'confidence', c.confidence, 'mentions', c.mentions,
      'names', (SELECT coalesce(jsonb_agg(DISTINCT n.name), '[]') FROM salience.concept_names n WHERE n.concept_id = c.id), 'first_seen_at', c.first_seen_at)
    FROM salience.concepts c WHERE c.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN c.id > p_after ELSE c.id = p_id END) ORDER BY c.id LIMIT p_limit;
  ELSIF p_kind = 'relation' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'relation', 'id', l.id, 'at', l.last_seen_at, 'text', a.name || ' ' || l.type || ' ' || b.name,
      'trust', l.trust, 'source', l.source, 'sources', (SELECT coalesce(jsonb_agg(DISTINCT s.episode_id), '[]') FROM salience.relation_sources s WHERE s.relation_id = l.id),
      'from_id', l.from_id, 'to_id', l.to_id, 'type', l.type, 'strength', l.strength, 'mentions', l.mentions, 'valid_from', l.valid_from,
      'valid_to', l.valid_to, 'superseded_by', l.closed_by)
    FROM salience.relations l JOIN salience.concepts a ON a.id = l.from_id JOIN salience.concepts b ON b.id = l.to_id
    WHERE l.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN l.id > p_after ELSE l.id = p_id END) ORDER BY l.id LIMIT p_limit;
  ELSIF p_kind = 'thought' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'thought', 'id', t.id, 'at', t.created_at, 'text', t.content, 'trust', t.trust, 'source', t.source,
      'sources', (SELECT jsonb_build_array(t.grounding_episode_id) || coalesce(jsonb_agg(x.concept_id ORDER BY x.energy DESC), '[]')
        FROM salience.thought_concepts x WHERE x.thought_id = t.id), 'type', t.type, 'expires_at', t.expires_at)
    FROM salience.thoughts t WHERE t.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN t.id > p_after ELSE t.id = p_id END) ORDER BY t.id LIMIT p_limit;
  ELSIF p_kind = 'autobiography' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'autobiography', 'id', b.id, 'at', b.created_at, 'text', 'version ' || b.version, 'trust', 'agent', 'source', 'drift',
      'sources', (SELECT coalesce(jsonb_agg(DISTINCT o.item_id), '[]') FROM salience.autobiography_sources o WHERE o.autobiography_id = b.id),
      'version', b.version, 'sections', b.sections)
    FROM salience.autobiographies b WHERE b.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN b.id > p_after ELSE b.id = p_id END) ORDER BY b.id LIMIT p_limit;
  ELSIF p_kind = 'reminder' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'reminder', 'id', m.id, 'at', m.created_at, 'text', m.text, 'trust', m.trust, 'source', m.source,
      'sources', '[]'::jsonb, 'thread_id', m.thread_id, 'due_at', m.due_at, 'state', m.state)
    FROM salience.reminders m WHERE m.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN m.id > p_after ELSE m.id = p_id END) ORDER BY m.id LIMIT p_limit;
  ELSIF p_kind = 'listItem' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'listItem', 'id', i.id, 'at', i.created_at, 'text', i.item, 'trust', i.trust, 'source', i.source,
      'sources', '[]'::jsonb, 'list', i.list, 'checked_at', i.checked_at, 'removed_at', i.removed_at)
    FROM salience.list_items i WHERE i.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN i.id > p_after ELSE i.id = p_id END) ORDER BY i.id LIMIT p_limit;
  END IF;
END $$;
--> statement-breakpoint
-- Who an agent is, as before, with whether somebody vouched for each of its files as it is.
CREATE OR REPLACE FUNCTION salience.load_identity(p_agent text, p_scenarios integer) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN (SELECT jsonb_build_object(
    'agent', jsonb_build_object('id', a.id, 'name', a.name, 'persona', a.persona, 'settings', a.settings, 'version', a.version,
      'createdAt', a.created_at),
    'files', coalesce((SELECT jsonb_agg(jsonb_build_object('path', f.path, 'content', f.content, 'trust', f.trust, 'source', f.source,
      'vouched', coalesce(f.vouched = encode(sha256(convert_to(f.content, 'UTF8')), 'hex'), false))
      ORDER BY f.path) FROM salience.workspace_files f WHERE f.agent_id = p_agent), '[]'),
    'about', (SELECT b.sections FROM salience.autobiographies b WHERE b.agent_id = p_agent ORDER BY b.version DESC LIMIT 1),
    'tools', salience.load_tool_profiles(p_agent, p_scenarios))
  FROM salience.agents a WHERE a.id = p_agent);
END $$;
--> statement-breakpoint
-- A step as code reads it.
CREATE OR REPLACE FUNCTION salience.act_step_view(s salience.act_steps) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('runId', s.run_id, 'n', s.n, 'turnId', s.turn_id, 'kind', s.kind, 'state', s.state, 'note', s.note,
    'reason', s.reason, 'call', s.call, 'seen', s.seen, 'ruling', s.ruling, 'result', s.result, 'verdict', s.verdict,
    'approvalId', s.approval_id, 'idempotencyKey', s.idempotency_key, 'attempt', s.attempt, 'retryAt', s.retry_at,
    'late', s.late, 'at', s.at)
$$;
--> statement-breakpoint
-- Writes steps as before; a plan with what counts of its prompt.
CREATE OR REPLACE FUNCTION salience.save_steps(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_fence bigint := (p->>'fence')::bigint;
  v_run text := coalesce(p->>'runId', p->'steps'->0->>'runId');
  v_lane salience.lanes;
  v_turn salience.turns;
  v_before salience.act_steps[];
  v_written integer[];
  v_steered jsonb := '[]'::jsonb;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  UPDATE salience.lanes SET lease_until = clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond'
  WHERE thread_id = p->>'threadId' AND fence = v_fence AND owner IS NOT NULL RETURNING * INTO v_lane;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'fenced', 'steered', v_steered, 'cancel', false); END IF;
  SELECT * INTO v_turn FROM salience.turns
  WHERE id = p->>'turnId' AND thread_id = v_lane.thread_id AND state = 'running' AND fence = v_fence FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'turn % is not running under fence %', p->>'turnId', v_fence; END IF;

  v_before := ARRAY(SELECT o FROM salience.act_steps o WHERE o.run_id = v_run);
  WITH written AS (
    INSERT INTO salience.act_steps AS s (run_id, n, agent_id, thread_id, turn_id, kind, state, note, reason, call, seen, ruling, result,
      verdict, approval_id, idempotency_key, attempt, retry_at, late, at)
    SELECT g->>'runId', (g->>'n')::integer, v_agent, v_lane.thread_id, g->>'turnId', g->>'kind', g->>'state', g->>'note',
      g->>'reason', nullif(g->'call', 'null'), nullif(g->'seen', 'null'), nullif(g->'ruling', 'null'), nullif(g->'result', 'null'), nullif(g->'verdict', 'null'),
      g->>'approvalId', g->>'idempotencyKey', (g->>'attempt')::integer, (g->>'retryAt')::timestamptz, g->>'late', (g->>'at')::timestamptz
    FROM jsonb_array_elements(p->'steps') g
    ON CONFLICT (run_id, n) DO UPDATE SET state = excluded.state, note = excluded.note, reason = excluded.reason,
      call = excluded.call, ruling = excluded.ruling, result = excluded.result, verdict = excluded.verdict,
      approval_id = coalesce(s.approval_id, excluded.approval_id), idempotency_key = excluded.idempotency_key,
      attempt = excluded.attempt, retry_at = excluded.retry_at, late = coalesce(s.late, excluded.late), at = excluded.at
    WHERE s.kind = excluded.kind AND (s.state IN ('planned', 'started', 'waiting', 'asked') OR s.state = excluded.state)
    RETURNING s.n
  ) SELECT array_agg(n) INTO v_written FROM written;
  IF coalesce(cardinality(v_written), 0) <> jsonb_array_length(p->'steps') THEN
    RAISE EXCEPTION 'a step of run % has ended before and cannot change: %', v_run,
      (SELECT string_agg(format('%s %s→%s', g->>'n', s.state, g->>'state'), ', ') FROM jsonb_array_elements(p->'steps') g
        JOIN salience.act_steps s ON s.run_id = g->>'runId' AND s.n = (g->>'n')::integer AND s.state <> g->>'state');
  END IF;
  PERFORM salience.count_ends(v_agent, v_now, v_before, v_run, v_written);
  WITH asked AS (
    INSERT INTO salience.approvals (id, agent_id, thread_id, run_id, n, turn_id, tool, arguments, arguments_hash, definition,
      definition_hash, reason, tier, created_at, expires_at)
    SELECT q->>'id', v_agent, v_lane.thread_id, v_run, (q->>'n')::integer, v_turn.id, q->>'tool', q->'arguments', q->>'argumentsHash',
      coalesce(q->'definition', '{}'), coalesce(q->>'definitionHash', ''), q->>'reason', q->>'tier', v_now, (q->>'expiresAt')::timestamptz
    FROM jsonb_array_elements(p->'approvals') q ON CONFLICT (run_id, n) WHERE state = 'pending' DO NOTHING RETURNING id, n
  )
  UPDATE salience.act_steps s SET approval_id = a.id FROM asked a WHERE s.run_id = v_run AND s.n = a.n AND s.approval_id IS DISTINCT FROM a.id;

  IF v_lane.tail > v_turn.seq AND v_run IS NOT NULL AND v_turn.cancel_requested_at IS NULL AND coalesce((p->>'steer')::boolean, true)
    AND NOT EXISTS (SELECT 1 FROM salience.act_steps s WHERE s.run_id = v_run AND s.kind = 'closing' AND s.turn_id = v_turn.id)
  THEN
    v_steered := salience.take_steering(v_turn, v_run, v_fence, v_now);
  END IF;
  RETURN jsonb_build_object('status', 'saved', 'steered', v_steered, 'cancel', v_turn.cancel_requested_at IS NOT NULL);
END $$;
--> statement-breakpoint
ALTER FUNCTION salience.save_steps(jsonb) SET enable_seqscan = off;
--> statement-breakpoint
ALTER FUNCTION salience.save_steps(jsonb) SET jit = off;
