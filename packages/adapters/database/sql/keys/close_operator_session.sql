-- Ends a session. p: {sessionHash, actor, auditId}.
CREATE OR REPLACE FUNCTION salience.close_operator_session(p jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE v_key text;
BEGIN
  DELETE FROM salience.operator_sessions WHERE hash = p->>'sessionHash' RETURNING key_id INTO v_key;
  IF FOUND THEN
    PERFORM salience.write_audit(jsonb_build_object('id', p->>'auditId', 'actor', p->>'actor', 'action', 'session.close',
      'target', v_key));
  END IF;
END $$;

ALTER FUNCTION salience.close_operator_session OWNER TO salience_fn_door;
REVOKE ALL ON FUNCTION salience.close_operator_session FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.close_operator_session TO salience_consumer, salience_operator;
