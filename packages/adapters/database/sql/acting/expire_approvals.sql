-- Refuses approvals whose deadline has passed. Safe on any number of schedulers: a lane that another one holds is skipped, so none
-- waits and each approval expires once. p: {now, turnIds: at most one per approval}. Returns [{agentId, threadId, fence, heldBy, approvalId,
-- turnId, lateMs}]; turnId is null if no continuation follows.
CREATE OR REPLACE FUNCTION salience.expire_approvals(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
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
    -- Answers to tasks lock the agendas of their agents: always in the same order.
    ) SELECT * FROM due ORDER BY agent_id, thread_id, expires_at, id
  LOOP
    PERFORM 1 FROM salience.lanes WHERE thread_id = v_row.thread_id FOR UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    v_result := salience.resolve_approval(jsonb_build_object('agentId', v_row.agent_id, 'approvalId', v_row.id, 'answer', 'expire',
      'by', 'deadline', 'now', v_now, 'newTurnId', p->'turnIds'->>v_index));
    v_index := v_index + 1;
    CONTINUE WHEN v_result->>'status' <> 'resolved';
    v_expired := v_expired || jsonb_build_object('agentId', v_row.agent_id, 'threadId', v_row.thread_id,
      'fence', v_result->'continuation'->'fence', 'heldBy', v_result->'continuation'->'heldBy', 'approvalId', v_row.id, 'turnId', v_result->'continuation'->'turnId',
      'lateMs', floor(extract(epoch FROM v_now - v_row.expires_at) * 1000));
  END LOOP;
  RETURN v_expired;
END $$;
