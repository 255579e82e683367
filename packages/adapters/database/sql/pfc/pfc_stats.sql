-- Counts of an agent's prefrontal cortex. p: {agentId, now, trust}. Returns {activeGoals, totalActions, last24h: [{decision, count}], bufferedThoughts, thoughtsByChannel:
-- [{channel, count}]}, the most first.
CREATE OR REPLACE FUNCTION salience.pfc_stats(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_trust text := p->>'trust';
BEGIN
  RETURN jsonb_build_object(
    'activeGoals', (SELECT count(*) FROM salience.pfc_goals g WHERE g.agent_id = v_agent AND g.status = 'active' AND (v_trust IS NULL OR g.trust = v_trust)),
    'totalActions', (SELECT count(*) FROM salience.pfc_action_log a WHERE a.agent_id = v_agent AND (v_trust IS NULL OR a.trust = v_trust)),
    'last24h', (SELECT coalesce(jsonb_agg(jsonb_build_object('decision', d.decision, 'count', d.n) ORDER BY d.n DESC, d.decision), '[]') FROM (
      SELECT a.decision, count(*) AS n FROM salience.pfc_action_log a WHERE a.agent_id = v_agent AND (v_trust IS NULL OR a.trust = v_trust)
        AND a.created_at > (p->>'now')::timestamptz - interval '24 hours' GROUP BY 1) d),
    'bufferedThoughts', (SELECT count(*) FROM salience.pfc_monologue m WHERE m.agent_id = v_agent AND m.consumed_at IS NULL AND (v_trust IS NULL OR m.trust = v_trust)),
    'thoughtsByChannel', (SELECT coalesce(jsonb_agg(jsonb_build_object('channel', c.channel, 'count', c.n) ORDER BY c.n DESC, c.channel), '[]') FROM (
      SELECT m.channel, count(*) AS n FROM salience.pfc_monologue m WHERE m.agent_id = v_agent AND m.consumed_at IS NULL AND (v_trust IS NULL OR m.trust = v_trust) GROUP BY 1) c));
END $$;
