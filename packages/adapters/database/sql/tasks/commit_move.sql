-- Commits a move of a task as it was planned, by compare-and-set on its version: begins the turn of its next step, asks its person, waits for a call that
-- was asked for, waits to be tried again, or ends it with the turn that reports it. A place among the running ones is taken under the agenda. Locks: the
-- lanes in the order of their threads, then the task, the agenda last.
-- p: {id, version, now, kind: begin | ask | review | retry | complete | reject | fail | dead, traceparent} and, as the kind has it,
-- {done: {n, state, result, resultTrust, acted, effects} (the step that is over), step: {n, name, kind, attempt, leadsTo}, text, trust, turnId, newThreadId, quiet, runAt, reason,
-- result, approvalId, approval: {…} (of ask, for request_review), report: {text, trust, turnId, newThreadId}}. Returns {status: moved | passed (another
-- one was there first) | full, turn: {agentId, threadId, turnId, fence, heldBy} | null}.
CREATE OR REPLACE FUNCTION salience.commit_move(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_kind text := p->>'kind';
  t salience.tasks;
  v_agenda salience.agendas;
  v_accepted jsonb;
  v_state text := CASE p->>'kind' WHEN 'begin' THEN 'running' WHEN 'ask' THEN 'awaiting_review' WHEN 'review' THEN 'awaiting_review'
    WHEN 'retry' THEN 'retry_wait' WHEN 'complete' THEN 'completed' WHEN 'reject' THEN 'rejected' WHEN 'fail' THEN 'failed' WHEN 'dead' THEN 'dead' END;
  v_ends boolean := v_state IN ('completed', 'rejected', 'failed', 'dead');
BEGIN
  IF v_state IS NULL THEN RAISE EXCEPTION 'expected a move of a task, got %', v_kind; END IF;
  -- Read first, locked after the lanes: a version that is still the same then names the same threads.
  SELECT * INTO t FROM salience.tasks WHERE id = p->>'id' AND version = (p->>'version')::bigint AND ended_at IS NULL;
  IF NOT FOUND THEN RETURN '{"status": "passed", "turn": null}'; END IF;
  PERFORM set_config('app.agent', t.agent_id, true);
  PERFORM 1 FROM salience.lanes WHERE thread_id IN (
    coalesce(t.thread_id, (SELECT h.id FROM salience.threads h WHERE h.agent_id = t.agent_id AND h.key = ' task:' || t.id)),
    CASE WHEN v_kind = 'ask' OR jsonb_typeof(p->'report') = 'object' THEN t.report_thread_id END) ORDER BY thread_id FOR UPDATE;
  SELECT * INTO t FROM salience.tasks WHERE id = t.id AND version = t.version FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN '{"status": "passed", "turn": null}'; END IF;
  IF v_kind = 'begin' AND t.state <> 'running' THEN
    SELECT * INTO v_agenda FROM salience.agendas WHERE agent_id = t.agent_id FOR UPDATE;
    IF v_agenda.running >= v_agenda.concurrent THEN RETURN '{"status": "full", "turn": null}'; END IF;
  END IF;
  IF v_kind = 'begin' THEN
    v_accepted := salience.start_turn(jsonb_build_object('agentId', t.agent_id, 'turnId', p->>'turnId', 'text', p->>'text',
      'source', CASE p->'step'->>'kind' WHEN 'triage' THEN 'triage' ELSE 'task' END,
      'key', t.id || '@' || (p->'step'->>'n') || '.' || (p->'step'->>'attempt') || '.' || t.version, 'trust', p->>'trust', 'now', p->>'now', 'speaker', t.speaker,
      'zone', t.zone, 'dueAt', t.run_at, 'traceparent', coalesce(p->>'traceparent', t.traceparent), 'quiet', p->'quiet', 'newThreadId', p->>'newThreadId')
      || CASE WHEN t.thread_id IS NULL THEN jsonb_build_object('threadKey', ' task:' || t.id) ELSE jsonb_build_object('threadId', t.thread_id) END);
  ELSIF v_kind = 'ask' THEN
    v_accepted := salience.request_review((p->'approval') || jsonb_build_object('agentId', t.agent_id, 'taskId', t.id, 'now', p->>'now',
      'threadId', t.report_thread_id, 'speaker', t.speaker, 'zone', t.zone, 'traceparent', coalesce(p->>'traceparent', t.traceparent)));
  ELSIF jsonb_typeof(p->'report') = 'object' THEN
    v_accepted := salience.start_turn((p->'report') || jsonb_build_object('agentId', t.agent_id, 'source', 'report', 'key', t.id || '.' || t.version, 'now', p->>'now',
      'speaker', t.speaker, 'zone', t.zone, 'traceparent', coalesce(p->>'traceparent', t.traceparent))
      || CASE WHEN t.report_thread_id IS NOT NULL THEN jsonb_build_object('threadId', t.report_thread_id)
        WHEN t.thread_id IS NOT NULL THEN jsonb_build_object('threadId', t.thread_id) ELSE jsonb_build_object('threadKey', ' task:' || t.id) END);
  END IF;
  IF v_accepted IS NOT NULL AND v_accepted->>'status' <> 'accepted' THEN
    RAISE EXCEPTION 'a turn of task % was not accepted: %', t.id, v_accepted->>'status';
  END IF;
  IF jsonb_typeof(p->'done') = 'object' THEN
    UPDATE salience.task_steps SET state = p->'done'->>'state', result = p->'done'->>'result', acted = coalesce((p->'done'->>'acted')::integer, acted),
      effects = coalesce((p->'done'->>'effects')::integer, effects), result_trust = p->'done'->>'resultTrust',
      ended_at = v_now
    WHERE task_id = t.id AND n = (p->'done'->>'n')::integer AND ended_at IS NULL;
  END IF;
  IF jsonb_typeof(p->'step') = 'object' THEN
    INSERT INTO salience.task_steps AS s (task_id, n, agent_id, name, kind, state, turn_id, approval_id, leads_to, attempt, started_at)
    VALUES (t.id, (p->'step'->>'n')::integer, t.agent_id, p->'step'->>'name', p->'step'->>'kind', CASE v_kind WHEN 'ask' THEN 'asked' ELSE 'running' END,
      CASE WHEN v_kind = 'begin' THEN v_accepted->>'turnId' END, CASE WHEN v_kind = 'ask' THEN p->'approval'->>'approvalId' END, p->'step'->>'leadsTo',
      (p->'step'->>'attempt')::integer, v_now)
    ON CONFLICT (task_id, n) DO UPDATE SET state = excluded.state, turn_id = excluded.turn_id, attempt = excluded.attempt, ended_at = NULL;
  END IF;
  -- One trace from its first move to its last, where nothing that made it had one.
  UPDATE salience.tasks SET state = v_state, version = version + 1, reason = p->>'reason', traceparent = coalesce(traceparent, p->>'traceparent'),
    turn_id = CASE v_kind WHEN 'begin' THEN v_accepted->>'turnId' ELSE coalesce(p->>'turnOfRun', turn_id) END,
    thread_id = CASE v_kind WHEN 'begin' THEN v_accepted->>'threadId' ELSE thread_id END,
    approval_id = CASE v_kind WHEN 'ask' THEN p->'approval'->>'approvalId' WHEN 'review' THEN p->>'approvalId' END,
    turns_used = turns_used + (v_kind = 'begin')::integer, started_at = coalesce(started_at, CASE WHEN v_kind IN ('begin', 'ask') THEN v_now END),
    run_at = coalesce((p->>'runAt')::timestamptz, run_at), result = coalesce(p->>'result', result), ended_at = CASE WHEN v_ends THEN v_now END
  WHERE id = t.id;
  -- What a person is asked for in its name is found by it.
  IF v_kind = 'review' THEN
    UPDATE salience.approvals q SET task_id = t.id FROM salience.task_steps s WHERE s.task_id = t.id AND q.run_id = s.turn_id AND q.state = 'pending' AND q.task_id IS NULL;
  END IF;
  IF v_ends THEN
    PERFORM salience.withdraw_requests(t.id, 'task-ended', v_now);
    -- What was allowed, and whose turn was cancelled before it ran, is not run any more.
    UPDATE salience.act_steps a SET state = 'denied', at = v_now FROM salience.task_steps s
    WHERE s.task_id = t.id AND a.run_id = s.turn_id AND a.kind = 'action' AND a.state IN ('asked', 'planned', 'waiting');
  END IF;
  RETURN jsonb_build_object('status', 'moved', 'turn', CASE WHEN v_accepted IS NULL THEN NULL ELSE jsonb_build_object('agentId', t.agent_id,
    'threadId', v_accepted->>'threadId', 'turnId', v_accepted->>'turnId', 'fence', v_accepted->'fence', 'heldBy', v_accepted->'heldBy') END);
END $$;
