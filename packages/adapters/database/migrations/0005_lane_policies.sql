-- Why: messages that meet a busy thread can be answered together (merge) or take its place (interrupt); an agent can be
-- kept within limits; quarantined turns can be tried again or dropped; a reminder keeps its trace.
-- Lock: new columns are empty, so tables are not rewritten; the indexes are partial and empty, but each reads turns once,
-- and writes to turns wait that long.
-- Safe with the previous image: yes. Columns are added, functions keep their signatures and only add to what they return;
-- limits apply only to callers that ask for them. A previous digest runs merged turns as well: their text is in the row.

ALTER TABLE salience.turns
  -- The policy under which it was accepted: it may become part of a later turn while it waits.
  ADD COLUMN mergeable boolean NOT NULL DEFAULT false,
  -- The turn that answers it, of a merged one.
  ADD COLUMN merged_into text COLLATE "C",
  -- What was said in this message alone, where `text` holds the merged ones too.
  ADD COLUMN own_text text,
  -- The turn whose message took its place.
  ADD COLUMN interrupted_by text COLLATE "C",
  -- What an operator did with it, of a quarantined one.
  ADD COLUMN settled_as text CONSTRAINT turns_settled_as CHECK (settled_as IN ('retried', 'dropped')),
  ADD COLUMN settled_at timestamp with time zone;
--> statement-breakpoint
ALTER TABLE salience.reminders ADD COLUMN traceparent text;
--> statement-breakpoint
CREATE INDEX turns_merged ON salience.turns (merged_into) WHERE merged_into IS NOT NULL;
--> statement-breakpoint
CREATE INDEX turns_interrupted ON salience.turns (thread_id, seq) WHERE interrupted_by IS NOT NULL;
--> statement-breakpoint
CREATE INDEX turns_children ON salience.turns (parent_turn_id) WHERE parent_turn_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX turns_quarantined ON salience.turns (ended_at, id) WHERE state = 'quarantined';
--> statement-breakpoint
-- How much of its rate an agent has used: the time at which all of it would be free again (database clock). A row only
-- for agents that have a limit.
CREATE TABLE salience.agent_limits (
  agent_id text COLLATE "C" PRIMARY KEY REFERENCES salience.agents (id),
  free_at timestamp with time zone NOT NULL
);
--> statement-breakpoint
GRANT SELECT ON salience.agent_limits TO salience_app;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.agent_limits TO salience_consumer;
--> statement-breakpoint
ALTER TABLE salience.agent_limits ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_agent ON salience.agent_limits TO salience_app
  USING (agent_id = current_setting('app.agent', true)) WITH CHECK (agent_id = current_setting('app.agent', true));
--> statement-breakpoint
CREATE POLICY every_agent ON salience.agent_limits TO salience_scheduler, salience_routing_regulator, salience_cognitive_drift, salience_operator
  USING (true) WITH CHECK (true);
--> statement-breakpoint
-- Accepts one message: thread, seq, turn. Idempotent by key. Returns {status, turnId, threadId, seq, state, fence, replayed}
-- and, where the policy is interrupt, interrupted: [{turnId, state}] of the turns that make way.
-- Limits apply to callers that send the key "limits" (their defaults in it) and never to a repeated message.
CREATE OR REPLACE FUNCTION salience.accept_turn(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
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
  UPDATE salience.lanes SET tail = tail + 1, swept_at = clock_timestamp() WHERE thread_id = v_thread.id RETURNING * INTO v_lane;

  INSERT INTO salience.turns (id, agent_id, thread_id, seq, text, speaker, source, trust, context, idempotency_key,
    request_hash, traceparent, parent_turn_id, mergeable, said_at, accepted_at)
  VALUES (p->>'turnId', v_agent, v_thread.id, v_lane.tail, p->>'text', p->>'speaker', p->>'source', p->>'trust',
    nullif(p->'context', 'null'::jsonb), v_key, p->>'requestHash', p->>'traceparent', p->>'parentTurnId',
    v_policy = 'merge',
    coalesce((p->>'saidAt')::timestamptz, v_now), v_now);

  RETURN jsonb_build_object('status', 'accepted', 'replayed', false, 'turnId', p->>'turnId', 'threadId', v_thread.id,
    'seq', v_lane.tail, 'state', 'pending', 'fence', v_lane.fence)
    || CASE WHEN v_interrupted IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('interrupted', v_interrupted) END;
END $$;
--> statement-breakpoint
-- Whether the agent's limits leave room for one more turn: null, or {status: limited, limit, retryAfterMs}. Its row in
-- agent_limits is locked until the commit, before the lane's, so acceptances of one agent are counted one after another
-- on any number of replicas. An agent without limits has no row and waits for nobody.
-- The rate is spent evenly: turnsPerMinute at once when nothing was said for a minute, then one every 60 s / turnsPerMinute.
CREATE FUNCTION salience.check_limits(p_agent text, p_limits jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_rate integer := (p_limits->>'turnsPerMinute')::integer;
  v_open integer := (p_limits->>'openTurns')::integer;
  v_free timestamptz;
  v_wait double precision;
BEGIN
  IF v_rate IS NULL AND v_open IS NULL THEN RETURN NULL; END IF;
  SELECT free_at INTO v_free FROM salience.agent_limits WHERE agent_id = p_agent FOR UPDATE;
  IF NOT FOUND THEN
    -- Two first messages at once: the second waits here for the first one's commit.
    INSERT INTO salience.agent_limits (agent_id, free_at) VALUES (p_agent, clock_timestamp())
    ON CONFLICT (agent_id) DO UPDATE SET agent_id = excluded.agent_id RETURNING free_at INTO v_free;
  END IF;
  IF v_rate IS NOT NULL THEN
    -- With n of a minute's n turns used, all of it is free again in a minute; the next fits when less than that is left.
    v_wait := extract(epoch FROM v_free - clock_timestamp()) * 1000 - 60000.0 * (v_rate - 1) / v_rate;
    IF v_wait > 0 THEN
      RETURN jsonb_build_object('status', 'limited', 'limit', 'rate', 'allowed', v_rate, 'retryAfterMs', ceil(v_wait));
    END IF;
  END IF;
  IF v_open IS NOT NULL AND (
    SELECT count(*) FROM salience.lanes l JOIN salience.turns t
      ON t.thread_id = l.thread_id AND t.seq > l.cursor AND t.state IN ('pending', 'running')
    WHERE l.agent_id = p_agent AND l.tail > l.cursor) >= v_open
  THEN
    -- Nobody knows when a turn will end; this is when asking again is no burden.
    RETURN jsonb_build_object('status', 'limited', 'limit', 'open-turns', 'allowed', v_open, 'retryAfterMs', 1000);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Counts one accepted turn against the agent's rate. Its row is locked already.
CREATE FUNCTION salience.spend_limits(p_agent text, p_limits jsonb) RETURNS void LANGUAGE sql AS $$
  UPDATE salience.agent_limits SET free_at = greatest(free_at, clock_timestamp())
    + interval '1 minute' / (p_limits->>'turnsPerMinute')::double precision
  WHERE agent_id = p_agent AND p_limits->>'turnsPerMinute' IS NOT NULL
$$;
--> statement-breakpoint
-- Asks every open turn of a lane to make way for a new one: what waits ends here, what runs is told and ended by its
-- worker. Reminders stay, or they would never be said. Under the lane's lock. Returns [{turnId, state}].
CREATE FUNCTION salience.interrupt_turns(p_lane salience.lanes, p_by text, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_turn salience.turns;
  v_told jsonb := '[]'::jsonb;
BEGIN
  FOR v_turn IN
    SELECT * FROM salience.turns WHERE thread_id = p_lane.thread_id AND seq > p_lane.cursor
      AND state IN ('pending', 'running') AND source <> 'reminder' ORDER BY seq FOR UPDATE
  LOOP
    UPDATE salience.turns SET interrupted_by = coalesce(interrupted_by, p_by),
      cancel_requested_at = coalesce(cancel_requested_at, p_now) WHERE id = v_turn.id;
    IF v_turn.state = 'pending' THEN PERFORM salience.end_turn(v_turn, 'cancelled', v_turn.fence, p_now, NULL); END IF;
    v_told := v_told || jsonb_build_object('turnId', v_turn.id,
      'state', CASE v_turn.state WHEN 'pending' THEN 'cancelled' ELSE 'running' END);
  END LOOP;
  RETURN v_told;
END $$;
--> statement-breakpoint
--> statement-breakpoint
-- Ends a turn without an answer, under the lane's lock. The caller moves the cursor.
CREATE OR REPLACE FUNCTION salience.end_turn(p_turn salience.turns, p_state text, p_fence bigint, p_now timestamptz, p_error jsonb)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE salience.turns SET state = p_state, ended_at = p_now, fence = p_fence,
    -- Whoever ends an interrupted turn, the worker that heard of it or the next one, says the same.
    error = coalesce(p_error, CASE WHEN p_state = 'cancelled' AND interrupted_by IS NOT NULL THEN jsonb_build_object(
      'code', 'turn.interrupted', 'message', 'A later message of this conversation took its place before it was answered.',
      'recoverable', false) END)
  WHERE id = p_turn.id AND state = p_turn.state;
  IF NOT FOUND THEN RAISE EXCEPTION 'turn % left state % unseen', p_turn.id, p_turn.state; END IF;
  INSERT INTO salience.terminal_events (turn_id, agent_id, kind, fence, at)
  VALUES (p_turn.id, p_turn.agent_id, p_state, p_fence, p_now);
END $$;
--> statement-breakpoint
--> statement-breakpoint
-- The next turn of a lane that the caller holds, counted as an attempt, with the snapshot it will be judged by;
-- or the lane's release when nothing is left. Turns that were cancelled while waiting, and turns that crashed three
-- times, are ended here so that the lane goes on; turns that wait to be answered together become one. `ended` names all of
-- them, `endedAs` their states in the same order.
CREATE OR REPLACE FUNCTION salience.next_turn(p_lane salience.lanes, p_now timestamptz, p_lease_ms integer, p_history integer)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_turn salience.turns;
  v_cursor bigint := p_lane.cursor;
  v_ended jsonb := '[]'::jsonb;
  v_states jsonb := '[]'::jsonb;
  v_state text;
  v_merged text[];
BEGIN
  LOOP
    SELECT * INTO v_turn FROM salience.turns
    WHERE thread_id = p_lane.thread_id AND seq > v_cursor ORDER BY seq LIMIT 1 FOR UPDATE;
    IF NOT FOUND THEN
      -- Accepting updates this same row, so a message that arrives now is either seen here or waits for this commit.
      UPDATE salience.lanes SET owner = NULL, lease_until = NULL, cursor = v_cursor
      WHERE thread_id = p_lane.thread_id AND fence = p_lane.fence AND tail = v_cursor;
      IF FOUND THEN RETURN jsonb_build_object('status', 'released', 'fence', p_lane.fence, 'ended', v_ended, 'endedAs', v_states); END IF;
      RETURN jsonb_build_object('status', 'lost', 'fence', p_lane.fence, 'ended', v_ended, 'endedAs', v_states);
    END IF;
    EXIT WHEN v_turn.state IN ('pending', 'running') AND v_turn.attempts < 3 AND v_turn.cancel_requested_at IS NULL;
    IF v_turn.state IN ('pending', 'running') THEN
      v_state := CASE WHEN v_turn.cancel_requested_at IS NOT NULL THEN 'cancelled' ELSE 'quarantined' END;
      PERFORM salience.end_turn(v_turn, v_state, p_lane.fence, p_now,
        CASE WHEN v_turn.cancel_requested_at IS NULL THEN jsonb_build_object('code', 'turn.quarantined',
          'message', 'The worker died three times on this message. It was set aside; the conversation goes on.',
          'recoverable', false) END);
      v_ended := v_ended || to_jsonb(v_turn.id);
      v_states := v_states || to_jsonb(v_state);
    END IF;
    v_cursor := v_turn.seq;
  END LOOP;

  -- Only what nobody has begun can be combined: a turn that was taken before is taken again as it was.
  IF v_turn.mergeable AND v_turn.started_at IS NULL AND p_lane.tail > v_turn.seq THEN
    v_merged := salience.merge_waiting(v_turn, p_lane.fence, p_now);
    IF v_merged IS NOT NULL THEN
      v_ended := v_ended || to_jsonb(v_merged);
      v_states := v_states || (SELECT jsonb_agg('merged'::text) FROM unnest(v_merged));
      SELECT t.* INTO v_turn FROM salience.turns t
      WHERE t.id = (SELECT m.merged_into FROM salience.turns m WHERE m.id = v_merged[1]);
      v_cursor := v_turn.seq - 1;
    END IF;
  END IF;

  UPDATE salience.turns SET state = 'running', attempts = attempts + 1, fence = p_lane.fence, started_at = p_now
  WHERE id = v_turn.id RETURNING * INTO v_turn;
  UPDATE salience.lanes SET cursor = v_cursor, lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
  WHERE thread_id = p_lane.thread_id;
  RETURN jsonb_build_object('status', 'turn', 'fence', p_lane.fence, 'ended', v_ended, 'endedAs', v_states,
    'turn', to_jsonb(v_turn) - 'idempotency_key' - 'request_hash' - 'timings',
    'snapshot', salience.snapshot(v_turn, p_history));
END $$;
--> statement-breakpoint
-- Joins the messages that wait behind the given one, and nothing else lies between, into the last of them: the earlier
-- ones end merged, the last carries all texts, a line break between two. One speaker, source, trust and context, so that
-- nobody is held to another's words; at most 20 messages and 16,000 characters, the rest waits for the next round.
-- Under the lane's lock. Returns the merged turns in order, null when there is nothing to join.
CREATE FUNCTION salience.merge_waiting(p_first salience.turns, p_fence bigint, p_now timestamptz) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  v_turn salience.turns;
  v_member salience.turns;
  v_members salience.turns[] := ARRAY[p_first];
  v_text text := p_first.text;
  v_last salience.turns := p_first;
BEGIN
  FOR v_turn IN
    SELECT * FROM salience.turns WHERE thread_id = p_first.thread_id AND seq > p_first.seq ORDER BY seq FOR UPDATE
  LOOP
    CONTINUE WHEN v_turn.state NOT IN ('pending', 'running'); -- was cancelled while it waited
    EXIT WHEN NOT v_turn.mergeable OR v_turn.started_at IS NOT NULL OR v_turn.state <> 'pending'
      OR v_turn.speaker IS DISTINCT FROM p_first.speaker OR v_turn.source <> p_first.source
      OR v_turn.trust <> p_first.trust OR v_turn.context IS DISTINCT FROM p_first.context
      OR cardinality(v_members) = 20 OR length(v_text) + 1 + length(v_turn.text) > 16000;
    v_text := v_text || E'\n' || v_turn.text;
    v_members := v_members || v_turn;
    v_last := v_turn;
  END LOOP;
  IF v_last.id = p_first.id THEN RETURN NULL; END IF;
  v_members := trim_array(v_members, 1);
  UPDATE salience.turns SET own_text = text, text = v_text WHERE id = v_last.id;
  FOREACH v_member IN ARRAY v_members LOOP
    UPDATE salience.turns SET merged_into = v_last.id WHERE id = v_member.id;
    PERFORM salience.end_turn(v_member, 'merged', p_fence, p_now, NULL);
  END LOOP;
  RETURN (SELECT array_agg(m.id ORDER BY m.seq) FROM unnest(v_members) m);
END $$;
--> statement-breakpoint
--> statement-breakpoint
-- What a turn compares itself with, read once before anything is updated (law 14).
CREATE OR REPLACE FUNCTION salience.snapshot(p_turn salience.turns, p_history integer) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'thread', to_jsonb(t),
    'agent', (SELECT jsonb_build_object('id', a.id, 'name', a.name, 'version', a.version, 'settings', a.settings)
      FROM salience.agents a WHERE a.id = t.agent_id),
    'topicName', (SELECT name FROM salience.topics WHERE id = t.topic_id),
    'history', coalesce((SELECT jsonb_agg(to_jsonb(h) ORDER BY h.seq) FROM (
      SELECT id, seq, speaker, message, reply, mode, topic_id, said_at, trust FROM salience.exchanges
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
--> statement-breakpoint
-- Reads of the hot path are functions too: a setting made in the same plain statement is not sure to be made before
-- row-level security looks at it.
CREATE OR REPLACE FUNCTION salience.load_turns(p_agent text, p_ids text[]) RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT
  jsonb_build_object('id', t.id, 'threadId', t.thread_id, 'seq', t.seq, 'state', t.state, 'text', coalesce(t.own_text, t.text),
    'speaker', t.speaker, 'source', t.source, 'trust', t.trust, 'attempts', t.attempts, 'fence', t.fence,
    'acceptedAt', t.accepted_at, 'endedAt', t.ended_at, 'traceparent', t.traceparent, 'error', t.error,
    'timings', t.timings, 'parentTurnId', t.parent_turn_id, 'interruptedBy', t.interrupted_by, 'mergedInto', t.merged_into,
    'merged', CASE WHEN t.own_text IS NULL THEN '[]'::jsonb ELSE
      (SELECT coalesce(jsonb_agg(m.id ORDER BY m.seq), '[]') FROM salience.turns m WHERE m.merged_into = t.id) END,
    'settledAs', t.settled_as,
    'childTurnIds', CASE WHEN t.settled_as IS NULL THEN '[]'::jsonb ELSE
      (SELECT coalesce(jsonb_agg(c.id ORDER BY c.seq), '[]') FROM salience.turns c WHERE c.parent_turn_id = t.id) END,
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
--> statement-breakpoint
-- Fires due reminders, each once: the turn and the reminder's new state are one commit, and the turn's idempotency key
-- is the reminder. The turn goes on with the trace of the request that made the reminder. Returns the lanes to wake: [{agentId, threadId, fence, reminderId, lateMs}].
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
-- Settles a quarantined turn, once: `drop` only says so, `retry` accepts it again as a new turn of the same lane with the
-- old one as its parent, under the same trace. The caller wakes the lane. Runs with the owner's eyes: operators settle
-- the turns of every agent. Returns {status: settled | settled_before | unknown, …}.
CREATE FUNCTION salience.settle_quarantined(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = salience, pg_temp AS $$
DECLARE
  v_outcome text := CASE p->>'outcome' WHEN 'retry' THEN 'retried' WHEN 'drop' THEN 'dropped' END;
  v_turn salience.turns;
  v_known jsonb;
  v_accepted jsonb;
BEGIN
  IF v_outcome IS NULL THEN RAISE EXCEPTION 'expected the outcome retry or drop, got %', p->>'outcome'; END IF;
  SELECT * INTO v_turn FROM salience.turns WHERE id = p->>'turnId' AND state = 'quarantined';
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'unknown'); END IF;
  -- Lane first, as everywhere.
  PERFORM 1 FROM salience.lanes WHERE thread_id = v_turn.thread_id FOR UPDATE;
  SELECT * INTO v_turn FROM salience.turns WHERE id = v_turn.id FOR UPDATE;
  v_known := jsonb_build_object('turnId', v_turn.id, 'agentId', v_turn.agent_id, 'threadId', v_turn.thread_id);
  IF v_turn.settled_as IS NOT NULL THEN
    RETURN v_known || jsonb_build_object('status', 'settled_before', 'outcome', v_turn.settled_as,
      'settledAt', v_turn.settled_at, 'childTurnId', (SELECT id FROM salience.turns WHERE parent_turn_id = v_turn.id));
  END IF;
  UPDATE salience.turns SET settled_as = v_outcome, settled_at = (p->>'now')::timestamptz WHERE id = v_turn.id;
  IF v_outcome = 'retried' THEN
    v_accepted := salience.accept_turn(jsonb_build_object('agentId', v_turn.agent_id, 'threadId', v_turn.thread_id,
      'turnId', p->>'newTurnId', 'text', v_turn.text, 'speaker', v_turn.speaker, 'source', v_turn.source,
      'trust', v_turn.trust, 'context', v_turn.context, 'saidAt', v_turn.said_at, 'now', p->>'now', 'midRun', 'queue',
      'parentTurnId', v_turn.id, 'traceparent', coalesce(p->>'traceparent', v_turn.traceparent)));
  END IF;
  RETURN v_known || jsonb_build_object('status', 'settled', 'outcome', v_outcome,
    'childTurnId', v_accepted->'turnId', 'fence', v_accepted->'fence');
END $$;
--> statement-breakpoint
-- Quarantined turns of every agent, latest first: the open ones, or all with {settled: true}. The first 200 characters of
-- each text are shown.
CREATE FUNCTION salience.list_quarantined(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path = salience, pg_temp AS $$
  SELECT coalesce(jsonb_agg(to_jsonb(q) ORDER BY q."endedAt" DESC, q.id DESC), '[]') FROM (
    SELECT t.id, t.agent_id AS "agentId", a.name AS "agentName", t.thread_id AS "threadId", t.seq, left(t.text, 200) AS text,
      t.speaker, t.source, t.attempts, t.accepted_at AS "acceptedAt", t.ended_at AS "endedAt", t.traceparent, t.error,
      t.settled_as AS "settledAs", t.settled_at AS "settledAt",
      (SELECT c.id FROM turns c WHERE c.parent_turn_id = t.id ORDER BY c.seq LIMIT 1) AS "childTurnId"
    FROM turns t JOIN agents a ON a.id = t.agent_id
    WHERE t.state = 'quarantined' AND (t.settled_as IS NULL OR coalesce((p->>'settled')::boolean, false))
      AND (p->>'agentId' IS NULL OR t.agent_id = p->>'agentId')
      AND (p->'before'->>'id' IS NULL OR (t.ended_at, t.id) < ((p->'before'->>'endedAt')::timestamptz, p->'before'->>'id'))
    ORDER BY t.ended_at DESC, t.id DESC LIMIT (p->>'limit')::integer) q
$$;
--> statement-breakpoint
-- How many quarantined turns nobody has settled.
CREATE FUNCTION salience.count_quarantined() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = salience, pg_temp AS $$
  SELECT count(*) FROM turns WHERE state = 'quarantined' AND settled_as IS NULL
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION salience.settle_quarantined(jsonb), salience.list_quarantined(jsonb), salience.count_quarantined() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION salience.settle_quarantined(jsonb), salience.list_quarantined(jsonb), salience.count_quarantined()
  TO salience_consumer, salience_operator;
