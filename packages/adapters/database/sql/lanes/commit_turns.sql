-- Ends turns of one agent and writes all their results, each under its own fence: one wide row a turn, the contexts of its model calls
-- and the state of its thread. Nothing is written of a turn whose lane the caller no longer owns, or that is another agent's: its
-- status is `fenced`, the others stand. With takeNext the lane's next turn is returned in the same round trip; without it the lane is
-- released, and `more` says whether to wake it. Answers in the order asked. An error undoes all of them. Everything hangs on the rows
-- of lanes that the one statement changes first.
CREATE OR REPLACE FUNCTION salience.commit_turns(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->0->>'agentId', true);
  v_results jsonb[] := array_fill('{"status": "fenced"}'::jsonb, ARRAY[jsonb_array_length(p)]);
  v_lane salience.lanes;
  v_next jsonb;
  v_item record;
BEGIN
  -- In the order of their threads, so that two batches cannot deadlock. An array and not a join: under row-level security the planner takes
  -- an agent's lanes for one row, and reads all lanes of all agents in the order of their threads.
  IF jsonb_array_length(p) > 1 THEN
    PERFORM set_config('lock_timeout', '50ms', true);
    PERFORM 1 FROM salience.lanes WHERE thread_id = ANY (ARRAY(SELECT c->>'threadId' FROM jsonb_array_elements(p) c)) ORDER BY thread_id FOR UPDATE;
  END IF;
  FOR v_item IN
    WITH asked AS MATERIALIZED (
      SELECT x.place, c.* FROM jsonb_array_elements(p) WITH ORDINALITY x(body, place), jsonb_to_record(x.body) AS c("threadId" text,
        "turnId" text, seq bigint, fence bigint, now timestamptz, state text, error jsonb, timings jsonb, reply jsonb, topic jsonb,
        exchange jsonb, used jsonb, decision jsonb, contexts jsonb, thread jsonb, "takeNext" boolean, "leaseMs" integer)
    ), lane AS (
      -- Nothing can arrive under this lock: a lane whose last turn this is has no owner from here on, nor has one that is given back.
      UPDATE salience.lanes l SET cursor = a.seq, owner = CASE WHEN a."takeNext" AND l.tail > a.seq THEN l.owner END,
        lease_until = CASE WHEN a."takeNext" AND l.tail > a.seq THEN clock_timestamp() + a."leaseMs" * interval '1 millisecond' END
      FROM asked a WHERE l.thread_id = a."threadId" AND l.fence = a.fence AND l.owner IS NOT NULL AND l.cursor = a.seq - 1
      RETURNING a.place, l.tail > a.seq AS more
    ), turn AS (
      UPDATE salience.turns t SET state = a.state, ended_at = a.now, timings = coalesce(a.timings, t.timings),
        error = coalesce(a.error, salience.interrupted_error(a.state, t.interrupted_by))
      FROM asked a JOIN lane USING (place) WHERE t.id = a."turnId" AND t.state = 'running' AND t.fence = a.fence
      RETURNING a.place, t.text, t.steered_text, t.speaker, t.trust, t.source, t.said_at
    ), made AS (
      SELECT m.asked, m.stored FROM (
        SELECT jsonb_agg(a.topic ORDER BY a.place) AS topics, min(a.now) AS now FROM asked a JOIN lane USING (place)
        WHERE a.topic IS NOT NULL AND NOT EXISTS (SELECT 1 FROM salience.topics o WHERE o.id = a.topic->>'id' AND o.agent_id = v_agent)
        HAVING count(*) > 0) fresh CROSS JOIN LATERAL salience.save_topics(v_agent, fresh.topics, fresh.now) m
    ), done AS (
      SELECT lane.place, lane.more, coalesce(
        (SELECT o.id FROM salience.topics o WHERE o.id = a.topic->>'id' AND o.agent_id = v_agent),
        (SELECT made.stored FROM made WHERE made.asked = a.topic->>'id')) AS topic_id
      FROM lane JOIN asked a USING (place)
    ), ended AS (
      INSERT INTO salience.turn_ends (turn_id, agent_id, thread_id, seq, kind, fence, ended_at, exchange_id, topic_id, speaker, message,
        mode, trust, source, said_at, traceparent, code, code_model_id, vector, heard, reply, reply_trust, reply_confidence, citations,
          model, usage, decision, confidence,
        policy_name, policy_version)
      SELECT a."turnId", v_agent, a."threadId", a.seq, a.state, a.fence, a.now, a.exchange->>'id', done.topic_id, t.speaker,
        -- Includes the steering messages of its run, which have no exchange of their own.
        CASE WHEN a.exchange IS NOT NULL THEN concat_ws(E'\n', t.text, t.steered_text) END,
        a.exchange->>'mode', t.trust, t.source, t.said_at, a.exchange->>'traceparent', decode(a.exchange->>'code', 'base64'),
        a.exchange->>'codeModelId', decode(a.exchange->>'vector', 'base64'), (a.thread->>'heard')::smallint,
          a.reply->>'text', a.reply->>'trust', (a.reply->>'confidence')::real, a.reply->'citations', a.reply->>'model', a.reply->'usage',
        decode(a.decision->>'bytes', 'base64'), (a.decision->>'confidence')::double precision, a.decision->>'policyName',
        (a.decision->>'policyVersion')::integer
      FROM asked a JOIN turn t USING (place) JOIN done USING (place)
    ), prefix AS (
      -- If delete_old_contexts is deleting the row now, this waits for it and inserts the row again.
      INSERT INTO salience.context_prefixes AS x (agent_id, hash, system, used_on)
      SELECT DISTINCT ON (c->>'systemHash') v_agent, c->>'systemHash', c->>'system', (a.now AT TIME ZONE 'UTC')::date
      FROM asked a JOIN turn USING (place), jsonb_array_elements(a.contexts) c
      WHERE NOT EXISTS (SELECT 1 FROM salience.context_prefixes k WHERE k.agent_id = v_agent AND k.hash = c->>'systemHash'
        AND k.used_on >= (a.now AT TIME ZONE 'UTC')::date)
      ORDER BY c->>'systemHash'
      ON CONFLICT (agent_id, hash) DO UPDATE SET used_on = greatest(x.used_on, excluded.used_on)
    ), shown AS (
      INSERT INTO salience.contexts (turn_id, call, agent_id, model, system_hash, body, tokens, created_at)
      SELECT a."turnId", (c->>'call')::integer, v_agent, c->>'model', c->>'systemHash',
        c - ARRAY['system', 'systemHash', 'call', 'tokens', 'model'], (c->>'tokens')::integer, a.now
      FROM asked a JOIN turn USING (place), jsonb_array_elements(a.contexts) c
    ), accessed AS (
      INSERT INTO salience.memory_accesses AS m (agent_id, item_id, kind, count, last_at)
      SELECT v_agent, i->>'id', min(i->>'kind'), count(DISTINCT a.place), max(a.now)
      FROM asked a JOIN turn USING (place), jsonb_array_elements(a.used) i GROUP BY 2 ORDER BY 2
      ON CONFLICT (agent_id, item_id) DO UPDATE SET count = m.count + excluded.count, last_at = greatest(m.last_at, excluded.last_at)
    ), changed AS (
      UPDATE salience.threads h SET topic_id = coalesce(done.topic_id, h.topic_id), confidence = (a.thread->>'confidence')::real,
        session = a.thread->'session', boundary = coalesce(a.thread->'boundary', h.boundary),
        boundary_seq = CASE WHEN a.thread ? 'boundary' THEN a.seq ELSE h.boundary_seq END,
        heard_seq = CASE WHEN a.thread ? 'heard' THEN a.seq ELSE h.heard_seq END, last_mode = a.thread->>'lastMode',
        recent_confidences = ARRAY(SELECT v::real FROM jsonb_array_elements_text(a.thread->'recentConfidences') v),
        last_activity_at = greatest(h.last_activity_at, (a.thread->>'activityAt')::timestamptz)
      FROM asked a JOIN done USING (place) WHERE h.id = a."threadId" AND a.thread IS NOT NULL
    )
    SELECT done.place, done.topic_id, done.more, a."turnId", a."threadId", a."takeNext", a.now, a."leaseMs", turn.place IS NOT NULL AS ran
    FROM done JOIN asked a USING (place) LEFT JOIN turn USING (place) ORDER BY a."threadId"
  LOOP
    IF NOT v_item.ran THEN RAISE EXCEPTION 'turn % left state running unseen', v_item."turnId"; END IF;
    v_next := NULL;
    IF v_item."takeNext" AND v_item.more THEN
      SELECT * INTO v_lane FROM salience.lanes WHERE thread_id = v_item."threadId";
      v_next := salience.next_turn(v_lane, v_item.now, v_item."leaseMs", (p->(v_item.place::integer - 1)->>'history')::integer,
        (p->(v_item.place::integer - 1)->>'held')::bigint, p->(v_item.place::integer - 1)->'topics');
    ELSIF v_item."takeNext" THEN
      v_next := jsonb_build_object('status', 'released', 'fence', (p->(v_item.place::integer - 1)->'fence'), 'ended', '[]'::jsonb,
        'endedAs', '[]'::jsonb);
    END IF;
    v_results[v_item.place] := jsonb_build_object('status', 'committed', 'topicId', v_item.topic_id,
      'xid', pg_current_xact_id()::text, 'next', v_next, 'more', v_next IS NULL AND v_item.more);
  END LOOP;
  RETURN to_jsonb(v_results);
END $$;
