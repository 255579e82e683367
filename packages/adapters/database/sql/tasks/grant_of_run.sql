-- The task that a run of actions belongs to, with what it may do; null for a run of no task. p_run: the turn that began the run, or the one that an
-- operator had tried once more in its place. A task that has ended may do nothing any more. A session of a sender that was revoked, or is over, is worth nothing from then on.
CREATE OR REPLACE FUNCTION salience.grant_of_run(p_agent text, p_run text) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  p_agent := set_config('app.agent', p_agent, true);
  RETURN (SELECT jsonb_build_object('taskId', t.id, 'step', s.name, 'kind', s.kind, 'n', s.n, 'plan', t.plan, 'text', t.text, 'fromName', t.from_name,
      'grant', CASE WHEN t.ended_at IS NOT NULL THEN jsonb_build_object('authority', 'unknown', 'allowed', '[]'::jsonb, 'until', NULL, 'by', NULL)
        ELSE t.granted END || CASE WHEN t.granted->>'authority' = 'approved_session' AND NOT EXISTS (
        SELECT 1 FROM salience.inbound i JOIN salience.sender_sessions x ON x.agent_id = i.agent_id AND x.source = i.source AND x.sender = i.sender
        WHERE i.id = t.inbound_id AND x.revoked_at IS NULL
          AND x.until >= (t.granted->>'until')::timestamptz) THEN jsonb_build_object('until', '1970-01-01T00:00:00Z') ELSE '{}'::jsonb END,
      'trust', t.trust, 'createdAt', t.created_at, 'inboundId', t.inbound_id, 'settings', (SELECT a.settings->'tasks' FROM salience.agents a WHERE a.id = p_agent))
    FROM salience.task_steps s JOIN salience.tasks t ON t.id = s.task_id
    WHERE s.turn_id IN (p_run, (SELECT u.parent_turn_id FROM salience.turns u WHERE u.id = p_run)) AND s.agent_id = p_agent
    ORDER BY t.created_at DESC LIMIT 1);
END $$;
