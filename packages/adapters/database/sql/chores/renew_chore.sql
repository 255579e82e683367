-- Renews the lease; false if another worker owns it now.
CREATE OR REPLACE FUNCTION salience.renew_chore(p_agent text, p_task text, p_fence bigint, p_lease_ms integer)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  UPDATE salience.chores SET lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
  WHERE agent_id = p_agent AND task = p_task AND fence = p_fence AND owner IS NOT NULL;
  RETURN FOUND;
END $$;
