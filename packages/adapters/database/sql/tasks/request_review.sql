-- Asks a person: a turn that says the request word for word, its one step, and the row of approvals, in the caller's transaction. In the
-- thread that the person used last, else in that of the task, so that the next message there may answer. Lane before task, as everywhere: call
-- it before the task is written. p: {agentId, taskId, turnId, threadId (null: the task's own), newThreadId, approvalId, kind, text, tool, arguments,
-- argumentsHash, tier, reason, trust, now, expiresAt, speaker, zone, traceparent}. Returns what start_turn does.
CREATE OR REPLACE FUNCTION salience.request_review(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_accepted jsonb;
BEGIN
  v_accepted := salience.start_turn(jsonb_build_object('agentId', v_agent, 'turnId', p->>'turnId', 'text', p->>'text', 'source', 'review',
    'key', p->>'approvalId', 'trust', p->>'trust', 'now', p->>'now', 'speaker', p->>'speaker', 'zone', coalesce(p->>'zone', 'UTC'),
    'traceparent', p->>'traceparent', 'newThreadId', p->>'newThreadId')
    || CASE WHEN p->>'threadId' IS NULL THEN jsonb_build_object('threadKey', ' task:' || (p->>'taskId'))
      ELSE jsonb_build_object('threadId', p->>'threadId') END);
  IF v_accepted->>'status' <> 'accepted' THEN
    RAISE EXCEPTION 'the request for task % was not accepted: %', p->>'taskId', v_accepted->>'status';
  END IF;
  INSERT INTO salience.act_steps (run_id, n, agent_id, thread_id, turn_id, kind, state, reason, call, approval_id, at)
  VALUES (v_accepted->>'turnId', 0, v_agent, v_accepted->>'threadId', v_accepted->>'turnId', 'action', 'asked', p->>'kind',
    jsonb_build_object('id', p->>'approvalId', 'tool', p->>'tool', 'arguments', p->'arguments'), p->>'approvalId', v_now);
  INSERT INTO salience.approvals (id, agent_id, thread_id, run_id, n, turn_id, tool, arguments, arguments_hash, reason, tier, created_at,
    expires_at, kind, task_id)
  VALUES (p->>'approvalId', v_agent, v_accepted->>'threadId', v_accepted->>'turnId', 0, v_accepted->>'turnId', p->>'tool', p->'arguments',
    p->>'argumentsHash', p->>'reason', p->>'tier', v_now, (p->>'expiresAt')::timestamptz, p->>'kind', p->>'taskId');
  RETURN v_accepted;
END $$;
