-- How many turns of rooms were not looked at after their end.
CREATE OR REPLACE FUNCTION salience.open_replies() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT count(*) FROM salience.room_turns WHERE posted_at IS NULL
$$;

ALTER FUNCTION salience.open_replies OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.open_replies FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.open_replies TO salience_consumer;
