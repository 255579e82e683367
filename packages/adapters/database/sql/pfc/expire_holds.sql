-- Ends the waiting of actions whose time to be considered is over. Returns how many. Scheduler.
CREATE OR REPLACE FUNCTION salience.expire_holds(p_now timestamptz) RETURNS integer LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_ended integer;
BEGIN
  UPDATE salience.pfc_action_log SET hold = 'expired' WHERE hold = 'held' AND held_until <= p_now;
  GET DIAGNOSTICS v_ended = ROW_COUNT;
  RETURN v_ended;
END $$;
