-- Everything that decides what follows for a task: its row, its steps, and of the step that was begun last the turn that works on it now (the
-- run's own, or the one that went on from the last answer), what came of it, and what its run did.
CREATE OR REPLACE FUNCTION salience.task_facts(t salience.tasks) RETURNS jsonb LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  SELECT to_jsonb(t) - 'idempotency_key' || jsonb_build_object('steps', coalesce((
    SELECT jsonb_agg(jsonb_build_object('n', s.n, 'name', s.name, 'kind', s.kind, 'state', s.state, 'attempt', s.attempt, 'leadsTo', s.leads_to,
      'result', s.result, 'acted', s.acted, 'effects', s.effects, 'resultTrust', s.result_trust, 'runId', s.turn_id, 'approvalId', s.approval_id,
      'answer', (SELECT CASE q.state WHEN 'edited' THEN 'approved' ELSE q.state END FROM salience.approvals q WHERE q.id = s.approval_id AND q.state <> 'pending'),
      'turn', CASE WHEN s.state IN ('running', 'failed') THEN (
        SELECT jsonb_build_object('id', u.id, 'state', u.state, 'reply', e.reply, 'replyTrust', e.reply_trust, 'errorCode', u.error->>'code',
          'recoverable', coalesce((u.error->>'recoverable')::boolean, false), 'acted', d.acted, 'effects', d.effects,
          'openApprovals', q.open, 'refusedApprovals', q.refused, 'expiredApprovals', q.expired, 'approvalId', q.first)
        FROM salience.turns u LEFT JOIN salience.turn_ends e ON e.turn_id = u.id
        CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE a.state = 'succeeded') AS acted,
            count(*) FILTER (WHERE a.attempt > 0 AND a.ruling->>'tier' IS DISTINCT FROM 'observe') AS effects
          FROM salience.act_steps a WHERE a.run_id = s.turn_id AND a.kind = 'action') d
        CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE q.state = 'pending') AS open, count(*) FILTER (WHERE q.state = 'refused') AS refused,
            count(*) FILTER (WHERE q.state = 'expired') AS expired,
            min(q.id) FILTER (WHERE q.state = 'pending') AS first FROM salience.approvals q WHERE q.run_id = s.turn_id) q
        WHERE u.id = salience.turn_of_run(s.turn_id)) END) ORDER BY s.n)
    FROM salience.task_steps s WHERE s.task_id = t.id), '[]'::jsonb))
$$;
