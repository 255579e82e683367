-- Notes that the first byte of a letter is about to leave. From here on nobody sends it again. p: {id, attempt}. Returns whether the caller still
-- holds it; if not, nothing may leave.
CREATE OR REPLACE FUNCTION salience.begin_letter(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  UPDATE salience.letters SET state = 'sending' WHERE id = p->>'id' AND attempts = (p->>'attempt')::integer AND state = 'pending'
    AND claimed_until >= clock_timestamp();
  RETURN to_jsonb(FOUND);
END $$;
