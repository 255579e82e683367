-- A run with the turn that began it, its steps and its approvals, in order; null if there is none. A step may have asked more than
-- once.
CREATE OR REPLACE FUNCTION salience.run_view(p_run text) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT jsonb_build_object('runId', p_run,
      'root', jsonb_build_object('id', r.id, 'text', r.text, 'speaker', r.speaker, 'source', r.source, 'trust', r.trust,
        'saidAt', r.said_at, 'state', r.state, 'mayApprove', r.may_approve),
      'steps', (SELECT jsonb_agg(salience.act_step_view(s) ORDER BY s.n) FROM salience.act_steps s WHERE s.run_id = p_run),
      'approvals', (SELECT coalesce(jsonb_agg(salience.approval_view(q) ORDER BY q.n, q.created_at, q.id), '[]') FROM salience.approvals q WHERE q.run_id = p_run))
    FROM salience.turns r WHERE r.id = p_run AND EXISTS (SELECT 1 FROM salience.act_steps s WHERE s.run_id = p_run));
END $$;
