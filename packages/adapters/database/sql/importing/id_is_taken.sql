-- True where an exchange, turn or thread of one of these ids belongs to another agent. It tells that and nothing else of them.
CREATE OR REPLACE FUNCTION salience.id_is_taken(p_agent text, p_exchange text, p_turn text, p_thread text)
RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT EXISTS (SELECT 1 FROM salience.turn_ends WHERE (exchange_id = p_exchange OR turn_id = p_turn) AND agent_id <> p_agent)
    OR EXISTS (SELECT 1 FROM salience.turns WHERE id = p_turn AND agent_id <> p_agent)
    OR EXISTS (SELECT 1 FROM salience.threads WHERE id = p_thread AND agent_id <> p_agent)
$$;
ALTER FUNCTION salience.id_is_taken OWNER TO salience_fn_lanes;
REVOKE ALL ON FUNCTION salience.id_is_taken FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.id_is_taken TO salience_consumer;
