-- Counts one accepted turn against the agent's rate. Its row is already locked.
CREATE OR REPLACE FUNCTION salience.spend_limits(p_agent text, p_limits jsonb) RETURNS void LANGUAGE sql AS $$
  UPDATE salience.agent_limits SET free_at = greatest(free_at, clock_timestamp())
    + interval '1 minute' / (p_limits->>'turnsPerMinute')::double precision
  WHERE agent_id = p_agent AND p_limits->>'turnsPerMinute' IS NOT NULL
$$;
