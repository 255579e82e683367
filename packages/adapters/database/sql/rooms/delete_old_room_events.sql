-- Deletes events of rooms before an instant, at most so many. Returns how many. Scheduler.
CREATE OR REPLACE FUNCTION salience.delete_old_room_events(p_before timestamptz, p_limit integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_gone integer;
BEGIN
  DELETE FROM salience.room_events WHERE (room, seq) IN (SELECT e.room, e.seq FROM salience.room_events e WHERE e.at < p_before LIMIT p_limit);
  GET DIAGNOSTICS v_gone = ROW_COUNT;
  RETURN v_gone;
END $$;

ALTER FUNCTION salience.delete_old_room_events OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.delete_old_room_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.delete_old_room_events TO salience_scheduler;
