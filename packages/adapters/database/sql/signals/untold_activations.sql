-- Activations that the day's limits, or what the agent pursues, kept from being asked and that no digest has told, over all agents, oldest first. p: {limit: of each agent, so that none waits for another}. Returns [{id, agentId, cluster, score, module, count, reason, openedAt, latest}]. Pulse-sensor.
CREATE OR REPLACE FUNCTION salience.untold_activations(p jsonb) RETURNS jsonb LANGUAGE sql STABLE
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'agentId', a.agent_id, 'cluster', a.cluster, 'score', a.score, 'module', a.module, 'count', a.count, 'reason', a.reason, 'openedAt', a.opened_at, 'latest', a.latest)
    ORDER BY a.opened_at, a.id), '[]')
  FROM (SELECT *, row_number() OVER (PARTITION BY agent_id ORDER BY opened_at, id) AS n FROM salience.activations WHERE state = 'told' AND turn_id IS NULL) a
  WHERE a.n <= (p->>'limit')::integer
$$;
