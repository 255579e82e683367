-- The agents that are due to think, longest due first. A new agent counts as due: its first claim only sets its time.
CREATE OR REPLACE FUNCTION salience.due_drifts(p_now timestamptz, p_limit integer) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT a.id FROM salience.agents a LEFT JOIN salience.drift_agents d ON d.agent_id = a.id
  WHERE d.agent_id IS NULL OR (d.next_at <= p_now AND (d.lease_until IS NULL OR d.lease_until < clock_timestamp()))
  ORDER BY d.next_at NULLS LAST, a.id LIMIT p_limit
$$;
