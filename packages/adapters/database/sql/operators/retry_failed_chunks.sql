-- Makes the exchanges of an agent whose chunk failed pending again, for the next sweep. Returns how many. Runs as the settling role,
-- because neither consumer nor operator may otherwise change exchanges.
CREATE OR REPLACE FUNCTION salience.retry_failed_chunks(p_agent text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_count integer;
BEGIN
  UPDATE salience.exchanges SET chunk_state = 'pending', chunk_error = NULL, swept_at = NULL WHERE agent_id = p_agent AND chunk_state = 'failed';
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;

ALTER FUNCTION salience.retry_failed_chunks OWNER TO salience_fn_settling;
REVOKE ALL ON FUNCTION salience.retry_failed_chunks FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.retry_failed_chunks TO salience_consumer, salience_operator;
