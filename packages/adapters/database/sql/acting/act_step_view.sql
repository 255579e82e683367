-- A step as the code reads it.
CREATE OR REPLACE FUNCTION salience.act_step_view(s salience.act_steps) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('runId', s.run_id, 'n', s.n, 'turnId', s.turn_id, 'kind', s.kind, 'state', s.state, 'note', s.note,
    'reason', s.reason, 'call', s.call, 'seen', s.seen, 'ruling', s.ruling, 'result', s.result, 'verdict', s.verdict,
    'approvalId', s.approval_id, 'idempotencyKey', s.idempotency_key, 'attempt', s.attempt, 'retryAt', s.retry_at,
    'late', s.late, 'at', s.at)
$$;
