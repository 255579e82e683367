-- Gives the lease of a loop of learning back, under its fence. False where somebody else holds it by now. Regulator.
CREATE OR REPLACE FUNCTION salience.release_learning(p_job text, p_fence bigint) RETURNS boolean LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  UPDATE salience.learning_marks SET owner = NULL, lease_until = NULL WHERE job = p_job AND fence = p_fence AND owner IS NOT NULL;
  RETURN FOUND;
END $$;
