-- Why: a run of actions is rows, so that a killed worker goes on after the last committed step; a yes is a row with a
-- deadline, resolved once; a delayed retry keeps its lane without a worker; messages enter a run that is under way; what a
-- model saw is kept; skills have lists, a focus, and facts and reminders that one action makes once.
-- Lock: new columns are empty or have constant defaults, so no table is rewritten; the new indexes on facts and reminders
-- and the check on facts read those tables once, and writes to them wait that long.
-- Safe with the previous image: yes. Columns are added and one may now be empty, functions keep their signatures and only
-- add to what they return; a parked lane is to it a lane that is held. A steering turn runs there as any other.

CREATE TABLE salience.act_steps (
  run_id text COLLATE "C" NOT NULL,
  n integer NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  turn_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  note text,
  reason text,
  call jsonb,
  ruling jsonb,
  result jsonb,
  verdict jsonb,
  approval_id text COLLATE "C",
  idempotency_key text,
  attempt integer DEFAULT 0 NOT NULL,
  retry_at timestamp with time zone,
  late text,
  at timestamp with time zone NOT NULL,
  CONSTRAINT act_steps_run_id_n_pk PRIMARY KEY(run_id,n),
  CONSTRAINT act_steps_kind CHECK (kind in ('plan', 'action', 'steer', 'closing')),
  CONSTRAINT act_steps_state CHECK (state in ('planned', 'started', 'waiting', 'asked', 'succeeded', 'failed', 'timed_out', 'unknown', 'refused', 'denied', 'expired', 'done'))
);
--> statement-breakpoint
CREATE TABLE salience.approvals (
  id text COLLATE "C" PRIMARY KEY NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  n integer NOT NULL,
  turn_id text COLLATE "C" NOT NULL,
  state text DEFAULT 'pending' NOT NULL,
  tool text NOT NULL,
  arguments jsonb NOT NULL,
  arguments_hash text NOT NULL,
  reason text NOT NULL,
  tier text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  resolved_at timestamp with time zone,
  resolved_by text,
  edited_arguments jsonb,
  continuation_turn_id text COLLATE "C",
  CONSTRAINT approvals_state CHECK (state in ('pending', 'approved', 'edited', 'refused', 'expired')),
  CONSTRAINT approvals_tier CHECK (tier in ('observe', 'organise', 'act', 'commit')),
  CONSTRAINT approvals_resolved CHECK ((state = 'pending') = (resolved_at is null))
);
--> statement-breakpoint
CREATE TABLE salience.tool_records (
  agent_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  tool text NOT NULL,
  successes integer NOT NULL,
  failures integer NOT NULL,
  CONSTRAINT tool_records_agent_id_day_tool_pk PRIMARY KEY(agent_id,day,tool)
);
--> statement-breakpoint
CREATE TABLE salience.context_prefixes (
  agent_id text COLLATE "C" NOT NULL,
  hash text NOT NULL,
  system text NOT NULL,
  CONSTRAINT context_prefixes_agent_id_hash_pk PRIMARY KEY(agent_id,hash)
);
--> statement-breakpoint
CREATE TABLE salience.contexts (
  turn_id text COLLATE "C" NOT NULL,
  call integer NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  model text NOT NULL,
  system_hash text NOT NULL,
  body jsonb NOT NULL,
  tokens integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT contexts_turn_id_call_pk PRIMARY KEY(turn_id,call)
);
--> statement-breakpoint
CREATE TABLE salience.focuses (
  id text COLLATE "C" PRIMARY KEY NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  text text NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  set_at timestamp with time zone NOT NULL,
  cleared_at timestamp with time zone,
  idempotency_key text
);
--> statement-breakpoint
CREATE TABLE salience.list_items (
  id text COLLATE "C" PRIMARY KEY NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  list text NOT NULL,
  item text NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  checked_at timestamp with time zone,
  removed_at timestamp with time zone,
  idempotency_key text
);
--> statement-breakpoint
CREATE TABLE salience.lists (
  agent_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT lists_agent_id_name_pk PRIMARY KEY(agent_id,name)
);
--> statement-breakpoint
ALTER TABLE salience.facts ALTER COLUMN exchange_id DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.facts ADD COLUMN turn_id text COLLATE "C";
--> statement-breakpoint
ALTER TABLE salience.facts ADD COLUMN explicit boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.facts ADD COLUMN idempotency_key text;
--> statement-breakpoint
ALTER TABLE salience.reminders ADD COLUMN idempotency_key text;
--> statement-breakpoint
ALTER TABLE salience.lanes ADD COLUMN wake_at timestamp with time zone;
--> statement-breakpoint
ALTER TABLE salience.turns ADD COLUMN steering boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.turns ADD COLUMN steered_text text;
--> statement-breakpoint
ALTER TABLE salience.act_steps ADD CONSTRAINT act_steps_run_id_turns_id_fk FOREIGN KEY (run_id) REFERENCES salience.turns(id);
--> statement-breakpoint
ALTER TABLE salience.approvals ADD CONSTRAINT approvals_run_id_n_act_steps_run_id_n_fk FOREIGN KEY (run_id,n) REFERENCES salience.act_steps(run_id,n);
--> statement-breakpoint
ALTER TABLE salience.contexts ADD CONSTRAINT contexts_turn_id_turns_id_fk FOREIGN KEY (turn_id) REFERENCES salience.turns(id);
--> statement-breakpoint
ALTER TABLE salience.focuses ADD CONSTRAINT focuses_thread_id_threads_id_fk FOREIGN KEY (thread_id) REFERENCES salience.threads(id);
--> statement-breakpoint
ALTER TABLE salience.list_items ADD CONSTRAINT list_items_agent_id_list_lists_agent_id_name_fk FOREIGN KEY (agent_id,list) REFERENCES salience.lists(agent_id,name);
--> statement-breakpoint
ALTER TABLE salience.lists ADD CONSTRAINT lists_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES salience.agents(id);
--> statement-breakpoint
CREATE INDEX act_steps_outcomes ON salience.act_steps (agent_id,at) WHERE kind = 'action' and state in ('succeeded', 'failed', 'timed_out', 'unknown');
--> statement-breakpoint
CREATE UNIQUE INDEX approvals_step ON salience.approvals (run_id,n);
--> statement-breakpoint
CREATE INDEX approvals_deadline ON salience.approvals (expires_at) WHERE state = 'pending';
--> statement-breakpoint
CREATE INDEX approvals_open ON salience.approvals (thread_id,created_at) WHERE state = 'pending';
--> statement-breakpoint
CREATE INDEX approvals_continuation ON salience.approvals (continuation_turn_id) WHERE continuation_turn_id is not null;
--> statement-breakpoint
CREATE INDEX approvals_turn ON salience.approvals (turn_id);
--> statement-breakpoint
CREATE INDEX approvals_recent ON salience.approvals (agent_id,created_at,id);
--> statement-breakpoint
CREATE UNIQUE INDEX focuses_live ON salience.focuses (thread_id) WHERE cleared_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX focuses_idempotency ON salience.focuses (agent_id,idempotency_key) WHERE idempotency_key is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX list_items_live ON salience.list_items (agent_id,list,lower(item)) WHERE removed_at is null;
--> statement-breakpoint
CREATE INDEX list_items_idempotency ON salience.list_items (agent_id,idempotency_key) WHERE idempotency_key is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX facts_idempotency ON salience.facts (agent_id,idempotency_key) WHERE idempotency_key is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX reminders_idempotency ON salience.reminders (agent_id,idempotency_key) WHERE idempotency_key is not null;
--> statement-breakpoint
ALTER TABLE salience.facts ADD CONSTRAINT facts_origin CHECK (exchange_id is not null or turn_id is not null);
--> statement-breakpoint
GRANT SELECT ON salience.act_steps, salience.approvals, salience.tool_records, salience.contexts, salience.context_prefixes,
  salience.lists, salience.list_items, salience.focuses TO salience_app;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.act_steps, salience.approvals, salience.tool_records, salience.lists, salience.list_items,
  salience.focuses, salience.reminders TO salience_digest;
--> statement-breakpoint
GRANT INSERT ON salience.contexts, salience.context_prefixes, salience.facts TO salience_digest;
--> statement-breakpoint
-- Whoever resolves an approval ends the step that asked where nobody else will.
GRANT UPDATE ON salience.act_steps, salience.approvals TO salience_consumer, salience_scheduler;
--> statement-breakpoint
DO $$
DECLARE table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY[
    'act_steps', 'approvals', 'tool_records', 'contexts', 'context_prefixes', 'lists', 'list_items', 'focuses'
  ] LOOP
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
-- An approval as code and API read it.
CREATE FUNCTION salience.approval_view(q salience.approvals) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', q.id, 'agentId', q.agent_id, 'threadId', q.thread_id, 'runId', q.run_id, 'n', q.n,
    'turnId', q.turn_id, 'state', q.state, 'tool', q.tool, 'arguments', q.arguments, 'argumentsHash', q.arguments_hash,
    'reason', q.reason, 'tier', q.tier, 'createdAt', q.created_at, 'expiresAt', q.expires_at, 'resolvedAt', q.resolved_at,
    'resolvedBy', q.resolved_by, 'editedArguments', q.edited_arguments, 'continuationTurnId', q.continuation_turn_id)
$$;
--> statement-breakpoint
-- A step as code reads it.
CREATE FUNCTION salience.act_step_view(s salience.act_steps) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('runId', s.run_id, 'n', s.n, 'turnId', s.turn_id, 'kind', s.kind, 'state', s.state, 'note', s.note,
    'reason', s.reason, 'call', s.call, 'ruling', s.ruling, 'result', s.result, 'verdict', s.verdict,
    'approvalId', s.approval_id, 'idempotencyKey', s.idempotency_key, 'attempt', s.attempt, 'retryAt', s.retry_at,
    'late', s.late, 'at', s.at)
$$;
--> statement-breakpoint
-- The steps of a run in order; empty when there are none.
CREATE FUNCTION salience.load_run(p_agent text, p_run text) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN (SELECT coalesce(jsonb_agg(salience.act_step_view(s) ORDER BY s.n), '[]')
    FROM salience.act_steps s WHERE s.run_id = p_run AND s.agent_id = p_agent);
END $$;
--> statement-breakpoint
-- A run with the turn that began it, its steps and its requests, in order; null when there is none.
CREATE FUNCTION salience.run_view(p_run text) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT jsonb_build_object('runId', p_run,
      'root', jsonb_build_object('id', r.id, 'text', r.text, 'speaker', r.speaker, 'source', r.source, 'trust', r.trust,
        'saidAt', r.said_at, 'state', r.state),
      'steps', (SELECT jsonb_agg(salience.act_step_view(s) ORDER BY s.n) FROM salience.act_steps s WHERE s.run_id = p_run),
      'approvals', (SELECT coalesce(jsonb_agg(salience.approval_view(q) ORDER BY q.n), '[]') FROM salience.approvals q WHERE q.run_id = p_run))
    FROM salience.turns r WHERE r.id = p_run AND EXISTS (SELECT 1 FROM salience.act_steps s WHERE s.run_id = p_run));
END $$;
--> statement-breakpoint
-- What a turn must know of actions as it is taken: the run it began or goes on with ({runId, root, steps, approvals}, or null),
-- the latest pending approval of its thread, how the agent's tools did in the last 30 days, its latest outcomes (the words of
-- a result only where they belong to this thread), and the thread's focus. p_again: the turn was taken before; one that was
-- not, and goes on from none, has no run. An agent that never acted costs three looks into empty indexes.
-- A quarantined turn that is tried again goes on with the run of the one before: what was done is not done twice (law 4).
CREATE FUNCTION salience.acting_snapshot(p_turn salience.turns, p_now timestamptz, p_again boolean) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_pending jsonb;
  v_focus jsonb;
  v_acts boolean;
  v_run text;
  v_found jsonb;
  v_record jsonb := '{}'::jsonb;
  v_outcomes jsonb := '[]'::jsonb;
BEGIN
  SELECT
    (SELECT salience.approval_view(q) FROM salience.approvals q
      WHERE q.thread_id = p_turn.thread_id AND q.state = 'pending' AND q.expires_at > p_now
      ORDER BY q.created_at DESC, q.id DESC LIMIT 1),
    (SELECT jsonb_build_object('text', f.text, 'trust', f.trust, 'setAt', f.set_at) FROM salience.focuses f
      WHERE f.thread_id = p_turn.thread_id AND f.cleared_at IS NULL),
    EXISTS (SELECT 1 FROM salience.tool_records k WHERE k.agent_id = p_turn.agent_id)
  INTO v_pending, v_focus, v_acts;
  IF p_again OR p_turn.parent_turn_id IS NOT NULL THEN
    v_run := coalesce(
      (SELECT q.run_id FROM salience.approvals q WHERE q.continuation_turn_id = p_turn.id LIMIT 1),
      (SELECT s.run_id FROM salience.act_steps s WHERE s.run_id = p_turn.id AND s.n = 0),
      (SELECT q.run_id FROM salience.approvals q WHERE q.continuation_turn_id = p_turn.parent_turn_id LIMIT 1),
      (SELECT s.run_id FROM salience.act_steps s WHERE s.run_id = p_turn.parent_turn_id AND s.n = 0));
  END IF;
  IF v_run IS NOT NULL THEN v_found := salience.run_view(v_run); END IF;
  IF v_acts THEN
    SELECT coalesce(jsonb_object_agg(k.tool, jsonb_build_object('successes', k.successes, 'failures', k.failures)), '{}') INTO v_record
    FROM (SELECT tool, sum(successes) AS successes, sum(failures) AS failures FROM salience.tool_records
      WHERE agent_id = p_turn.agent_id AND day > (p_now AT TIME ZONE 'UTC')::date - 30 GROUP BY tool) k;
    SELECT coalesce(jsonb_agg(jsonb_build_object('runId', s.run_id, 'n', s.n, 'tool', s.call->>'tool', 'state', s.state,
      'verdict', s.verdict->>'verdict', 'at', s.at, 'trust', s.result->>'trust',
      'text', CASE WHEN s.thread_id = p_turn.thread_id THEN left(s.result->>'text', 200) END) ORDER BY s.at DESC), '[]') INTO v_outcomes
    FROM (SELECT * FROM salience.act_steps
      WHERE agent_id = p_turn.agent_id AND kind = 'action' AND state IN ('succeeded', 'failed', 'timed_out', 'unknown')
      ORDER BY at DESC LIMIT 12) s;
  END IF;
  RETURN jsonb_build_object('run', v_found, 'pendingApproval', v_pending, 'toolRecord', v_record, 'outcomes', v_outcomes, 'focus', v_focus);
END $$;
--> statement-breakpoint
-- Writes steps of the run that a running turn works at, with the approvals that they ask for, or nothing when the fence is no
-- longer the caller's. A step that ended never changes but for a late result; an end that counts goes into the tool's record
-- in the same statement, so it counts once (law 4). Messages that were accepted under the policy steer and wait behind the turn
-- enter the run here, each as a step with its place, and end merged, unless the run is closing or `steer` is false: who is not
-- taken runs as a turn of its own. No text enters that is trusted less than the turn's own (law 10).
-- Renews the lease. p: {agentId, threadId, turnId, fence, now, leaseMs, runId, steps, approvals, steer}.
-- Returns {status: saved | fenced, steered: [the new steps, with messageTurnId, speaker, trust, saidAt], cancel}.
CREATE FUNCTION salience.save_steps(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_fence bigint := (p->>'fence')::bigint;
  v_run text := coalesce(p->>'runId', p->'steps'->0->>'runId');
  v_lane salience.lanes;
  v_turn salience.turns;
  v_written integer;
  v_steered jsonb := '[]'::jsonb;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  UPDATE salience.lanes SET lease_until = clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond'
  WHERE thread_id = p->>'threadId' AND fence = v_fence AND owner IS NOT NULL RETURNING * INTO v_lane;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'fenced', 'steered', v_steered, 'cancel', false); END IF;
  SELECT * INTO v_turn FROM salience.turns
  WHERE id = p->>'turnId' AND thread_id = v_lane.thread_id AND state = 'running' AND fence = v_fence FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'turn % is not running under fence %', p->>'turnId', v_fence; END IF;

  WITH before AS MATERIALIZED (
    SELECT run_id, n, state FROM salience.act_steps WHERE run_id = v_run
  ), written AS (
    INSERT INTO salience.act_steps AS s (run_id, n, agent_id, thread_id, turn_id, kind, state, note, reason, call, ruling, result,
      verdict, approval_id, idempotency_key, attempt, retry_at, late, at)
    SELECT g->>'runId', (g->>'n')::integer, v_agent, v_lane.thread_id, g->>'turnId', g->>'kind', g->>'state', g->>'note',
      g->>'reason', nullif(g->'call', 'null'), nullif(g->'ruling', 'null'), nullif(g->'result', 'null'), nullif(g->'verdict', 'null'),
      g->>'approvalId', g->>'idempotencyKey', (g->>'attempt')::integer, (g->>'retryAt')::timestamptz, g->>'late', (g->>'at')::timestamptz
    FROM jsonb_array_elements(p->'steps') g
    ON CONFLICT (run_id, n) DO UPDATE SET state = excluded.state, note = excluded.note, reason = excluded.reason,
      call = excluded.call, ruling = excluded.ruling, result = excluded.result, verdict = excluded.verdict,
      approval_id = coalesce(s.approval_id, excluded.approval_id), idempotency_key = excluded.idempotency_key,
      attempt = excluded.attempt, retry_at = excluded.retry_at, late = coalesce(s.late, excluded.late), at = excluded.at
    WHERE s.kind = excluded.kind AND (s.state IN ('planned', 'started', 'waiting', 'asked') OR s.state = excluded.state)
    RETURNING s.run_id, s.n, s.kind, s.state, s.call, s.verdict
  ), counted AS (
    INSERT INTO salience.tool_records AS k (agent_id, day, tool, successes, failures)
    SELECT v_agent, (v_now AT TIME ZONE 'UTC')::date, w.call->>'tool',
      count(*) FILTER (WHERE w.state = 'succeeded' AND coalesce(w.verdict->>'verdict', 'accept') = 'accept'),
      count(*) FILTER (WHERE NOT (w.state = 'succeeded' AND coalesce(w.verdict->>'verdict', 'accept') = 'accept'))
    FROM written w LEFT JOIN before b ON b.run_id = w.run_id AND b.n = w.n
    WHERE w.kind = 'action' AND w.state IN ('succeeded', 'failed', 'timed_out', 'unknown') AND w.call->>'tool' IS NOT NULL
      AND b.state IS DISTINCT FROM w.state
    GROUP BY w.call->>'tool' ORDER BY w.call->>'tool'
    ON CONFLICT (agent_id, day, tool) DO UPDATE SET successes = k.successes + excluded.successes, failures = k.failures + excluded.failures
  ) SELECT count(*) INTO v_written FROM written;
  IF v_written <> jsonb_array_length(p->'steps') THEN
    RAISE EXCEPTION 'a step of run % has ended before and cannot change: %', v_run,
      (SELECT string_agg(format('%s %s→%s', g->>'n', s.state, g->>'state'), ', ') FROM jsonb_array_elements(p->'steps') g
        JOIN salience.act_steps s ON s.run_id = g->>'runId' AND s.n = (g->>'n')::integer AND s.state <> g->>'state');
  END IF;
  INSERT INTO salience.approvals (id, agent_id, thread_id, run_id, n, turn_id, tool, arguments, arguments_hash, reason, tier,
    created_at, expires_at)
  SELECT q->>'id', v_agent, v_lane.thread_id, v_run, (q->>'n')::integer, v_turn.id, q->>'tool', q->'arguments', q->>'argumentsHash',
    q->>'reason', q->>'tier', v_now, (q->>'expiresAt')::timestamptz
  FROM jsonb_array_elements(p->'approvals') q ON CONFLICT (run_id, n) DO NOTHING;

  IF v_lane.tail > v_turn.seq AND v_run IS NOT NULL AND v_turn.cancel_requested_at IS NULL AND coalesce((p->>'steer')::boolean, true)
    AND NOT EXISTS (SELECT 1 FROM salience.act_steps s WHERE s.run_id = v_run AND s.kind = 'closing' AND s.turn_id = v_turn.id)
  THEN
    v_steered := salience.take_steering(v_turn, v_run, v_fence, v_now);
  END IF;
  RETURN jsonb_build_object('status', 'saved', 'steered', v_steered, 'cancel', v_turn.cancel_requested_at IS NOT NULL);
END $$;
--> statement-breakpoint
-- Lets the messages that wait behind a running turn and may steer it enter its run, in order and each once: a step, and their
-- turn ends merged. Stops at the first that may not; reminders and continuations are passed over, they are about something else.
-- Under the lane's lock, which accepting takes too: a message is either seen here or runs as its own turn.
CREATE FUNCTION salience.take_steering(p_turn salience.turns, p_run text, p_fence bigint, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_levels text[] := ARRAY['external', 'agent', 'user', 'owner'];
  v_next salience.turns;
  v_step salience.act_steps;
  v_n integer;
  v_text text := p_turn.steered_text;
  v_taken jsonb := '[]'::jsonb;
BEGIN
  FOR v_next IN
    SELECT * FROM salience.turns WHERE thread_id = p_turn.thread_id AND seq > p_turn.seq ORDER BY seq FOR UPDATE
  LOOP
    CONTINUE WHEN v_next.state NOT IN ('pending', 'running') OR v_next.source IN ('reminder', 'approval');
    EXIT WHEN NOT v_next.steering OR v_next.started_at IS NOT NULL OR v_next.state <> 'pending'
      OR v_next.cancel_requested_at IS NOT NULL OR v_next.context IS NOT NULL OR btrim(v_next.text) = ''
      OR array_position(v_levels, v_next.trust) < array_position(v_levels, p_turn.trust)
      OR jsonb_array_length(v_taken) = 20 OR length(coalesce(v_text, '')) + length(v_next.text) > 16000;
    SELECT coalesce(max(n), -1) + 1 INTO v_n FROM salience.act_steps WHERE run_id = p_run;
    INSERT INTO salience.act_steps (run_id, n, agent_id, thread_id, turn_id, kind, state, note, reason, at)
    VALUES (p_run, v_n, p_turn.agent_id, p_turn.thread_id, p_turn.id, 'steer', 'done', v_next.text, v_next.id, p_now)
    RETURNING * INTO v_step;
    UPDATE salience.turns SET merged_into = p_turn.id WHERE id = v_next.id;
    PERFORM salience.end_turn(v_next, 'merged', p_fence, p_now, NULL);
    v_text := concat_ws(E'\n', v_text, v_next.text);
    v_taken := v_taken || (salience.act_step_view(v_step) || jsonb_build_object('messageTurnId', v_next.id,
      'speaker', v_next.speaker, 'trust', v_next.trust, 'saidAt', v_next.said_at));
  END LOOP;
  IF v_taken <> '[]'::jsonb THEN UPDATE salience.turns SET steered_text = v_text WHERE id = p_turn.id; END IF;
  RETURN v_taken;
END $$;
--> statement-breakpoint
-- Gives a lane back until a business time: the turn in hand stays the lane's next one, its attempt uncounted, and nobody may
-- claim the lane before. A turn that was asked to stop meanwhile is not kept: then wakeAt is null and the caller wakes the
-- lane at once. p: {agentId, threadId, turnId, fence, until}. Returns {status: parked | fenced, wakeAt}.
CREATE FUNCTION salience.park_lane(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_fence bigint := (p->>'fence')::bigint;
  v_until timestamptz := (p->>'until')::timestamptz;
  v_turn salience.turns;
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  UPDATE salience.lanes SET owner = NULL, lease_until = NULL, wake_at = v_until
  WHERE thread_id = p->>'threadId' AND fence = v_fence AND owner IS NOT NULL;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'fenced', 'wakeAt', NULL); END IF;
  UPDATE salience.turns SET state = 'pending', attempts = attempts - 1
  WHERE id = p->>'turnId' AND thread_id = p->>'threadId' AND state = 'running' AND fence = v_fence RETURNING * INTO v_turn;
  IF NOT FOUND THEN RAISE EXCEPTION 'turn % is not running under fence %', p->>'turnId', v_fence; END IF;
  IF v_turn.cancel_requested_at IS NOT NULL THEN
    UPDATE salience.lanes SET wake_at = NULL WHERE thread_id = p->>'threadId';
    v_until := NULL;
  END IF;
  RETURN jsonb_build_object('status', 'parked', 'wakeAt', v_until);
END $$;
--> statement-breakpoint
-- Resolves an approval, once, whoever asks and on whatever replica: the row leaves `pending` and a continuation
-- turn is accepted in the same lane, in one commit (law 16). With turnId the answer was given in a turn
-- of the thread, which then is the continuation itself. After the deadline every answer is no (law 11).
-- p: {agentId, approvalId, answer: approve | refuse | edit | expire, arguments, by, now, turnId, newTurnId, traceparent}, and
-- {operator, auditId} where an operator answers: then the audit row is part of the commit.
-- Returns {status: resolved | already | missing | early, approval, continuation: {threadId, turnId, fence} | null}. `already`
-- with a continuation: it was the deadline that decided, just now.
CREATE FUNCTION salience.resolve_approval(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_answer text := p->>'answer';
  v_by text := p->>'by';
  v_row salience.approvals;
  v_root salience.turns;
  v_asker text;
  v_state text;
  v_turn text := p->>'turnId';
  v_accepted jsonb;
  v_continuation jsonb;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  SELECT * INTO v_row FROM salience.approvals WHERE id = p->>'approvalId' AND agent_id = v_agent;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'missing', 'approval', NULL, 'continuation', NULL); END IF;
  -- Lane first, as everywhere.
  PERFORM 1 FROM salience.lanes WHERE thread_id = v_row.thread_id FOR UPDATE;
  SELECT * INTO v_row FROM salience.approvals WHERE id = v_row.id FOR UPDATE;
  IF v_row.state <> 'pending' THEN
    RETURN jsonb_build_object('status', 'already', 'approval', salience.approval_view(v_row), 'continuation', NULL);
  END IF;
  IF v_now >= v_row.expires_at THEN
    v_state := 'expired';
    v_by := 'deadline';
    v_turn := NULL;
  ELSE
    v_state := CASE v_answer WHEN 'approve' THEN 'approved' WHEN 'edit' THEN 'edited' WHEN 'refuse' THEN 'refused' END;
    IF v_answer = 'expire' THEN RETURN jsonb_build_object('status', 'early', 'approval', salience.approval_view(v_row), 'continuation', NULL); END IF;
  END IF;
  IF v_state IS NULL OR v_state = 'edited' AND jsonb_typeof(p->'arguments') IS DISTINCT FROM 'object' THEN
    RAISE EXCEPTION 'expected the answer approve, refuse, or edit with arguments, got %', v_answer;
  END IF;

  SELECT * INTO v_root FROM salience.turns WHERE id = v_row.run_id;
  SELECT state INTO v_asker FROM salience.turns WHERE id = v_row.turn_id;
  -- Nobody was told of a request whose turn did not end well, so nobody need hear that its time ran out.
  IF v_turn IS NULL AND NOT (v_state = 'expired' AND v_asker IN ('cancelled', 'failed', 'quarantined')) THEN
    v_accepted := salience.accept_turn(jsonb_build_object('agentId', v_agent, 'threadId', v_row.thread_id,
      'turnId', p->>'newTurnId', 'text', CASE v_state WHEN 'approved' THEN 'Approved: ' WHEN 'edited' THEN 'Approved with changes: '
        WHEN 'refused' THEN 'Refused: ' ELSE 'No answer in time: ' END || v_row.tool,
      'source', 'approval', 'trust', 'agent', 'now', v_now, 'midRun', 'queue', 'parentTurnId', v_row.run_id,
      -- The leading space keeps it apart from every client's key: no HTTP header can begin with one.
      'idempotencyKey', ' approval:' || v_row.id, 'requestHash', v_row.id,
      'traceparent', coalesce(p->>'traceparent', v_root.traceparent)));
    v_turn := v_accepted->>'turnId';
    v_continuation := jsonb_build_object('threadId', v_row.thread_id, 'turnId', v_turn, 'fence', v_accepted->'fence');
  END IF;
  UPDATE salience.approvals SET state = v_state, resolved_at = v_now, resolved_by = v_by, continuation_turn_id = v_turn,
    edited_arguments = CASE WHEN v_state = 'edited' THEN p->'arguments' END
  WHERE id = v_row.id AND state = 'pending' RETURNING * INTO v_row;
  IF v_turn IS NULL THEN
    -- Else the continuation ends the step, with what the model is told.
    UPDATE salience.act_steps SET state = 'expired', at = v_now
    WHERE run_id = v_row.run_id AND n = v_row.n AND state = 'asked';
  END IF;
  IF p ? 'operator' AND v_state <> 'expired' THEN
    PERFORM salience.write_audit(jsonb_build_object('id', p->>'auditId', 'actor', p->>'operator', 'action', 'approval.' || v_answer,
      'target', v_row.id, 'details', jsonb_strip_nulls(jsonb_build_object('agentId', v_agent, 'continuationTurnId', v_turn))));
  END IF;
  RETURN jsonb_build_object('status', CASE WHEN v_state = 'expired' AND v_answer <> 'expire' THEN 'already' ELSE 'resolved' END,
    'approval', salience.approval_view(v_row), 'continuation', v_continuation);
END $$;
--> statement-breakpoint
-- Resolves approvals whose deadline has passed: the default is no. Any number of schedulers may run it: a lane that another
-- one works on is left to it, so none waits and each approval expires once. p: {now, turnIds: one per approval at most}.
-- Returns [{agentId, threadId, fence, approvalId, turnId, lateMs}]; turnId is null where no continuation follows.
CREATE FUNCTION salience.expire_approvals(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_row record;
  v_result jsonb;
  v_expired jsonb := '[]'::jsonb;
  v_index integer := 0;
BEGIN
  FOR v_row IN
    WITH due AS MATERIALIZED (
      SELECT id, agent_id, thread_id, expires_at FROM salience.approvals WHERE state = 'pending' AND expires_at <= v_now
      ORDER BY expires_at, id LIMIT jsonb_array_length(p->'turnIds')
    ) SELECT * FROM due ORDER BY thread_id, expires_at, id
  LOOP
    PERFORM 1 FROM salience.lanes WHERE thread_id = v_row.thread_id FOR UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    v_result := salience.resolve_approval(jsonb_build_object('agentId', v_row.agent_id, 'approvalId', v_row.id, 'answer', 'expire',
      'by', 'deadline', 'now', v_now, 'newTurnId', p->'turnIds'->>v_index));
    v_index := v_index + 1;
    CONTINUE WHEN v_result->>'status' <> 'resolved';
    v_expired := v_expired || jsonb_build_object('agentId', v_row.agent_id, 'threadId', v_row.thread_id,
      'fence', v_result->'continuation'->'fence', 'approvalId', v_row.id, 'turnId', v_result->'continuation'->'turnId',
      'lateMs', floor(extract(epoch FROM v_now - v_row.expires_at) * 1000));
  END LOOP;
  RETURN v_expired;
END $$;
--> statement-breakpoint
-- Keeps what models saw in a turn; the system text once per agent.
CREATE FUNCTION salience.save_contexts(p_agent text, p_turn text, p_contexts jsonb, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO salience.context_prefixes (agent_id, hash, system)
  SELECT DISTINCT ON (h.hash) p_agent, h.hash, h.system FROM (
    SELECT encode(sha256(convert_to(c->>'system', 'UTF8')), 'hex') AS hash, c->>'system' AS system FROM jsonb_array_elements(p_contexts) c) h
  WHERE NOT EXISTS (SELECT 1 FROM salience.context_prefixes x WHERE x.agent_id = p_agent AND x.hash = h.hash)
  ORDER BY h.hash
  ON CONFLICT DO NOTHING;
  INSERT INTO salience.contexts (turn_id, call, agent_id, model, system_hash, body, tokens, created_at)
  SELECT p_turn, (c->>'call')::integer, p_agent, c->>'model', encode(sha256(convert_to(c->>'system', 'UTF8')), 'hex'),
    c - 'system' - 'call' - 'tokens' - 'model', (c->>'tokens')::integer, p_now
  FROM jsonb_array_elements(p_contexts) c;
END $$;
--> statement-breakpoint
-- Lanes with turns and no live lease, each offered again after a second; parked ones when their time has come. `lost`: its
-- owner died; it has waited for the lease already. Cross-agent; scheduler only. p_now is business time.
CREATE FUNCTION salience.sweep_lanes(p_limit integer, p_now timestamptz) RETURNS jsonb LANGUAGE sql AS $$
  WITH due AS (
    SELECT thread_id FROM salience.lanes
    WHERE tail > cursor AND (lease_until IS NULL OR lease_until < clock_timestamp())
      AND (wake_at IS NULL OR wake_at <= p_now)
      AND (swept_at IS NULL OR swept_at < clock_timestamp() - interval '1 second' OR wake_at IS NOT NULL)
    ORDER BY owner IS NULL, swept_at NULLS FIRST LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), touched AS (
    -- From here on it waits for a worker like any other.
    UPDATE salience.lanes l SET swept_at = clock_timestamp(), wake_at = NULL FROM due WHERE l.thread_id = due.thread_id RETURNING l.*
  ) SELECT coalesce(jsonb_agg(jsonb_build_object('agentId', agent_id, 'threadId', thread_id, 'fence', fence,
      'lost', owner IS NOT NULL)), '[]') FROM touched
$$;
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
  UPDATE salience.lanes SET tail = tail + 1, swept_at = clock_timestamp(),
    -- What made way may have been waiting for its retry: nothing keeps the lane back any more.
    wake_at = CASE WHEN v_interrupted IS NULL THEN wake_at END
  WHERE thread_id = v_thread.id RETURNING * INTO v_lane;

  INSERT INTO salience.turns (id, agent_id, thread_id, seq, text, speaker, source, trust, context, idempotency_key,
    request_hash, traceparent, parent_turn_id, mergeable, steering, said_at, accepted_at)
  VALUES (p->>'turnId', v_agent, v_thread.id, v_lane.tail, p->>'text', p->>'speaker', p->>'source', p->>'trust',
    nullif(p->'context', 'null'::jsonb), v_key, p->>'requestHash', p->>'traceparent', p->>'parentTurnId',
    v_policy = 'merge', v_policy = 'steer',
    coalesce((p->>'saidAt')::timestamptz, v_now), v_now);

  RETURN jsonb_build_object('status', 'accepted', 'replayed', false, 'turnId', p->>'turnId', 'threadId', v_thread.id,
    'seq', v_lane.tail, 'state', 'pending', 'fence', v_lane.fence)
    || CASE WHEN v_interrupted IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('interrupted', v_interrupted) END;
END $$;
--> statement-breakpoint
-- Asks every open turn of a lane to make way for a new one: what waits ends here, what runs is told and ended by its
-- worker. Reminders and the continuations of approved actions stay, or they
-- would never be said and done. Under the lane's lock. Returns [{turnId, state}].
CREATE OR REPLACE FUNCTION salience.interrupt_turns(p_lane salience.lanes, p_by text, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_turn salience.turns;
  v_told jsonb := '[]'::jsonb;
BEGIN
  FOR v_turn IN
    SELECT * FROM salience.turns WHERE thread_id = p_lane.thread_id AND seq > p_lane.cursor
      AND state IN ('pending', 'running') AND source NOT IN ('reminder', 'approval') ORDER BY seq FOR UPDATE
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
  v_again boolean;
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

  v_again := v_turn.started_at IS NOT NULL;
  UPDATE salience.turns SET state = 'running', attempts = attempts + 1, fence = p_lane.fence, started_at = p_now
  WHERE id = v_turn.id RETURNING * INTO v_turn;
  UPDATE salience.lanes SET cursor = v_cursor, lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
  WHERE thread_id = p_lane.thread_id;
  RETURN jsonb_build_object('status', 'turn', 'fence', p_lane.fence, 'ended', v_ended, 'endedAs', v_states,
    'turn', to_jsonb(v_turn) - 'idempotency_key' - 'request_hash' - 'timings',
    'snapshot', salience.snapshot(v_turn, p_history) || salience.acting_snapshot(v_turn, p_now, v_again));
END $$;
--> statement-breakpoint
-- Takes a lane that is free or whose lease ran out, under a new fence, and its next turn.
-- Returns {status: turn | released | held | yield | lost}; a parked lane is held, with the business time of its `wakeAt`.
CREATE OR REPLACE FUNCTION salience.claim_lane(p_agent text, p_thread text, p_owner text, p_now timestamptz, p_lease_ms integer, p_history integer)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_old salience.lanes;
  v_lane salience.lanes;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  SELECT * INTO v_old FROM salience.lanes WHERE thread_id = p_thread FOR UPDATE;
  IF NOT FOUND OR v_old.tail = v_old.cursor THEN RETURN jsonb_build_object('status', 'released', 'fence', v_old.fence, 'ended', '[]'::jsonb); END IF;
  IF v_old.lease_until >= clock_timestamp() THEN RETURN jsonb_build_object('status', 'held'); END IF;
  -- Parked: its turn waits for a delayed retry, and whoever waits behind it keeps the order (law 3).
  IF v_old.wake_at > p_now THEN RETURN jsonb_build_object('status', 'held', 'wakeAt', v_old.wake_at); END IF;
  IF salience.exceeds_share(p_agent) THEN RETURN jsonb_build_object('status', 'yield'); END IF;
  UPDATE salience.lanes SET fence = nextval('salience.lane_fence'), owner = p_owner, wake_at = NULL,
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
-- Asks for a turn to stop. A waiting turn ends at once; a running one is told; an ended one stays as it is.
CREATE OR REPLACE FUNCTION salience.cancel_turn(p_agent text, p_turn text, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
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
    -- A parked turn waits too; those behind it need not wait for its retry.
    UPDATE salience.lanes SET wake_at = NULL WHERE thread_id = v_turn.thread_id AND cursor + 1 = v_turn.seq AND wake_at IS NOT NULL;
    RETURN jsonb_build_object('status', 'cancelled', 'state', 'cancelled', 'threadId', v_turn.thread_id);
  ELSIF v_turn.state = 'running' THEN
    UPDATE salience.turns SET cancel_requested_at = p_now WHERE id = p_turn AND cancel_requested_at IS NULL;
    RETURN jsonb_build_object('status', 'requested', 'state', 'running', 'threadId', v_turn.thread_id);
  END IF;
  RETURN jsonb_build_object('status', 'ended', 'state', v_turn.state, 'threadId', v_turn.thread_id);
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
    VALUES (v_exchange->>'id', v_agent, v_turn.thread_id, v_turn.id, v_turn.seq, v_topic, v_turn.speaker,
      -- With what entered its run: those messages have no exchange of their own.
      concat_ws(E'\n', v_turn.text, v_turn.steered_text),
      v_reply->>'text', v_exchange->>'mode', v_turn.trust, v_turn.source, v_turn.said_at, v_now, clock_timestamp(),
      v_exchange->>'traceparent');
  END IF;
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
    'merged', CASE WHEN t.own_text IS NULL AND t.steered_text IS NULL THEN '[]'::jsonb ELSE
      (SELECT coalesce(jsonb_agg(m.id ORDER BY m.seq), '[]') FROM salience.turns m WHERE m.merged_into = t.id) END,
    'settledAs', t.settled_as,
    'childTurnIds', CASE WHEN t.settled_as IS NULL THEN '[]'::jsonb ELSE
      (SELECT coalesce(jsonb_agg(c.id ORDER BY c.seq), '[]') FROM salience.turns c WHERE c.parent_turn_id = t.id) END,
    'approvals', (SELECT coalesce(jsonb_agg(salience.approval_view(q) ORDER BY q.n), '[]') FROM salience.approvals q WHERE q.turn_id = t.id),
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
-- True while this agent holds more than its share of the fleet's lanes and another agent waits.
-- A parked lane waits for its own retry, not for a worker.
-- Runs with the owner's eyes because fairness is between agents; it tells nothing but yes or no. Whether anybody else waits is
-- asked on both sides of the agent in the index, so that its own lanes, which may be all there are, are not looked at.
CREATE OR REPLACE FUNCTION salience.exceeds_share(p_agent text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = salience AS $$
DECLARE
  v_waiting integer;
  v_held integer;
  v_capacity integer;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM lanes WHERE tail > cursor AND agent_id > p_agent AND wake_at IS NULL
    AND (lease_until IS NULL OR lease_until < clock_timestamp()))
    AND NOT EXISTS (SELECT 1 FROM lanes WHERE tail > cursor AND agent_id < p_agent AND wake_at IS NULL
    AND (lease_until IS NULL OR lease_until < clock_timestamp()))
  THEN
    RETURN false;
  END IF;
  SELECT count(DISTINCT agent_id) INTO v_waiting FROM lanes
  WHERE tail > cursor AND agent_id <> p_agent AND wake_at IS NULL
    AND (lease_until IS NULL OR lease_until < clock_timestamp());
  IF v_waiting = 0 THEN RETURN false; END IF;
  SELECT coalesce(sum(capacity), 0) INTO v_capacity FROM workers
  WHERE app = 'digest' AND state = 'ready' AND seen_at > clock_timestamp() - interval '15 seconds';
  IF v_capacity = 0 THEN RETURN false; END IF;
  SELECT count(*) INTO v_held FROM lanes
  WHERE tail > cursor AND agent_id = p_agent AND lease_until > clock_timestamp();
  RETURN v_held >= greatest(1, v_capacity / (v_waiting + 1));
END $$;
--> statement-breakpoint
-- The state of the whole fleet in numbers. p: {now} (business time).
CREATE OR REPLACE FUNCTION salience.operator_fleet(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path = salience, pg_temp AS $$
  SELECT jsonb_build_object(
    'lanes', (SELECT jsonb_build_object('waiting', count(*) FILTER (WHERE NOT busy), 'running', count(*) FILTER (WHERE busy),
        'turns', coalesce(sum(turns), 0), 'oldestMs', floor(extract(epoch FROM (p->>'now')::timestamptz
          - min(accepted_at) FILTER (WHERE NOT busy)) * 1000))
      FROM (SELECT coalesce(l.lease_until >= clock_timestamp(), false) AS busy, l.tail - l.cursor AS turns, t.accepted_at
        FROM lanes l LEFT JOIN turns t ON t.thread_id = l.thread_id AND t.seq = l.cursor + 1 WHERE l.tail > l.cursor
          AND (l.wake_at IS NULL OR l.wake_at <= (p->>'now')::timestamptz)) x),
    'deadLetters', (SELECT count(*) FROM dead_letters WHERE state = 'dead'),
    'quarantined', salience.count_quarantined(),
    'outbox', (SELECT jsonb_build_object('waiting', count(*),
        'oldestMs', floor(extract(epoch FROM clock_timestamp() - min(created_at)) * 1000)) FROM outbox))
$$;
--> statement-breakpoint
-- Settles a quarantined turn, once: `drop` only says so, `retry` accepts it again as a new turn of the same lane with the
-- old one as its parent, under the same trace. The caller wakes the lane. Runs with the owner's eyes: operators settle
-- the turns of every agent. Returns {status: settled | settled_before | unknown, …}.
CREATE OR REPLACE FUNCTION salience.settle_quarantined(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = salience, pg_temp AS $$
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
      'settledAt', v_turn.settled_at, 'childTurnId', (SELECT c.id FROM salience.turns c
        WHERE c.parent_turn_id = v_turn.id AND (c.source <> 'approval' OR v_turn.source = 'approval') ORDER BY c.seq LIMIT 1));
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
        SELECT f.exchange_id FROM salience.facts f WHERE f.agent_id = p_agent AND f.exchange_id IS NOT NULL ORDER BY f.exchange_id DESC LIMIT 4 * p_limit
      ) t ORDER BY t.exchange_id DESC LIMIT p_limit
    ) told CROSS JOIN LATERAL (SELECT * FROM salience.exchanges x WHERE x.id = told.exchange_id OFFSET 0) e
  );
END $$;
--> statement-breakpoint
-- A replaced function loses its settings; these are those of its sisters: a plan that reads all of a table is never kept.
DO $$
DECLARE
  fn text;
BEGIN
  FOREACH fn IN ARRAY ARRAY[
    'next_turn(salience.lanes, timestamptz, integer, integer)', 'claim_lane(text, text, text, timestamptz, integer, integer)',
    'commit_turn(jsonb)', 'accept_turn(jsonb)', 'load_turns(text, text[])', 'recent_tellings(text, integer)',
    'load_run(text, text)', 'save_steps(jsonb)', 'park_lane(jsonb)', 'resolve_approval(jsonb)', 'expire_approvals(jsonb)',
    'sweep_lanes(integer, timestamptz)'
  ] LOOP
    EXECUTE format('ALTER FUNCTION salience.%s SET enable_seqscan = off', fn);
    EXECUTE format('ALTER FUNCTION salience.%s SET jit = off', fn);
  END LOOP;
END $$;
