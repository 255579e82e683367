-- Renews the sockets of a replica, and takes those of dead ones away. p: {workerId, sockets, now}. Returns the rooms that somebody is gone from.
CREATE OR REPLACE FUNCTION salience.renew_presence(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_sockets text[] := ARRAY(SELECT jsonb_array_elements_text(p->'sockets'));
  v_rooms text[];
BEGIN
  -- Those of dead ones first, room by room, so that no row of presence is locked before a room.
  v_rooms := salience.end_presence(NULL, NULL, (p->>'now')::timestamptz);
  UPDATE salience.room_presence o SET seen_at = clock_timestamp() FROM (
    SELECT x.ctid FROM salience.room_presence x WHERE x.socket = ANY (v_sockets) AND x.worker_id = p->>'workerId' FOR UPDATE SKIP LOCKED) x WHERE o.ctid = x.ctid;
  RETURN (SELECT coalesce(jsonb_agg(DISTINCT r), '[]') FROM unnest(v_rooms) r);
END $$;

ALTER FUNCTION salience.renew_presence OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.renew_presence FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.renew_presence TO salience_consumer;
