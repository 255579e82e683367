-- Carries out the answer to a review of a task that holds a message or a step of its plan, in the transaction of resolve_approval, which has locked
-- the lane and the approval. A yes to a message takes it in with exactly the grant that was shown, and with sessionUntil lets its sender in
-- until then; a yes to a step goes on with the plan. No, and no answer in time, end the task. p: as of resolve_approval, with {sessionId,
-- sessionUntil}. Returns the approval as it is then.
CREATE OR REPLACE FUNCTION salience.answer_review(p jsonb, q salience.approvals, p_state text, p_by text) RETURNS salience.approvals LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_yes boolean := p_state = 'approved';
  t salience.tasks;
BEGIN
  UPDATE salience.approvals SET state = p_state, resolved_at = v_now, resolved_by = p_by, continuation_turn_id = p->>'turnId'
  WHERE id = q.id AND state = 'pending' RETURNING * INTO q;
  UPDATE salience.act_steps SET state = CASE p_state WHEN 'approved' THEN 'succeeded' WHEN 'refused' THEN 'denied' ELSE 'expired' END, at = v_now
  WHERE run_id = q.run_id AND n = q.n AND state = 'asked';
  SELECT * INTO t FROM salience.tasks WHERE id = q.task_id AND approval_id = q.id AND state = 'awaiting_review' FOR UPDATE;
  IF NOT FOUND THEN RETURN q; END IF;
  IF v_yes AND q.kind = 'message' AND p->>'sessionUntil' IS NOT NULL THEN
    INSERT INTO salience.sender_sessions (id, agent_id, source, sender, approval_id, opened_by, created_at, until)
    SELECT p->>'sessionId', t.agent_id, i.source, i.sender, q.id, p_by, v_now, (p->>'sessionUntil')::timestamptz
    FROM salience.inbound i WHERE i.id = t.inbound_id;
  END IF;
  IF q.kind = 'step' THEN
    -- A yes stays to be taken up by whoever moves the task on.
    UPDATE salience.task_steps SET state = 'refused', ended_at = v_now WHERE task_id = t.id AND approval_id = q.id AND NOT v_yes;
  END IF;
  UPDATE salience.tasks SET version = version + 1, approval_id = NULL, state = CASE WHEN v_yes THEN 'scheduled' ELSE 'rejected' END,
    run_at = CASE WHEN v_yes THEN greatest(run_at, v_now) ELSE run_at END, ended_at = CASE WHEN NOT v_yes THEN v_now END,
    reason = CASE WHEN v_yes THEN 'approved' WHEN p_state = 'refused' THEN 'refused' ELSE 'expired' END,
    granted = CASE WHEN v_yes AND q.kind = 'message' THEN granted || jsonb_build_object('allowed', jsonb_build_array(action_class), 'by', p_by) ELSE granted END
  WHERE id = t.id;
  RETURN q;
END $$;
