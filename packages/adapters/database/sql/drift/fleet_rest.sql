-- Whether the fleet is idle by its rows: lanes in work, lanes with turns, the latest accepted turn. Cross-agent, so it needs a named
-- cross-agent role. Turn ids sort by acceptance time. A lane in work has work, so the index of those that have is all that is read.
CREATE OR REPLACE FUNCTION salience.fleet_rest() RETURNS jsonb LANGUAGE sql STABLE
SET plan_cache_mode = force_generic_plan
SET jit = off
AS $$
  SELECT jsonb_build_object(
    'running', (SELECT count(*) FROM salience.lanes WHERE has_work AND lease_until >= clock_timestamp()),
    'waiting', (SELECT count(*) FROM salience.lanes WHERE has_work),
    'latest', (SELECT jsonb_build_object('turnId', t.id, 'at', t.accepted_at) FROM salience.turns t ORDER BY t.id DESC LIMIT 1))
$$;
