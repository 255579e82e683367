-- Why: what was said is understood, and what is due is told, in the time zone of who speaks. Each turn keeps its zone; a reminder keeps
-- that of the turn that made it, and its turn says when it was due.
-- Lock: columns with a constant default are added without rewriting their tables.
-- Safe with the previous image: yes, columns have defaults and functions keep their names, arguments and callers.

ALTER TABLE salience.turns ADD COLUMN zone text NOT NULL DEFAULT 'UTC';
--> statement-breakpoint
ALTER TABLE salience.turns ADD COLUMN due_at timestamp with time zone;
--> statement-breakpoint
ALTER TABLE salience.reminders ADD COLUMN zone text NOT NULL DEFAULT 'UTC';
--> statement-breakpoint
-- Accepts one message: thread, seq, turn. Idempotent by key. Returns {status, turnId, threadId, seq, state, fence, replayed}
-- and, where the policy is interrupt, interrupted: [{turnId, state}] of the turns that make way.
-- The zone is what the caller says, else that of the turn it goes on from.
-- Limits apply to callers that send the key "limits" (their defaults in it) and never to a repeated message.
CREATE OR REPLACE FUNCTION salience.accept_turn(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off SET jit = off SET search_path = salience, pg_temp AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_key text := p->>'idempotencyKey';
  v_thread salience.threads;
  v_turn salience.turns;
  v_lane salience.lanes;
  v_policy text;
  v_settings jsonb;
  v_limits jsonb;
  v_limited jsonb;
  v_interrupted jsonb;
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

  SELECT settings INTO v_settings FROM salience.agents WHERE id = v_agent;
  v_limits := (p->'limits') || coalesce(v_settings->'limits', '{}'::jsonb);
  IF v_limits <> '{}'::jsonb THEN
    v_limited := salience.check_limits(v_agent, v_limits);
    IF v_limited IS NOT NULL THEN RETURN v_limited; END IF;
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
  v_policy := coalesce(p->>'midRun', v_settings->>'midRun', 'queue');
  IF v_policy = 'reject' AND v_lane.tail > v_lane.cursor THEN
    RETURN jsonb_build_object('status', 'busy', 'threadId', v_thread.id);
  END IF;
  IF v_policy = 'interrupt' AND v_lane.tail > v_lane.cursor THEN
    v_interrupted := salience.interrupt_turns(v_lane, p->>'turnId', v_now);
  END IF;
  IF v_limits <> '{}'::jsonb THEN PERFORM salience.spend_limits(v_agent, v_limits); END IF;
  -- Under the lane's lock, which expiry takes too: a thread with work is never left expired.
  UPDATE salience.threads SET state = 'active' WHERE id = v_thread.id AND state = 'expired';
  UPDATE salience.lanes SET tail = tail + 1, swept_at = clock_timestamp(),
    -- What made way may have been waiting for its retry: nothing keeps the lane back any more.
    wake_at = CASE WHEN v_interrupted IS NULL THEN wake_at END
  WHERE thread_id = v_thread.id RETURNING * INTO v_lane;

  INSERT INTO salience.turns (id, agent_id, thread_id, seq, text, speaker, source, trust, context, idempotency_key,
    request_hash, traceparent, parent_turn_id, mergeable, steering, said_at, accepted_at, zone, due_at)
  VALUES (p->>'turnId', v_agent, v_thread.id, v_lane.tail, p->>'text', p->>'speaker', p->>'source', p->>'trust',
    nullif(p->'context', 'null'::jsonb), v_key, p->>'requestHash', p->>'traceparent', p->>'parentTurnId',
    v_policy = 'merge', v_policy = 'steer',
    coalesce((p->>'saidAt')::timestamptz, v_now), v_now,
    coalesce(p->>'zone', (SELECT t.zone FROM salience.turns t WHERE t.id = p->>'parentTurnId'), 'UTC'), (p->>'dueAt')::timestamptz);

  RETURN jsonb_build_object('status', 'accepted', 'replayed', false, 'turnId', p->>'turnId', 'threadId', v_thread.id,
    'seq', v_lane.tail, 'state', 'pending', 'fence', v_lane.fence)
    || CASE WHEN v_interrupted IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('interrupted', v_interrupted) END;
END $$;
--> statement-breakpoint
-- Fires due reminders, each once: the turn and the reminder's new state are one commit, and the turn's idempotency key
-- is the reminder. It has the reminder's zone and says when it was due. The turn goes on with the trace of the request that made the reminder. Returns the lanes to wake: [{agentId, threadId, fence, reminderId, lateMs}].
CREATE OR REPLACE FUNCTION salience.fire_reminders(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_row salience.reminders;
  v_accepted jsonb;
  v_fired jsonb := '[]'::jsonb;
  v_index integer := 0;
BEGIN
  FOR v_row IN
    -- Lanes are locked in the order of their threads, or two schedulers would wait for each other in a circle.
    WITH due AS MATERIALIZED (
      SELECT * FROM salience.reminders WHERE state = 'pending' AND due_at <= v_now
      ORDER BY due_at, id LIMIT jsonb_array_length(p->'turnIds') FOR UPDATE SKIP LOCKED
    ) SELECT * FROM due ORDER BY thread_id, due_at, id
  LOOP
    v_accepted := salience.accept_turn(jsonb_build_object('agentId', v_row.agent_id, 'threadId', v_row.thread_id,
      'turnId', p->'turnIds'->>v_index, 'text', v_row.text, 'source', 'reminder', 'trust', v_row.trust, 'now', v_now,
      'zone', v_row.zone, 'dueAt', v_row.due_at,
      -- The leading space keeps it apart from every client's key: no HTTP header can begin with one.
      'idempotencyKey', ' reminder:' || v_row.id, 'requestHash', v_row.id, 'midRun', 'queue',
      'traceparent', coalesce(v_row.traceparent, p->>'traceparent')));
    v_index := v_index + 1;
    UPDATE salience.reminders SET state = 'fired', turn_id = v_accepted->>'turnId' WHERE id = v_row.id AND state = 'pending';
    v_fired := v_fired || jsonb_build_object('agentId', v_row.agent_id, 'threadId', v_row.thread_id,
      'fence', v_accepted->'fence', 'reminderId', v_row.id,
      'lateMs', floor(extract(epoch FROM v_now - v_row.due_at) * 1000));
  END LOOP;
  RETURN v_fired;
END $$;
--> statement-breakpoint
-- An exchange as chunker and episodic read it.
CREATE OR REPLACE FUNCTION salience.exchange_view(e salience.exchanges) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', e.id, 'threadId', e.thread_id, 'seq', e.seq, 'topicId', e.topic_id,
    'topic', (SELECT name FROM salience.topics WHERE id = e.topic_id), 'speaker', e.speaker, 'message', e.message,
    'reply', e.reply, 'mode', e.mode, 'trust', e.trust, 'replyTrust', e.reply_trust, 'source', e.source, 'saidAt', e.said_at, 'chunkState', e.chunk_state,
    'traceparent', e.traceparent, 'zone', (SELECT t.zone FROM salience.turns t WHERE t.id = e.turn_id))
$$;
--> statement-breakpoint
-- As before, with the zone in which each exchange was said.
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
      'trust', e.trust, 'replyTrust', e.reply_trust, 'source', e.source,
      'zone', (SELECT t.zone FROM salience.turns t WHERE t.id = e.turn_id), 'entities', coalesce((SELECT k.entities FROM salience.chunks k WHERE k.exchange_id = e.id), '[]'))
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
