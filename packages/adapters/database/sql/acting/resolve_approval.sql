-- Resolves an approval once, for every caller and replica: the row leaves `pending` and a continuation turn is accepted in the same
-- lane, in one commit (law 16). With turnId the answer was given in a turn of the thread, which then is the continuation. After the
-- deadline every answer is a no (law 11). With ifMatch the answer applies only if the approval has one of these hashes. p: {agentId,
-- approvalId, answer: approve | refuse | edit | expire, arguments, argumentsHash (of an edit), ifMatch, by, now, turnId, newTurnId,
-- traceparent}, of a review of a task also {sessionId, sessionUntil}, and {operator, auditId} if an operator answers: then the audit row is part of the commit. Returns {status: resolved |
-- already | changed | missing | early, approval, continuation: {threadId, turnId, fence, heldBy} | null, traceparent (of what goes on: that of the turn which
-- began the run, or of the task; of resolved only)}. `already` with a continuation means
-- that the deadline decided just now.
CREATE OR REPLACE FUNCTION salience.resolve_approval(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
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
  v_agent := set_config('app.agent', v_agent, true);
  SELECT * INTO v_row FROM salience.approvals WHERE id = p->>'approvalId' AND agent_id = v_agent;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'missing', 'approval', NULL, 'continuation', NULL); END IF;
  -- Lane first, as in every function.
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

  IF v_row.kind <> 'call' THEN
    IF v_state = 'edited' THEN RAISE EXCEPTION 'expected the answer approve or refuse to a review of a task, got edit'; END IF;
    v_row := salience.answer_review(p || jsonb_build_object('turnId', v_turn), v_row, v_state, v_by);
    IF p ? 'operator' AND v_state <> 'expired' THEN
      PERFORM salience.write_audit(jsonb_build_object('id', p->>'auditId', 'actor', p->>'operator', 'action', 'approval.' || v_answer,
        'target', v_row.id, 'details', jsonb_strip_nulls(jsonb_build_object('agentId', v_agent))));
    END IF;
    RETURN jsonb_build_object('status', CASE WHEN v_state = 'expired' AND v_answer <> 'expire' THEN 'already' ELSE 'resolved' END,
      'approval', salience.approval_view(v_row), 'continuation', NULL,
      'traceparent', (SELECT t.traceparent FROM salience.tasks t WHERE t.id = v_row.task_id));
  END IF;

  SELECT * INTO v_root FROM salience.turns WHERE id = v_row.run_id;
  SELECT state INTO v_asker FROM salience.turns WHERE id = v_row.turn_id;
  -- Nobody saw a request whose turn failed, so nobody is told that it expired.
  IF v_turn IS NULL AND NOT (v_state = 'expired' AND v_asker IN ('cancelled', 'failed', 'quarantined')) THEN
    v_accepted := salience.start_turn(jsonb_build_object('agentId', v_agent, 'threadId', v_row.thread_id,
      'turnId', p->>'newTurnId', 'text', CASE v_state WHEN 'approved' THEN 'Approved: ' WHEN 'edited' THEN 'Approved with changes: '
        WHEN 'refused' THEN 'Refused: ' ELSE 'No answer in time: ' END || v_row.tool,
      'source', 'approval', 'key', v_row.id, 'trust', 'agent', 'now', v_now, 'parentTurnId', v_row.run_id, 'speaker', v_root.speaker,
      -- It goes on in the trace of what it goes on with; whoever answers has a trace of their own.
      'traceparent', coalesce(v_root.traceparent, p->>'traceparent')));
    v_turn := v_accepted->>'turnId';
    v_continuation := jsonb_build_object('threadId', v_row.thread_id, 'turnId', v_turn, 'fence', v_accepted->'fence',
      'heldBy', v_accepted->'heldBy');
  END IF;
  UPDATE salience.approvals SET state = v_state, resolved_at = v_now, resolved_by = v_by, continuation_turn_id = v_turn,
    edited_arguments = CASE WHEN v_state = 'edited' THEN p->'arguments' END,
    arguments_hash = CASE WHEN v_state = 'edited' THEN coalesce(p->>'argumentsHash', '') ELSE arguments_hash END
  WHERE id = v_row.id AND state = 'pending' RETURNING * INTO v_row;
  IF v_turn IS NULL THEN
    -- Otherwise the continuation ends the step, with a result for the model.
    v_before := ARRAY(SELECT o FROM salience.act_steps o WHERE o.run_id = v_row.run_id AND o.n = v_row.n);
    UPDATE salience.act_steps SET state = 'expired', at = v_now
    WHERE run_id = v_row.run_id AND n = v_row.n AND state = 'asked';
    PERFORM salience.count_outcomes(v_agent, v_now, v_before, v_row.run_id, ARRAY[v_row.n]);
  END IF;
  -- The task of the run goes on with the turn that goes on.
  IF v_root.source = 'task' THEN
    UPDATE salience.tasks t SET state = 'running', turn_id = coalesce(v_turn, t.turn_id), approval_id = NULL, version = t.version + 1
    FROM salience.task_steps s WHERE s.turn_id = v_row.run_id AND t.id = s.task_id AND t.state IN ('running', 'awaiting_review');
  END IF;
  IF p ? 'operator' AND v_state <> 'expired' THEN
    PERFORM salience.write_audit(jsonb_build_object('id', p->>'auditId', 'actor', p->>'operator', 'action', 'approval.' || v_answer,
      'target', v_row.id, 'details', jsonb_strip_nulls(jsonb_build_object('agentId', v_agent, 'continuationTurnId', v_turn))));
  END IF;
  RETURN jsonb_build_object('status', CASE WHEN v_state = 'expired' AND v_answer <> 'expire' THEN 'already' ELSE 'resolved' END,
    'approval', salience.approval_view(v_row), 'continuation', v_continuation, 'traceparent', v_root.traceparent);
END $$;
