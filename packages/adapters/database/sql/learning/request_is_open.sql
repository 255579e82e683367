-- Whether a change may be made as far as the request goes that it carries out, which is locked: it is open, or there is none.
CREATE OR REPLACE FUNCTION salience.request_is_open(p jsonb) RETURNS boolean LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  IF p->'request'->>'id' IS NULL THEN RETURN true; END IF;
  PERFORM 1 FROM salience.policy_requests WHERE id = p->'request'->>'id' AND policy = p->>'name' AND state = 'open' FOR UPDATE;
  RETURN FOUND;
END $$;
