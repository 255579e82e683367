-- Stores profiles under the lease's fence. p: {agentId, fence, now, nextAt, profiles: [{tool, successes, failures, reliability,
-- preference, scenarios: [{runId, n, text, trust, source, at}]}]}. Returns {status: stored | fenced}.
CREATE OR REPLACE FUNCTION salience.save_tool_profiles(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  UPDATE salience.chores SET owner = NULL, lease_until = NULL, next_at = (p->>'nextAt')::timestamptz, error = NULL
  WHERE agent_id = v_agent AND task = 'profiles' AND fence = (p->>'fence')::bigint AND owner IS NOT NULL;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'fenced'); END IF;
  INSERT INTO salience.tool_profiles AS t (agent_id, tool, successes, failures, reliability, preference, enriched_at)
  SELECT v_agent, x->>'tool', (x->>'successes')::integer, (x->>'failures')::integer, (x->>'reliability')::real,
    (x->>'preference')::real, (p->>'now')::timestamptz FROM jsonb_array_elements(p->'profiles') x
  ON CONFLICT (agent_id, tool) DO UPDATE SET successes = excluded.successes, failures = excluded.failures,
    reliability = excluded.reliability, preference = excluded.preference, enriched_at = excluded.enriched_at;
  DELETE FROM salience.tool_scenarios s WHERE s.agent_id = v_agent
    AND s.tool IN (SELECT x->>'tool' FROM jsonb_array_elements(p->'profiles') x);
  -- A step that was forgotten since it was read is left out.
  INSERT INTO salience.tool_scenarios (agent_id, tool, run_id, step_n, text, trust, source, at)
  SELECT v_agent, x->>'tool', c->>'runId', (c->>'n')::integer, c->>'text', c->>'trust', c->>'source', (c->>'at')::timestamptz
  FROM jsonb_array_elements(p->'profiles') x, jsonb_array_elements(x->'scenarios') c
  WHERE EXISTS (SELECT 1 FROM salience.turns t WHERE t.id = c->>'runId' AND t.text <> '')
  ON CONFLICT DO NOTHING;
  UPDATE salience.agents SET version = version + 1 WHERE id = v_agent;
  RETURN jsonb_build_object('status', 'stored');
END $$;
