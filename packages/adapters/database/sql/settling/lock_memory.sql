-- Makes whoever settles what an agent remembers wait for those who do so now, until the transaction ends: chunks, concepts, experiences,
-- what is memorised, the autobiography and forgetting. Taken before any row of the agent's memory is locked; the transaction then sees
-- this agent's rows only.
CREATE OR REPLACE FUNCTION salience.lock_memory(p_agent text) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  PERFORM pg_advisory_xact_lock(hashtextextended('memory ' || p_agent, 0));
END $$;
