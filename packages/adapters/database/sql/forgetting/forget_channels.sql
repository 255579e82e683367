-- Forgets channels with their addresses and with all that was sent over them. A notice that waited for one of them is decided about anew.
CREATE OR REPLACE FUNCTION salience.forget_channels(p_agent text, p_channels text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  UPDATE salience.notices n SET look_at = p_now WHERE n.agent_id = p_agent AND n.settled_at IS NULL AND n.turn_id IN (
    SELECT d.turn_id FROM salience.deliveries d WHERE d.channel_id = ANY (p_channels));
  DELETE FROM salience.deliveries WHERE agent_id = p_agent AND channel_id = ANY (p_channels);
  DELETE FROM salience.channels WHERE agent_id = p_agent AND id = ANY (p_channels);
END $$;
