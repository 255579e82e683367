-- Records that a model is about to be called, with the maximum cost. p: {id, agentId, fence, strategy, seedId, tokens, now}. Returns
-- false, and writes nothing, if the caller no longer holds the agent.
CREATE OR REPLACE FUNCTION salience.begin_drift_run(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  INSERT INTO salience.drift_runs (id, agent_id, fence, strategy, seed_concept_id, tokens, started_at)
  SELECT p->>'id', d.agent_id, d.fence, p->>'strategy', p->>'seedId', (p->>'tokens')::integer, (p->>'now')::timestamptz
  FROM salience.drift_agents d WHERE d.agent_id = p->>'agentId' AND d.fence = (p->>'fence')::bigint AND d.owner IS NOT NULL
  FOR UPDATE;
  RETURN to_jsonb(FOUND);
END $$;
