-- What the rows say of the fleet's rest: lanes that somebody works on, lanes with turns, the latest turn that was accepted. Over
-- all agents, so it needs a named cross-agent role. Ids of turns sort by the time of their acceptance.
CREATE OR REPLACE FUNCTION salience.fleet_rest() RETURNS jsonb LANGUAGE sql STABLE
SET plan_cache_mode = force_generic_plan
SET jit = off
AS $$
  SELECT jsonb_build_object(
    'running', (SELECT count(*) FROM salience.lanes WHERE owner IS NOT NULL AND lease_until >= clock_timestamp()),
    'waiting', (SELECT count(*) FROM salience.lanes WHERE tail > cursor),
    'latest', (SELECT jsonb_build_object('turnId', t.id, 'at', t.accepted_at) FROM salience.turns t ORDER BY t.id DESC LIMIT 1))
$$;
