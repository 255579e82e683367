-- Which agent has the answer to a message, in a room or (null) wherever such a message was claimed last.
CREATE OR REPLACE FUNCTION salience.claim_of(p_room text, p_message text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT c.agent_id FROM salience.room_claims c WHERE c.message_id = p_message AND (p_room IS NULL OR c.room = p_room) ORDER BY c.at DESC LIMIT 1
$$;

ALTER FUNCTION salience.claim_of OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.claim_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.claim_of TO salience_consumer;
