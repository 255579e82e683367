-- Why: acceptance, claiming, committing and releasing are each one round trip and one transaction, and the rules that
-- keep a lane correct (laws 2 to 5) stand in one place, beside the rows they guard.
-- Lock order everywhere: lane row, then turn row. Safe with the previous image: yes, functions are only added.
-- Parameters named p_now are business time (law 15); leases use the database's own clock.

-- Accepts one message: thread, seq, turn. Idempotent by key. Returns {status, turnId, threadId, seq, state, fence, replayed}.
CREATE FUNCTION salience.accept_turn(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_key text := p->>'idempotencyKey';
  v_thread salience.threads;
  v_turn salience.turns;
  v_lane salience.lanes;
  v_policy text;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);

  IF v_key IS NOT NULL THEN
    -- Two retries at once must not both insert.
    PERFORM pg_advisory_xact_lock(hashtextextended(v_agent || ' ' || v_key, 0));
    SELECT * INTO v_turn FROM salience.turns WHERE agent_id = v_agent AND idempotency_key = v_key;
    IF FOUND THEN
      IF v_turn.request_hash IS DISTINCT FROM p->>'requestHash' THEN
        RETURN jsonb_build_object('status', 'key_reused', 'turnId', v_turn.id);
      END IF;
      RETURN jsonb_build_object('status', 'accepted', 'replayed', true, 'turnId', v_turn.id, 'threadId', v_turn.thread_id,
        'seq', v_turn.seq, 'state', v_turn.state, 'fence', v_turn.fence);
    END IF;
  END IF;

  IF p->>'threadId' IS NOT NULL THEN
    SELECT * INTO v_thread FROM salience.threads WHERE id = p->>'threadId';
    IF NOT FOUND THEN RETURN jsonb_build_object('status', 'no_thread'); END IF;
  ELSIF p->>'threadKey' IS NOT NULL THEN
    v_thread := salience.ensure_thread(p, p->>'threadKey');
  ELSE
    v_thread := salience.current_thread(p);
  END IF;
  SELECT * INTO v_lane FROM salience.lanes WHERE thread_id = v_thread.id FOR UPDATE;
  v_policy := coalesce(p->>'midRun',
    (SELECT settings->>'midRun' FROM salience.agents WHERE id = v_agent), 'queue');
  IF v_policy = 'reject' AND v_lane.tail > v_lane.cursor THEN
    RETURN jsonb_build_object('status', 'busy', 'threadId', v_thread.id);
  END IF;
  -- Under the lane's lock, which expiry takes too: a thread with work is never left expired.
  UPDATE salience.threads SET state = 'active' WHERE id = v_thread.id AND state = 'expired';
  UPDATE salience.lanes SET tail = tail + 1, swept_at = clock_timestamp() WHERE thread_id = v_thread.id RETURNING * INTO v_lane;

  INSERT INTO salience.turns (id, agent_id, thread_id, seq, text, speaker, source, trust, context, idempotency_key,
    request_hash, traceparent, parent_turn_id, said_at, accepted_at)
  VALUES (p->>'turnId', v_agent, v_thread.id, v_lane.tail, p->>'text', p->>'speaker', p->>'source', p->>'trust',
    nullif(p->'context', 'null'::jsonb), v_key, p->>'requestHash', p->>'traceparent', p->>'parentTurnId',
    coalesce((p->>'saidAt')::timestamptz, v_now), v_now);

  RETURN jsonb_build_object('status', 'accepted', 'replayed', false, 'turnId', p->>'turnId', 'threadId', v_thread.id,
    'seq', v_lane.tail, 'state', 'pending', 'fence', v_lane.fence);
END $$;
--> statement-breakpoint
-- The thread with this key, made if it is new; its lane with it.
CREATE FUNCTION salience.ensure_thread(p jsonb, p_key text) RETURNS salience.threads LANGUAGE plpgsql AS $$
DECLARE v_thread salience.threads;
BEGIN
  SELECT * INTO v_thread FROM salience.threads WHERE agent_id = p->>'agentId' AND key = p_key;
  IF FOUND THEN RETURN v_thread; END IF;
  INSERT INTO salience.threads (id, agent_id, key, source, created_at, last_activity_at)
  VALUES (p->>'newThreadId', p->>'agentId', p_key, p->>'source', (p->>'now')::timestamptz, (p->>'now')::timestamptz)
  ON CONFLICT (agent_id, key) DO NOTHING RETURNING * INTO v_thread;
  IF FOUND THEN
    INSERT INTO salience.lanes (thread_id, agent_id) VALUES (v_thread.id, v_thread.agent_id);
    RETURN v_thread;
  END IF;
  SELECT * INTO v_thread FROM salience.threads WHERE agent_id = p->>'agentId' AND key = p_key;
  RETURN v_thread;
END $$;
--> statement-breakpoint
-- The caller's current thread, or a new one when there is none, it expired or it was silent for four hours.
CREATE FUNCTION salience.current_thread(p jsonb) RETURNS salience.threads LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_current salience.current_threads;
  v_thread salience.threads;
BEGIN
  -- The upsert takes the row's lock, so two first messages at once get the same thread.
  INSERT INTO salience.current_threads (agent_id, caller, thread_id, used_at)
  VALUES (p->>'agentId', p->>'caller', '', v_now)
  ON CONFLICT (agent_id, caller) DO UPDATE SET caller = excluded.caller
  RETURNING * INTO v_current;
  IF v_current.thread_id <> '' AND v_current.used_at > v_now - interval '4 hours' THEN
    SELECT * INTO v_thread FROM salience.threads WHERE id = v_current.thread_id AND state = 'active';
  END IF;
  IF v_thread.id IS NULL THEN
    v_thread := salience.ensure_thread(p, p->>'newThreadId');
  END IF;
  UPDATE salience.current_threads SET thread_id = v_thread.id, used_at = v_now
  WHERE agent_id = p->>'agentId' AND caller = p->>'caller';
  RETURN v_thread;
END $$;
--> statement-breakpoint
-- True while this agent holds more than its share of the fleet's lanes and another agent waits.
-- Runs with the owner's eyes because fairness is between agents; it tells nothing but yes or no.
CREATE FUNCTION salience.exceeds_share(p_agent text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = salience AS $$
DECLARE
  v_waiting integer;
  v_held integer;
  v_capacity integer;
BEGIN
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
-- Ends a turn without an answer, under the lane's lock. The caller moves the cursor.
CREATE FUNCTION salience.end_turn(p_turn salience.turns, p_state text, p_fence bigint, p_now timestamptz, p_error jsonb)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE salience.turns SET state = p_state, ended_at = p_now, error = p_error, fence = p_fence
  WHERE id = p_turn.id AND state = p_turn.state;
  IF NOT FOUND THEN RAISE EXCEPTION 'turn % left state % unseen', p_turn.id, p_turn.state; END IF;
  INSERT INTO salience.terminal_events (turn_id, agent_id, kind, fence, at)
  VALUES (p_turn.id, p_turn.agent_id, p_state, p_fence, p_now);
END $$;
--> statement-breakpoint
-- The next turn of a lane that the caller holds, counted as an attempt, with the snapshot it will be judged by;
-- or the lane's release when nothing is left. Turns that were cancelled while waiting, and turns that crashed three
-- times, are ended here so that the lane goes on.
CREATE FUNCTION salience.next_turn(p_lane salience.lanes, p_now timestamptz, p_lease_ms integer, p_history integer)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_turn salience.turns;
  v_cursor bigint := p_lane.cursor;
  v_ended jsonb := '[]'::jsonb;
BEGIN
  LOOP
    SELECT * INTO v_turn FROM salience.turns
    WHERE thread_id = p_lane.thread_id AND seq > v_cursor ORDER BY seq LIMIT 1 FOR UPDATE;
    IF NOT FOUND THEN
      -- Accepting updates this same row, so a message that arrives now is either seen here or waits for this commit.
      UPDATE salience.lanes SET owner = NULL, lease_until = NULL, cursor = v_cursor
      WHERE thread_id = p_lane.thread_id AND fence = p_lane.fence AND tail = v_cursor;
      IF FOUND THEN RETURN jsonb_build_object('status', 'released', 'fence', p_lane.fence, 'ended', v_ended); END IF;
      RETURN jsonb_build_object('status', 'lost', 'fence', p_lane.fence, 'ended', v_ended);
    END IF;
    EXIT WHEN v_turn.state IN ('pending', 'running') AND v_turn.attempts < 3 AND v_turn.cancel_requested_at IS NULL;
    IF v_turn.state IN ('pending', 'running') THEN
      PERFORM salience.end_turn(v_turn,
        CASE WHEN v_turn.cancel_requested_at IS NOT NULL THEN 'cancelled' ELSE 'quarantined' END,
        p_lane.fence, p_now,
        CASE WHEN v_turn.cancel_requested_at IS NULL THEN jsonb_build_object('code', 'turn.quarantined',
          'message', 'The worker died three times on this message. It was set aside; the conversation goes on.',
          'recoverable', false) END);
      v_ended := v_ended || to_jsonb(v_turn.id);
    END IF;
    v_cursor := v_turn.seq;
  END LOOP;

  UPDATE salience.turns SET state = 'running', attempts = attempts + 1, fence = p_lane.fence, started_at = p_now
  WHERE id = v_turn.id RETURNING * INTO v_turn;
  UPDATE salience.lanes SET cursor = v_cursor, lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
  WHERE thread_id = p_lane.thread_id;
  RETURN jsonb_build_object('status', 'turn', 'fence', p_lane.fence, 'ended', v_ended,
    'turn', to_jsonb(v_turn) - 'idempotency_key' - 'request_hash' - 'timings',
    'snapshot', salience.snapshot(v_turn, p_history));
END $$;
--> statement-breakpoint
-- What a turn compares itself with, read once before anything is updated (law 14).
CREATE FUNCTION salience.snapshot(p_turn salience.turns, p_history integer) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'thread', to_jsonb(t),
    'agent', (SELECT jsonb_build_object('id', a.id, 'name', a.name, 'version', a.version, 'settings', a.settings)
      FROM salience.agents a WHERE a.id = t.agent_id),
    'topicName', (SELECT name FROM salience.topics WHERE id = t.topic_id),
    'history', coalesce((SELECT jsonb_agg(to_jsonb(h) ORDER BY h.seq) FROM (
      SELECT id, seq, speaker, message, reply, mode, topic_id, said_at, trust FROM salience.exchanges
      WHERE thread_id = t.id AND seq < p_turn.seq ORDER BY seq DESC LIMIT p_history) h), '[]'::jsonb),
    'gists', coalesce((SELECT jsonb_agg(to_jsonb(g)) FROM (
      SELECT id, type, content, confidence, trust, exchange_id FROM salience.gists
      WHERE thread_id = t.id ORDER BY created_at DESC LIMIT 8) g), '[]'::jsonb),
    'reminders', coalesce((SELECT jsonb_agg(to_jsonb(r)) FROM (
      SELECT id, text, due_at FROM salience.reminders
      WHERE thread_id = t.id AND state = 'pending' ORDER BY due_at LIMIT 5) r), '[]'::jsonb))
  FROM salience.threads t WHERE t.id = p_turn.thread_id
$$;
--> statement-breakpoint
-- Takes a lane that is free or whose lease ran out, under a new fence, and its next turn.
-- Returns {status: turn | released | held | yield | lost}.
CREATE FUNCTION salience.claim_lane(p_agent text, p_thread text, p_owner text, p_now timestamptz, p_lease_ms integer, p_history integer)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_old salience.lanes;
  v_lane salience.lanes;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  SELECT * INTO v_old FROM salience.lanes WHERE thread_id = p_thread FOR UPDATE;
  IF NOT FOUND OR v_old.tail = v_old.cursor THEN RETURN jsonb_build_object('status', 'released', 'fence', v_old.fence, 'ended', '[]'::jsonb); END IF;
  IF v_old.lease_until >= clock_timestamp() THEN RETURN jsonb_build_object('status', 'held'); END IF;
  IF salience.exceeds_share(p_agent) THEN RETURN jsonb_build_object('status', 'yield'); END IF;
  UPDATE salience.lanes SET fence = nextval('salience.lane_fence'), owner = p_owner,
    lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
  WHERE thread_id = p_thread RETURNING * INTO v_lane;
  IF v_old.owner IS NOT NULL THEN
    INSERT INTO salience.lane_takeovers (thread_id, fence, agent_id, lost_owner, new_owner, last_renewed_at, taken_at)
    VALUES (p_thread, v_lane.fence, p_agent, v_old.owner, p_owner,
      v_old.lease_until - p_lease_ms * interval '1 millisecond', clock_timestamp());
  END IF;
  RETURN salience.next_turn(v_lane, p_now, p_lease_ms, p_history) || jsonb_build_object('takeover', v_old.owner IS NOT NULL);
END $$;
--> statement-breakpoint
-- Keeps the lease. Returns {held, cancel}: whether the lane is still the caller's, and the running turn's cancel flag.
CREATE FUNCTION salience.renew_lane(p_agent text, p_thread text, p_fence bigint, p_lease_ms integer)
RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  UPDATE salience.lanes SET lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
  WHERE thread_id = p_thread AND fence = p_fence AND owner IS NOT NULL;
  IF NOT FOUND THEN RETURN jsonb_build_object('held', false, 'cancel', false); END IF;
  RETURN jsonb_build_object('held', true, 'cancel', EXISTS (
    SELECT 1 FROM salience.turns WHERE thread_id = p_thread AND fence = p_fence AND state = 'running'
      AND cancel_requested_at IS NOT NULL));
END $$;
--> statement-breakpoint
-- Gives a lane back before it is empty. A turn that was taken but not ended goes back with its attempt uncounted:
-- a worker that stops in good order has not crashed. Returns {held, more}.
CREATE FUNCTION salience.release_lane(p_agent text, p_thread text, p_fence bigint) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE v_lane salience.lanes;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  UPDATE salience.lanes SET owner = NULL, lease_until = NULL
  WHERE thread_id = p_thread AND fence = p_fence AND owner IS NOT NULL RETURNING * INTO v_lane;
  IF NOT FOUND THEN RETURN jsonb_build_object('held', false, 'more', false); END IF;
  UPDATE salience.turns SET state = 'pending', attempts = attempts - 1
  WHERE thread_id = p_thread AND seq = v_lane.cursor + 1 AND state = 'running' AND fence = p_fence;
  RETURN jsonb_build_object('held', true, 'more', v_lane.tail > v_lane.cursor);
END $$;
--> statement-breakpoint
-- Ends a turn and writes all that follows from it, or nothing when the fence is no longer the caller's.
-- With takeNext the lane's next turn comes back in the same round trip; without it the lane is given back, and `more` says
-- whether somebody should be woken for it.
CREATE FUNCTION salience.commit_turn(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_fence bigint := (p->>'fence')::bigint;
  v_state text := p->>'state';
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

  SELECT * INTO v_turn FROM salience.turns WHERE id = p->>'turnId' AND state = 'running' AND fence = v_fence FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'turn % is not running under fence %', p->>'turnId', v_fence; END IF;
  PERFORM salience.end_turn(v_turn, v_state, v_fence, v_now, nullif(p->'error', 'null'::jsonb));
  UPDATE salience.turns SET timings = p->'timings' WHERE id = v_turn.id;

  IF v_state = 'answered' THEN
    INSERT INTO salience.replies (turn_id, agent_id, text, trust, source, citations, model, usage, created_at)
    SELECT v_turn.id, v_agent, r->>'text', r->>'trust', r->>'source', r->'citations', r->>'model', r->'usage', v_now
    FROM (SELECT p->'reply' AS r) s;
  END IF;
  v_topic := salience.save_topic(v_agent, p->'topic', v_now);
  IF p->'exchange' <> 'null'::jsonb THEN
    INSERT INTO salience.exchanges (id, agent_id, thread_id, turn_id, seq, topic_id, speaker, message, reply, mode, trust,
      source, said_at, created_at, swept_at, traceparent)
    SELECT e->>'id', v_agent, v_turn.thread_id, v_turn.id, v_turn.seq, v_topic, v_turn.speaker, v_turn.text,
      p->'reply'->>'text', e->>'mode', v_turn.trust, v_turn.source, v_turn.said_at, v_now, clock_timestamp(),
      e->>'traceparent'
    FROM (SELECT p->'exchange' AS e) s;
  END IF;
  IF p->'decision' <> 'null'::jsonb THEN
    INSERT INTO salience.decisions (turn_id, agent_id, thread_id, policy_name, policy_version, body, created_at)
    SELECT v_turn.id, v_agent, v_turn.thread_id, d->>'policyName', (d->>'policyVersion')::integer, d, v_now
    FROM (SELECT p->'decision' AS d) s;
  END IF;
  INSERT INTO salience.ranges (id, agent_id, thread_id, first_seq, last_seq, reason, created_at, swept_at, traceparent)
  SELECT r->>'id', v_agent, v_turn.thread_id, (r->>'firstSeq')::bigint, (r->>'lastSeq')::bigint, r->>'reason', v_now,
    clock_timestamp(), p->'exchange'->>'traceparent'
  FROM jsonb_array_elements(p->'ranges') r;
  IF p->'thread' <> 'null'::jsonb THEN
    UPDATE salience.threads SET topic_id = coalesce(v_topic, topic_id), confidence = (h->>'confidence')::real,
      session = h->'session', boundary = h->'boundary', last_mode = h->>'lastMode',
      recent_confidences = ARRAY(SELECT x::real FROM jsonb_array_elements_text(h->'recentConfidences') x),
      last_activity_at = greatest(last_activity_at, (h->>'activityAt')::timestamptz)
    FROM (SELECT p->'thread' AS h) s WHERE id = v_turn.thread_id;
  END IF;

  IF (p->>'takeNext')::boolean THEN
    v_next := salience.next_turn(v_lane, v_now, (p->>'leaseMs')::integer, (p->>'history')::integer);
  ELSE
    -- In the same commit, so that a worker that dies now leaves no owner on a lane without work.
    UPDATE salience.lanes SET owner = NULL, lease_until = NULL WHERE thread_id = v_lane.thread_id AND fence = v_fence;
  END IF;
  RETURN jsonb_build_object('status', 'committed', 'topicId', v_topic, 'next', v_next,
    'more', v_next IS NULL AND v_lane.tail > v_lane.cursor);
END $$;
--> statement-breakpoint
-- Adds a message to its topic's running centroid (weight of the past capped at 20) or opens the topic.
-- One statement under the row's lock, so concurrent turns of an agent lose nothing. Null topic: nothing to do.
CREATE FUNCTION salience.save_topic(p_agent text, p_topic jsonb, p_now timestamptz) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_vector real[];
  v_id text;
BEGIN
  IF p_topic IS NULL OR p_topic = 'null'::jsonb THEN RETURN NULL; END IF;
  v_vector := ARRAY(SELECT x::real FROM jsonb_array_elements_text(p_topic->'vector') x);
  IF (p_topic->>'learn')::boolean THEN
    UPDATE salience.topics t SET
      centroid = CASE WHEN t.model_id = p_topic->>'modelId' AND cardinality(t.centroid) = cardinality(v_vector)
        THEN (SELECT array_agg(((least(t.message_count, 20) * o + n) / (least(t.message_count, 20) + 1))::real ORDER BY i)
              FROM unnest(t.centroid, v_vector) WITH ORDINALITY AS u(o, n, i))
        ELSE t.centroid END,
      message_count = t.message_count + 1, last_seen_at = greatest(t.last_seen_at, p_now)
    WHERE t.id = p_topic->>'id' AND t.agent_id = p_agent RETURNING t.id INTO v_id;
  ELSE
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
-- Asks for a turn to stop. A waiting turn ends at once; a running one is told; an ended one stays as it is.
CREATE FUNCTION salience.cancel_turn(p_agent text, p_turn text, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE v_turn salience.turns;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  SELECT * INTO v_turn FROM salience.turns WHERE id = p_turn;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'no_turn'); END IF;
  -- Lane first, as everywhere.
  PERFORM 1 FROM salience.lanes WHERE thread_id = v_turn.thread_id FOR UPDATE;
  SELECT * INTO v_turn FROM salience.turns WHERE id = p_turn FOR UPDATE;
  IF v_turn.state = 'pending' THEN
    PERFORM salience.end_turn(v_turn, 'cancelled', v_turn.fence, p_now, NULL);
    RETURN jsonb_build_object('status', 'cancelled', 'state', 'cancelled', 'threadId', v_turn.thread_id);
  ELSIF v_turn.state = 'running' THEN
    UPDATE salience.turns SET cancel_requested_at = p_now WHERE id = p_turn AND cancel_requested_at IS NULL;
    RETURN jsonb_build_object('status', 'requested', 'state', 'running', 'threadId', v_turn.thread_id);
  END IF;
  RETURN jsonb_build_object('status', 'ended', 'state', v_turn.state, 'threadId', v_turn.thread_id);
END $$;
--> statement-breakpoint
-- Reads of the hot path are functions too: a setting made in the same plain statement is not sure to be made before
-- row-level security looks at it.
CREATE FUNCTION salience.load_turns(p_agent text, p_ids text[]) RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT
  jsonb_build_object('id', t.id, 'threadId', t.thread_id, 'seq', t.seq, 'state', t.state, 'text', t.text,
    'speaker', t.speaker, 'source', t.source, 'trust', t.trust, 'attempts', t.attempts, 'fence', t.fence,
    'acceptedAt', t.accepted_at, 'endedAt', t.ended_at, 'traceparent', t.traceparent, 'error', t.error,
    'timings', t.timings,
    'reply', case when r.turn_id is not null then jsonb_build_object('text', r.text, 'citations', r.citations,
      'model', r.model, 'usage', r.usage, 'mode', e.mode, 'exchangeId', e.id, 'topic', coalesce(p.name, 'general'),
      'confidence', coalesce((d.body->>'confidence')::real, 0)) end)
  from salience.turns t
  left join salience.replies r on r.turn_id = t.id
  left join salience.exchanges e on e.turn_id = t.id
  left join salience.topics p on p.id = e.topic_id
  left join salience.decisions d on d.turn_id = t.id
  WHERE t.agent_id = p_agent AND t.id = ANY (p_ids);
END $$;
--> statement-breakpoint
CREATE FUNCTION salience.load_topics(p_agent text, p_model text, p_limit integer) RETURNS SETOF salience.topics LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT * FROM salience.topics WHERE agent_id = p_agent AND model_id = p_model
    ORDER BY last_seen_at DESC LIMIT p_limit;
END $$;
