-- What an evaluation is made of: active goals by priority; actions of the last 24 hours, but for those that wait or waited in vain: the same again goes into them and repeats nothing; the newest outcomes that tell, with the goals that their actions served; what was set of the thresholds. p: {agentId, channel,
-- now, trust}. Returns {goals, recent, outcomes, thresholds: as set, null: never}.
CREATE OR REPLACE FUNCTION salience.evaluation_inputs(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  v_trust text := p->>'trust';
BEGIN
  RETURN jsonb_build_object(
    'goals', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'goal', g.goal, 'priority', g.priority, 'context', g.context, 'trust', g.trust)
        ORDER BY g.priority DESC, g.created_at, g.id), '[]')
      FROM salience.pfc_goals g WHERE g.agent_id = v_agent AND g.status = 'active' AND (v_trust IS NULL OR g.trust = v_trust)),
    'recent', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'action', a.action, 'kind', a.kind, 'channel', a.channel, 'decision', a.decision, 'at', a.created_at)
        ORDER BY a.created_at DESC, a.id DESC), '[]') FROM (
      SELECT * FROM salience.pfc_action_log a WHERE a.agent_id = v_agent AND a.created_at > v_now - interval '24 hours' AND (a.hold IS NULL OR a.hold = 'released') AND (v_trust IS NULL OR a.trust = v_trust)
      ORDER BY a.created_at DESC, a.id DESC LIMIT 50) a),
    'outcomes', (SELECT coalesce(jsonb_agg(jsonb_build_object('actionId', a.id, 'goalIds', jsonb_path_query_array(a.matched_goals, '$[*].id'), 'channel', a.channel,
        'kind', a.kind, 'value', a.outcome_value, 'at', a.outcome_at) ORDER BY a.outcome_at DESC, a.id DESC), '[]') FROM (
      SELECT * FROM salience.pfc_action_log a WHERE a.agent_id = v_agent AND a.outcome IS NOT NULL AND a.outcome_value IS NOT NULL
        AND (v_trust IS NULL OR (a.trust = v_trust AND a.outcome_trust = v_trust))
      ORDER BY a.outcome_at DESC LIMIT 500) a),
    'thresholds', (SELECT c.doc->'evaluate'->'thresholds' FROM salience.pfc_config c WHERE c.agent_id = v_agent));
END $$;
