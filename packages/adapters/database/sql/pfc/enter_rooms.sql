-- Locks those of these channels that are rooms which the agent is in, in their order. Returns them. Before lanes, thoughts and hands, as everywhere.
CREATE OR REPLACE FUNCTION salience.enter_rooms(p_agent text, p_channels text[]) RETURNS text[] LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_channel text;
  v_rooms text[] := '{}';
BEGIN
  FOR v_channel IN SELECT DISTINCT c FROM unnest(p_channels) c ORDER BY 1 LOOP
    IF salience.enter_room(v_channel, p_agent) THEN v_rooms := v_rooms || v_channel; END IF;
  END LOOP;
  RETURN v_rooms;
END $$;
