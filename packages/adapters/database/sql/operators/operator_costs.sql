-- What calls of models came to from one day to another, both included. p: {from, to (dates), agentId (or none), top}. {days: by day and role, agents: the `top` dearest with their roles, models: by role and model}, each with the same sums.
CREATE OR REPLACE FUNCTION salience.operator_costs(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  WITH used AS MATERIALIZED (
    SELECT u.* FROM salience.model_usage u WHERE u.day BETWEEN (p->>'from')::date AND (p->>'to')::date AND (p->>'agentId' IS NULL OR u.agent_id = p->>'agentId')
  ), summed AS (
    SELECT CASE WHEN grouping(day) = 0 THEN 'days' WHEN grouping(agent_id) = 0 THEN 'agents' ELSE 'models' END AS part, day, agent_id, role, model,
      jsonb_build_object('calls', sum(calls), 'errors', sum(errors), 'inputTokens', sum(input_tokens), 'outputTokens', sum(output_tokens), 'untold', sum(untold), 'costUsd', sum(cost_usd),
        'unpriced', sum(unpriced), 'totalMs', sum(total_ms), 'longestMs', max(longest_ms)) AS sums
    FROM used GROUP BY GROUPING SETS ((day, role), (agent_id, role), (role, model))
  ), dearest AS (
    SELECT agent_id FROM used GROUP BY agent_id ORDER BY sum(cost_usd) DESC, sum(input_tokens + output_tokens) DESC, agent_id LIMIT (p->>'top')::integer
  )
  SELECT jsonb_build_object(
    'days', coalesce((SELECT jsonb_agg(jsonb_build_object('day', day, 'role', role) || sums ORDER BY day, role) FROM summed WHERE part = 'days'), '[]'),
    'agents', coalesce((SELECT jsonb_agg(jsonb_build_object('agentId', s.agent_id, 'agentName', coalesce(a.name, s.agent_id), 'role', s.role) || s.sums ORDER BY s.agent_id, s.role)
      FROM summed s JOIN dearest USING (agent_id) LEFT JOIN salience.agents a ON a.id = s.agent_id WHERE s.part = 'agents'), '[]'),
    'models', coalesce((SELECT jsonb_agg(jsonb_build_object('role', role, 'model', model) || sums ORDER BY role, model) FROM summed WHERE part = 'models'), '[]'))
$$;

ALTER FUNCTION salience.operator_costs OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.operator_costs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_costs TO salience_consumer, salience_operator;
