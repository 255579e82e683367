-- Activations that are due to be asked, over all agents, and where the time of those of an agent stands. p: {now, limit}. Returns [{id, agentId, cluster, module, candidates, count, score, threshold,
-- openedAt, dueAt, latest, window, signals}] by the time at which they are due. Pulse-sensor.
CREATE OR REPLACE FUNCTION salience.due_activations(p jsonb) RETURNS jsonb LANGUAGE sql STABLE
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'agentId', a.agent_id, 'cluster', a.cluster, 'module', a.module, 'candidates', a.candidates, 'count', a.count,
    'score', a.score, 'threshold', a.threshold, 'openedAt', a.opened_at, 'dueAt', a.due_at, 'latest', a.latest, 'window', a."window", 'signals', a.signals)
    ORDER BY a.due_at, a.id), '[]')
  FROM (SELECT * FROM salience.activations WHERE state = 'open' AND due_at <= (p->>'now')::timestamptz ORDER BY due_at, id LIMIT (p->>'limit')::integer) a
$$;
