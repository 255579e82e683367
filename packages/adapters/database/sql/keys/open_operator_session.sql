-- Opens a session for the holder of a key. p: {keyHash, sessionHash, seconds, auditId}. Returns {name, seconds}, or null for an
-- invalid key. Also deletes expired sessions.
CREATE OR REPLACE FUNCTION salience.open_operator_session(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_key salience.operator_keys;
  v_until timestamptz;
BEGIN
  SELECT * INTO v_key FROM salience.operator_keys
  WHERE hash = p->>'keyHash' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp());
  IF NOT FOUND THEN RETURN NULL; END IF;
  v_until := least(v_key.expires_at, clock_timestamp() + (p->>'seconds')::integer * interval '1 second');
  DELETE FROM salience.operator_sessions WHERE expires_at < clock_timestamp();
  INSERT INTO salience.operator_sessions (hash, key_id, expires_at) VALUES (p->>'sessionHash', v_key.id, v_until);
  PERFORM salience.write_audit(jsonb_build_object('id', p->>'auditId', 'actor', 'operator:' || v_key.name,
    'action', 'session.open', 'target', v_key.id));
  RETURN jsonb_build_object('name', v_key.name, 'seconds', floor(extract(epoch FROM v_until - clock_timestamp())));
END $$;

ALTER FUNCTION salience.open_operator_session OWNER TO salience_fn_door;
REVOKE ALL ON FUNCTION salience.open_operator_session FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.open_operator_session TO salience_consumer, salience_operator;
