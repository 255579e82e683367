-- The tool profiles of an agent by name, each with its p_scenarios latest scenarios that are not external.
CREATE OR REPLACE FUNCTION salience.load_tool_profiles(p_agent text, p_scenarios integer) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('tool', p.tool, 'successes', p.successes, 'failures', p.failures,
      'reliability', p.reliability, 'preference', p.preference, 'enrichedAt', p.enriched_at, 'scenarios', coalesce((
        SELECT jsonb_agg(jsonb_build_object('runId', s.run_id, 'n', s.step_n, 'text', s.text, 'trust', s.trust, 'source', s.source, 'at', s.at)
          ORDER BY s.at DESC)
        FROM (SELECT * FROM salience.tool_scenarios c WHERE c.agent_id = p.agent_id AND c.tool = p.tool AND c.trust <> 'external'
          ORDER BY c.at DESC LIMIT p_scenarios) s), '[]')) ORDER BY p.tool), '[]')
    FROM salience.tool_profiles p WHERE p.agent_id = p_agent);
END $$;
