-- Writes steps of a running turn's run and the approvals that they ask for, or nothing if the caller no longer owns the fence. An
-- ended step never changes, except for a late result and a doubt; an outcome that counts updates the tool's record in the same query,
-- so it counts once (law 4). A step has one open approval; a later one replaces one that was answered. A plan stores what its prompt
-- showed (`seen`). Messages accepted under the policy steer that wait behind the turn enter the run here, each as a step, and end
-- merged, unless the run is closing or `steer` is false: then such a message runs as its own turn. No text enters that is trusted
-- less than the turn's own (law 10). Renews the lease. p: {agentId, threadId, turnId, fence, now, leaseMs, runId, steps, approvals,
-- evaluated (see log_action), steer}. Returns {status: saved | fenced, steered: [the new steps, with messageTurnId, speaker, trust, saidAt], cancel}.
CREATE OR REPLACE FUNCTION salience.save_steps(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  v_fence bigint := (p->>'fence')::bigint;
  v_run text := coalesce(p->>'runId', p->'steps'->0->>'runId');
  v_lane salience.lanes;
  v_turn salience.turns;
  v_before salience.act_steps[];
  v_written integer[];
  v_acts boolean;
  v_steered jsonb := '[]'::jsonb;
BEGIN
  UPDATE salience.lanes SET lease_until = clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond'
  WHERE thread_id = p->>'threadId' AND fence = v_fence AND owner IS NOT NULL RETURNING * INTO v_lane;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'fenced', 'steered', v_steered, 'cancel', false); END IF;
  SELECT * INTO v_turn FROM salience.turns
  WHERE id = p->>'turnId' AND thread_id = v_lane.thread_id AND state = 'running' AND fence = v_fence FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'turn % is not running under fence %', p->>'turnId', v_fence; END IF;

  -- Only actions have outcomes.
  v_acts := jsonb_path_exists(p, '$.steps[*] ? (@.kind == "action")');
  IF v_acts THEN v_before := ARRAY(SELECT o FROM salience.act_steps o WHERE o.run_id = v_run); END IF;
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
  IF v_acts THEN PERFORM salience.count_outcomes(v_agent, v_now, v_before, v_run, v_written); END IF;
  -- How an action was evaluated is stored with its ruling, or neither is.
  PERFORM salience.log_action(e || jsonb_build_object('agentId', v_agent, 'now', p->>'now')) FROM jsonb_array_elements(p->'evaluated') e;
  IF jsonb_array_length(p->'approvals') > 0 THEN
    WITH asked AS (
      INSERT INTO salience.approvals (id, agent_id, thread_id, run_id, n, turn_id, tool, arguments, arguments_hash, definition,
        definition_hash, reason, tier, created_at, expires_at)
      SELECT q->>'id', v_agent, v_lane.thread_id, v_run, (q->>'n')::integer, v_turn.id, q->>'tool', q->'arguments', q->>'argumentsHash',
        q->'definition', q->>'definitionHash', q->>'reason', q->>'tier', v_now, (q->>'expiresAt')::timestamptz
      FROM jsonb_array_elements(p->'approvals') q ON CONFLICT (run_id, n) WHERE state = 'pending' DO NOTHING RETURNING id, n
    )
    UPDATE salience.act_steps s SET approval_id = a.id FROM asked a WHERE s.run_id = v_run AND s.n = a.n AND s.approval_id IS DISTINCT FROM a.id;
  END IF;

  IF v_lane.tail > v_turn.seq AND v_run IS NOT NULL AND v_turn.cancel_requested_at IS NULL AND coalesce((p->>'steer')::boolean, true)
  THEN
    IF NOT EXISTS (SELECT 1 FROM salience.act_steps s WHERE s.run_id = v_run AND s.kind = 'closing' AND s.turn_id = v_turn.id) THEN
      v_steered := salience.take_steering(v_turn, v_run, v_fence, v_now);
    END IF;
  END IF;
  RETURN jsonb_build_object('status', 'saved', 'steered', v_steered, 'cancel', v_turn.cancel_requested_at IS NOT NULL);
END $$;
