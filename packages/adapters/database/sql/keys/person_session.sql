-- The remaining milliseconds of a session of this person; null if it is invalid. p: {sessionHash, personHash}.
CREATE OR REPLACE FUNCTION salience.person_session(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT to_jsonb(floor(extract(epoch FROM s.expires_at - clock_timestamp()) * 1000))
  FROM salience.operator_sessions s
  WHERE s.hash = p->>'sessionHash' AND s.person_hash = p->>'personHash' AND s.expires_at > clock_timestamp()
$$;

ALTER FUNCTION salience.person_session OWNER TO salience_fn_door;
REVOKE ALL ON FUNCTION salience.person_session FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.person_session TO salience_consumer;
