-- The material for the profiles of an agent's stalest tools. p: {agentId, now, tools, steps}. Returns [{tool, successes, failures,
-- days: [{day, successes, corrections}], scenarios: [known ones], steps: [{runId, n, text, trust, source, at}]}].
CREATE OR REPLACE FUNCTION salience.profile_material(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_build_object('tool', x.tool,
      'successes', coalesce(k.successes, 0), 'failures', coalesce(k.failures, 0),
      'days', coalesce((SELECT jsonb_agg(d) FROM (
        SELECT (s.at AT TIME ZONE 'UTC')::date AS day,
          count(*) FILTER (WHERE s.state = 'succeeded' AND coalesce(s.verdict->>'verdict', 'accept') = 'accept') AS successes,
          count(*) FILTER (WHERE s.verdict->>'verdict' IN ('correct', 'escalate') OR s.state = 'denied') AS corrections
        FROM salience.act_steps s WHERE s.agent_id = v_agent AND s.kind = 'action' AND s.call->>'tool' = x.tool
          AND s.at > v_now - interval '90 days' AND s.at <= v_now GROUP BY 1 ORDER BY 1) d), '[]'),
      'scenarios', coalesce((SELECT jsonb_agg(jsonb_build_object('runId', c.run_id, 'n', c.step_n, 'text', c.text, 'trust', c.trust,
        'source', c.source, 'at', c.at)
        ORDER BY c.at DESC, c.run_id, c.step_n) FROM salience.tool_scenarios c WHERE c.agent_id = v_agent AND c.tool = x.tool), '[]'),
      'steps', coalesce((SELECT jsonb_agg(s) FROM (
        SELECT s.run_id AS "runId", s.n, t.text, t.trust, t.source, s.at FROM salience.act_steps s JOIN salience.turns t ON t.id = s.run_id
        WHERE s.agent_id = v_agent AND s.kind = 'action' AND s.state = 'succeeded' AND coalesce(s.verdict->>'verdict', 'accept') = 'accept'
          AND s.call->>'tool' = x.tool AND s.at > x.since
        ORDER BY s.at DESC, s.run_id, s.n LIMIT (p->>'steps')::integer) s), '[]'))), '[]')
    FROM salience.stale_tools(v_agent, v_now, (p->>'tools')::integer) x
    LEFT JOIN (SELECT r.tool, sum(r.successes) AS successes, sum(r.failures) AS failures FROM salience.tool_records r
      WHERE r.agent_id = v_agent AND r.day > (v_now AT TIME ZONE 'UTC')::date - 30 GROUP BY 1) k ON k.tool = x.tool
  );
END $$;
