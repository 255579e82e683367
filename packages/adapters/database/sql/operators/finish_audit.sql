-- Records the outcome of an action that could not share a transaction with its audit row. Once per row.
CREATE OR REPLACE FUNCTION salience.finish_audit(p jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  UPDATE salience.audit_log SET outcome = p->>'outcome' WHERE id = p->>'id' AND outcome = 'started'
$$;

ALTER FUNCTION salience.finish_audit OWNER TO salience_fn_audit;
REVOKE ALL ON FUNCTION salience.finish_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.finish_audit TO salience_consumer, salience_operator;
