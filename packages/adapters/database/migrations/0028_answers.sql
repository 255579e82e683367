-- Why: a yes is bound to the words that asked, to the exact arguments and to the tool as it was shown; what earns a tool its leave is
-- kept per kind of call, from runs without text from outside; being told no counts at once; past outcomes are counts by code.
-- Lock: columns have constant defaults, so no table is rewritten; the index of approvals is built anew over one row per request
-- that was ever made, and writes to that table wait that long.
-- Safe with the previous image: yes. Requests that it makes carry no definition and are asked for again when they are taken up.

ALTER TABLE salience.approvals ADD COLUMN definition jsonb DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.approvals ADD COLUMN definition_hash text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- A tool that changed since its request was answered is asked for anew, by the same step: one open request per step.
DROP INDEX salience.approvals_step;
--> statement-breakpoint
CREATE UNIQUE INDEX approvals_step ON salience.approvals (run_id,n) WHERE state = 'pending';
--> statement-breakpoint
CREATE INDEX approvals_run ON salience.approvals (run_id,n);
--> statement-breakpoint
ALTER TABLE salience.tool_records ADD COLUMN doubted integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.tool_records ADD COLUMN failed integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.tool_records ADD COLUMN timed_out integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.tool_records ADD COLUMN unknown integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.tool_records ADD COLUMN denied integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.tool_records ADD COLUMN expired integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.tool_records ADD COLUMN refused integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE TABLE salience.tool_standing (
  agent_id text COLLATE "C" NOT NULL,
  tool text NOT NULL,
  kind text COLLATE "C" NOT NULL,
  day date NOT NULL,
  successes integer NOT NULL,
  failures integer NOT NULL,
  CONSTRAINT tool_standing_agent_id_tool_kind_day_pk PRIMARY KEY(agent_id,tool,kind,day)
);
--> statement-breakpoint
-- What tools earned so far holds for calls that are judged by their tool alone; every other kind of call is asked for anew.
INSERT INTO salience.tool_standing (agent_id, tool, kind, day, successes, failures)
SELECT agent_id, tool, '', day, successes, failures FROM salience.tool_records;
--> statement-breakpoint
GRANT SELECT ON salience.tool_standing TO salience_app;
--> statement-breakpoint
-- A request that expires without a continuation ends its step where it is resolved.
GRANT INSERT, UPDATE ON salience.tool_standing, salience.tool_records TO salience_digest, salience_consumer, salience_scheduler;
--> statement-breakpoint
ALTER TABLE salience.tool_standing ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_agent ON salience.tool_standing TO salience_app USING (agent_id = current_setting('app.agent', true))
  WITH CHECK (agent_id = current_setting('app.agent', true));
--> statement-breakpoint
CREATE POLICY every_agent ON salience.tool_standing TO salience_scheduler, salience_routing_regulator, salience_cognitive_drift, salience_operator
  USING (true) WITH CHECK (true);
--> statement-breakpoint
-- An approval as code and API read it. `hash`: all that a yes is bound to.
CREATE OR REPLACE FUNCTION salience.approval_view(q salience.approvals) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', q.id, 'agentId', q.agent_id, 'threadId', q.thread_id, 'runId', q.run_id, 'n', q.n,
    'turnId', q.turn_id, 'state', q.state, 'tool', q.tool, 'arguments', q.arguments, 'argumentsHash', q.arguments_hash,
    'definition', q.definition, 'definitionHash', q.definition_hash,
    'hash', encode(sha256(convert_to(q.arguments_hash || ' ' || q.definition_hash, 'UTF8')), 'hex'),
    'reason', q.reason, 'tier', q.tier, 'createdAt', q.created_at, 'expiresAt', q.expires_at, 'resolvedAt', q.resolved_at,
    'resolvedBy', q.resolved_by, 'editedArguments', q.edited_arguments, 'continuationTurnId', q.continuation_turn_id)
$$;
--> statement-breakpoint
-- As before; a step may have asked more than once.
CREATE OR REPLACE FUNCTION salience.run_view(p_run text) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT jsonb_build_object('runId', p_run,
      'root', jsonb_build_object('id', r.id, 'text', r.text, 'speaker', r.speaker, 'source', r.source, 'trust', r.trust,
        'saidAt', r.said_at, 'state', r.state),
      'steps', (SELECT jsonb_agg(salience.act_step_view(s) ORDER BY s.n) FROM salience.act_steps s WHERE s.run_id = p_run),
      'approvals', (SELECT coalesce(jsonb_agg(salience.approval_view(q) ORDER BY q.n, q.created_at, q.id), '[]') FROM salience.approvals q WHERE q.run_id = p_run))
    FROM salience.turns r WHERE r.id = p_run AND EXISTS (SELECT 1 FROM salience.act_steps s WHERE s.run_id = p_run));
END $$;
--> statement-breakpoint
-- How an action ended, in our own words; null while it has not, and for an end that says nothing of its tool: what was never
-- judged, or did not run for want of budget, time or sense.
CREATE FUNCTION salience.end_code(s salience.act_steps) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN s.kind <> 'action' OR s.call->>'tool' IS NULL THEN NULL
    WHEN s.state IN ('denied', 'expired') OR s.state = 'refused' AND s.ruling->>'path' = 'refuse' THEN s.state
    WHEN s.attempt = 0 THEN NULL
    WHEN s.state = 'succeeded' AND coalesce(s.verdict->>'verdict', 'accept') <> 'accept' THEN 'doubted'
    WHEN s.state IN ('succeeded', 'failed', 'timed_out', 'unknown') THEN s.state
  END
$$;
--> statement-breakpoint
-- Counts how steps ended since p_before, each end once: in the record of its tool by code, and in what its kind of call has earned.
-- A success of a run with text from outside earns nothing, but for a tool that only reads, which needs no leave to act; every failure
-- and every no counts. A doubt that comes after a success
-- takes the success back and is no failure: a model only proposes (law 6).
CREATE FUNCTION salience.count_ends(p_agent text, p_now timestamptz, p_before salience.act_steps[], p_run text, p_ns integer[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_day date := (p_now AT TIME ZONE 'UTC')::date;
BEGIN
  WITH ended AS (
    SELECT s.call->>'tool' AS tool, coalesce(s.ruling->>'kind', '') AS kind, coalesce((s.ruling->>'tainted')::boolean, false) AND s.ruling->>'tier' <> 'observe' AS tainted,
      salience.end_code(s) AS code, salience.end_code(b) AS was
    FROM salience.act_steps s LEFT JOIN unnest(p_before) b ON b.run_id = s.run_id AND b.n = s.n
    WHERE s.run_id = p_run AND s.n = ANY (p_ns)
  ), changed AS (
    SELECT e.*, (code = 'succeeded')::integer - coalesce((was = 'succeeded')::integer, 0) AS good,
      (was IS NULL AND code <> 'succeeded')::integer AS bad
    FROM ended e WHERE code IS NOT NULL AND code IS DISTINCT FROM was
  ), counted AS (
    INSERT INTO salience.tool_records AS k (agent_id, day, tool, successes, failures, doubted, failed, timed_out, unknown, denied, expired, refused)
    SELECT p_agent, v_day, tool, sum(good), coalesce(sum(bad) FILTER (WHERE code NOT IN ('denied', 'expired', 'refused')), 0),
      count(*) FILTER (WHERE code = 'doubted'), count(*) FILTER (WHERE code = 'failed'), count(*) FILTER (WHERE code = 'timed_out'),
      count(*) FILTER (WHERE code = 'unknown'), count(*) FILTER (WHERE code = 'denied'), count(*) FILTER (WHERE code = 'expired'),
      count(*) FILTER (WHERE code = 'refused')
    FROM (SELECT tool, good, bad, code FROM changed) c GROUP BY tool ORDER BY tool
    ON CONFLICT (agent_id, day, tool) DO UPDATE SET successes = k.successes + excluded.successes, failures = k.failures + excluded.failures,
      doubted = k.doubted + excluded.doubted, failed = k.failed + excluded.failed, timed_out = k.timed_out + excluded.timed_out,
      unknown = k.unknown + excluded.unknown, denied = k.denied + excluded.denied, expired = k.expired + excluded.expired,
      refused = k.refused + excluded.refused
  )
  INSERT INTO salience.tool_standing AS k (agent_id, tool, kind, day, successes, failures)
  SELECT p_agent, tool, kind, v_day, sum(CASE WHEN tainted THEN 0 ELSE good END), sum(bad)
  FROM changed GROUP BY tool, kind ORDER BY tool, kind
  ON CONFLICT (agent_id, tool, kind, day) DO UPDATE SET successes = k.successes + excluded.successes, failures = k.failures + excluded.failures;
END $$;
--> statement-breakpoint
-- What a kind of call has earned in the last 30 days: {successes, failures}.
CREATE FUNCTION salience.load_standing(p_agent text, p_tool text, p_kind text, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off SET jit = off AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN (SELECT jsonb_build_object('successes', coalesce(sum(successes), 0), 'failures', coalesce(sum(failures), 0))
    FROM salience.tool_standing WHERE agent_id = p_agent AND tool = p_tool AND kind = p_kind
      AND day > (p_now AT TIME ZONE 'UTC')::date - 30);
END $$;
--> statement-breakpoint
-- What a turn must know of actions as it is taken: the run it began or goes on with ({runId, root, steps, approvals}, or null),
-- the latest pending approval of its thread, the turn whose answer it follows with nothing between (only where something is pending),
-- how the agent's tools did in the last 30 days, how actions ended in the last seven (tool, code, count), and the thread's focus.
-- p_again: the turn was taken before; one that was not, and goes on from none, has no run. An agent that never acted costs three
-- looks into empty indexes. A quarantined turn that is tried again goes on with the run of the one before: what was done is not
-- done twice (law 4).
CREATE OR REPLACE FUNCTION salience.acting_snapshot(p_turn salience.turns, p_now timestamptz, p_again boolean) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_pending jsonb;
  v_focus jsonb;
  v_follows text;
  v_acts boolean;
  v_run text;
  v_found jsonb;
  v_record jsonb := '{}'::jsonb;
  v_outcomes jsonb := '[]'::jsonb;
BEGIN
  SELECT
    (SELECT salience.approval_view(q) FROM salience.approvals q
      WHERE q.thread_id = p_turn.thread_id AND q.state = 'pending' AND q.expires_at > p_now
      ORDER BY q.created_at DESC, q.n DESC, q.id DESC LIMIT 1),
    (SELECT jsonb_build_object('text', f.text, 'trust', f.trust, 'setAt', f.set_at) FROM salience.focuses f
      WHERE f.thread_id = p_turn.thread_id AND f.cleared_at IS NULL),
    EXISTS (SELECT 1 FROM salience.tool_records k WHERE k.agent_id = p_turn.agent_id)
  INTO v_pending, v_focus, v_acts;
  IF v_pending IS NOT NULL THEN
    -- What was said before the answer was there, with or without others, is no answer to it.
    SELECT b.id INTO v_follows FROM (
      SELECT * FROM salience.turns t WHERE t.thread_id = p_turn.thread_id AND t.seq < p_turn.seq AND t.state <> 'merged'
      ORDER BY t.seq DESC LIMIT 1) b
    WHERE b.state = 'answered' AND p_turn.accepted_at >= b.ended_at AND NOT EXISTS (
      SELECT 1 FROM salience.turns m WHERE m.thread_id = p_turn.thread_id AND m.merged_into = p_turn.id AND m.accepted_at < b.ended_at);
  END IF;
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
    SELECT coalesce(jsonb_agg(jsonb_build_object('tool', o.tool, 'code', o.code, 'count', o.n) ORDER BY o.n DESC, o.tool, o.code), '[]') INTO v_outcomes
    FROM (SELECT k.tool, c.code, sum(c.n) AS n FROM salience.tool_records k CROSS JOIN LATERAL (VALUES
        ('succeeded', k.successes), ('doubted', k.doubted), ('failed', k.failed), ('timed_out', k.timed_out), ('unknown', k.unknown),
        ('denied', k.denied), ('expired', k.expired), ('refused', k.refused)) c(code, n)
      WHERE k.agent_id = p_turn.agent_id AND k.day > (p_now AT TIME ZONE 'UTC')::date - 7
      GROUP BY k.tool, c.code HAVING sum(c.n) > 0 ORDER BY sum(c.n) DESC, k.tool, c.code LIMIT 100) o;
  END IF;
  RETURN jsonb_build_object('run', v_found, 'pendingApproval', v_pending, 'toolRecord', v_record, 'outcomes', v_outcomes, 'focus', v_focus,
    'follows', v_follows);
END $$;
--> statement-breakpoint
-- Writes steps of the run that a running turn works at, with the approvals that they ask for, or nothing when the fence is no
-- longer the caller's. A step that ended never changes but for a late result and a doubt; an end that counts goes into the records
-- of its tool in the same statement, so it counts once (law 4). A step has one open request; a later one takes the place of one that
-- was answered. Messages that were accepted under the policy steer and wait behind the turn enter the run here, each as a step with
-- its place, and end merged, unless the run is closing or `steer` is false: who is not taken runs as a turn of its own. No text
-- enters that is trusted less than the turn's own (law 10).
-- Renews the lease. p: {agentId, threadId, turnId, fence, now, leaseMs, runId, steps, approvals, steer}.
-- Returns {status: saved | fenced, steered: [the new steps, with messageTurnId, speaker, trust, saidAt], cancel}.
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
-- Resolves an approval, once, whoever asks and on whatever replica: the row leaves `pending` and a continuation
-- turn is accepted in the same lane, in one commit (law 16). With turnId the answer was given in a turn
-- of the thread, which then is the continuation itself. After the deadline every answer is no (law 11). With ifMatch the answer counts
-- for what has one of these hashes alone.
-- p: {agentId, approvalId, answer: approve | refuse | edit | expire, arguments, argumentsHash (of an edit), ifMatch, by, now, turnId,
-- newTurnId, traceparent}, and {operator, auditId} where an operator answers: then the audit row is part of the commit.
-- Returns {status: resolved | already | changed | missing | early, approval, continuation: {threadId, turnId, fence} | null}. `already`
-- with a continuation: it was the deadline that decided, just now.
CREATE OR REPLACE FUNCTION salience.resolve_approval(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_answer text := p->>'answer';
  v_by text := p->>'by';
  v_row salience.approvals;
  v_before salience.act_steps[];
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
  IF jsonb_typeof(p->'ifMatch') = 'array' AND NOT p->'ifMatch' ? (salience.approval_view(v_row)->>'hash') THEN
    RETURN jsonb_build_object('status', 'changed', 'approval', salience.approval_view(v_row), 'continuation', NULL);
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
    edited_arguments = CASE WHEN v_state = 'edited' THEN p->'arguments' END,
    arguments_hash = CASE WHEN v_state = 'edited' THEN coalesce(p->>'argumentsHash', '') ELSE arguments_hash END
  WHERE id = v_row.id AND state = 'pending' RETURNING * INTO v_row;
  IF v_turn IS NULL THEN
    -- Else the continuation ends the step, with what the model is told.
    v_before := ARRAY(SELECT o FROM salience.act_steps o WHERE o.run_id = v_row.run_id AND o.n = v_row.n);
    UPDATE salience.act_steps SET state = 'expired', at = v_now
    WHERE run_id = v_row.run_id AND n = v_row.n AND state = 'asked';
    PERFORM salience.count_ends(v_agent, v_now, v_before, v_row.run_id, ARRAY[v_row.n]);
  END IF;
  IF p ? 'operator' AND v_state <> 'expired' THEN
    PERFORM salience.write_audit(jsonb_build_object('id', p->>'auditId', 'actor', p->>'operator', 'action', 'approval.' || v_answer,
      'target', v_row.id, 'details', jsonb_strip_nulls(jsonb_build_object('agentId', v_agent, 'continuationTurnId', v_turn))));
  END IF;
  RETURN jsonb_build_object('status', CASE WHEN v_state = 'expired' AND v_answer <> 'expire' THEN 'already' ELSE 'resolved' END,
    'approval', salience.approval_view(v_row), 'continuation', v_continuation);
END $$;
--> statement-breakpoint
-- A replaced function loses its settings; these are those of its sisters: a plan that reads all of a table is never kept.
DO $$
DECLARE
  fn text;
BEGIN
  FOREACH fn IN ARRAY ARRAY['save_steps(jsonb)', 'resolve_approval(jsonb)'] LOOP
    EXECUTE format('ALTER FUNCTION salience.%s SET enable_seqscan = off', fn);
    EXECUTE format('ALTER FUNCTION salience.%s SET jit = off', fn);
  END LOOP;
END $$;
