-- Why: memory is found by meaning too. What is remembered gets a sign code of its vector (64 bytes for 512 dimensions), which every
-- process that searches holds; candidates come from Postgres with their evidence in one call (0014) and are ranked by code. What was of
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
