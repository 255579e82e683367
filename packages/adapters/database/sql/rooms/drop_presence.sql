-- Notes that sockets are closed, in one room or in all. p: {sockets, room, now}. Returns the rooms that somebody is gone from.
CREATE OR REPLACE FUNCTION salience.drop_presence(p jsonb) RETURNS jsonb LANGUAGE sql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT to_jsonb(salience.end_presence(ARRAY(SELECT jsonb_array_elements_text(p->'sockets')), p->>'room', (p->>'now')::timestamptz))
$$;

ALTER FUNCTION salience.drop_presence OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.drop_presence FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.drop_presence TO salience_consumer;
