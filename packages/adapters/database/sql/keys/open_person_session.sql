-- Exchanges a code of this person for a session and deletes the code: of two concurrent uses one succeeds. p: {codeHash, personHash,
-- sessionHash, seconds, auditId}. Returns the seconds that the session lasts, or null for an invalid code.
CREATE OR REPLACE FUNCTION salience.open_person_session(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
BEGIN
  DELETE FROM salience.person_codes
  WHERE hash = p->>'codeHash' AND person_hash = p->>'personHash' AND expires_at > clock_timestamp();
  IF NOT FOUND THEN RETURN NULL; END IF;
  DELETE FROM salience.operator_sessions WHERE expires_at < clock_timestamp();
  INSERT INTO salience.operator_sessions (hash, person_hash, expires_at)
  VALUES (p->>'sessionHash', p->>'personHash', clock_timestamp() + (p->>'seconds')::integer * interval '1 second');
  PERFORM salience.write_audit(jsonb_build_object('id', p->>'auditId', 'actor', 'person', 'action', 'session.open'));
  RETURN p->'seconds';
END $$;

ALTER FUNCTION salience.open_person_session OWNER TO salience_fn_door;
REVOKE ALL ON FUNCTION salience.open_person_session FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.open_person_session TO salience_consumer;
