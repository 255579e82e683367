-- Stores a sign-in code for the holder of the person's token. p: {codeHash, personHash, seconds}. Also deletes expired codes.
CREATE OR REPLACE FUNCTION salience.make_person_code(p jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  DELETE FROM salience.person_codes WHERE expires_at < clock_timestamp();
  INSERT INTO salience.person_codes (hash, person_hash, expires_at)
  VALUES (p->>'codeHash', p->>'personHash', clock_timestamp() + (p->>'seconds')::integer * interval '1 second')
$$;

ALTER FUNCTION salience.make_person_code OWNER TO salience_fn_door;
REVOKE ALL ON FUNCTION salience.make_person_code FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.make_person_code TO salience_consumer;
