-- Dead letters of every agent and of none, latest first. p: {limit, state, agentId, queue, code, before: {at, id}}. Without state the
-- open ones, with state "all" every one.
CREATE OR REPLACE FUNCTION salience.operator_dead_letters(p jsonb)
RETURNS SETOF salience.dead_letters LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT * FROM salience.dead_letters
  WHERE (p->>'state' = 'all' OR state = coalesce(p->>'state', 'dead'))
    AND (p->>'agentId' IS NULL OR agent_id = p->>'agentId') AND (p->>'queue' IS NULL OR queue = p->>'queue')
    AND (p->>'code' IS NULL OR code = p->>'code')
    AND (p->'before'->>'id' IS NULL OR (created_at, id) < ((p->'before'->>'at')::timestamptz, p->'before'->>'id'))
  ORDER BY created_at DESC, id DESC LIMIT (p->>'limit')::integer
$$;

ALTER FUNCTION salience.operator_dead_letters OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.operator_dead_letters FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_dead_letters TO salience_consumer, salience_operator;
