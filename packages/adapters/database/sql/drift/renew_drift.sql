-- Renews the lease of an agent. p: {agentId, fence, leaseMs, latestTurnId}. Returns {held, rests}.
CREATE OR REPLACE FUNCTION salience.renew_drift(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  UPDATE salience.drift_agents SET lease_until = clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond'
  WHERE agent_id = p->>'agentId' AND fence = (p->>'fence')::bigint AND owner IS NOT NULL;
  RETURN jsonb_build_object('held', FOUND, 'rests', salience.fleet_still_rests(p->>'latestTurnId'));
END $$;
