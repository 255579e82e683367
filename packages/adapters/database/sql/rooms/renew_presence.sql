-- Renews sockets of a replica; without any, takes those of dead ones away and lets go of what was kept for those who are away for long. Two calls, so that no row of presence is locked before
-- a room, and a replica that slept keeps its own. p: {workerId, sockets, now}. Returns the rooms that somebody is gone from.
CREATE OR REPLACE FUNCTION salience.renew_presence(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_sockets text[] := ARRAY(SELECT jsonb_array_elements_text(p->'sockets'));
  v_rooms text[] := '{}';
BEGIN
  IF v_sockets = '{}' THEN
    v_rooms := salience.end_presence(NULL, NULL, (p->>'now')::timestamptz) || salience.let_go((p->>'now')::timestamptz);
  ELSE
    UPDATE salience.room_presence o SET seen_at = clock_timestamp() FROM (
      SELECT x.ctid FROM salience.room_presence x WHERE x.socket = ANY (v_sockets) AND x.worker_id = p->>'workerId' FOR UPDATE SKIP LOCKED) x WHERE o.ctid = x.ctid;
  END IF;
  RETURN (SELECT coalesce(jsonb_agg(DISTINCT r), '[]') FROM unnest(v_rooms) r);
END $$;

ALTER FUNCTION salience.renew_presence OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.renew_presence FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.renew_presence TO salience_consumer;
