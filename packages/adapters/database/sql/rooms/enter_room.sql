-- Locks a channel's room until the commit, if it is a room and the agent is in it. Returns whether it is. Before lanes, thoughts and hands, as everywhere.
CREATE OR REPLACE FUNCTION salience.enter_room(p_room text, p_agent text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
BEGIN
  PERFORM 1 FROM salience.room_members m WHERE m.room = p_room AND m.kind = 'agent' AND m.member = p_agent AND m.left_at IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM 1 FROM salience.rooms r WHERE r.id = p_room FOR UPDATE;
  RETURN EXISTS (SELECT 1 FROM salience.room_members m WHERE m.room = p_room AND m.kind = 'agent' AND m.member = p_agent AND m.left_at IS NULL);
END $$;

ALTER FUNCTION salience.enter_room OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.enter_room FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.enter_room TO salience_consumer, salience_pulse_sensor;
