-- Notes sockets that are open. p: {sockets: [{socket, room, kind, member}], workerId, now}. Returns the rooms in which somebody is there who was not.
CREATE OR REPLACE FUNCTION salience.note_presence(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_rooms text[] := '{}';
  v_one record;
BEGIN
  FOR v_one IN SELECT s->>'room' AS room, s->>'kind' AS kind, s->>'member' AS member, array_agg(s->>'socket') AS sockets
    FROM jsonb_array_elements(p->'sockets') s GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 LOOP
    CONTINUE WHEN salience.refused_in(v_one.room, v_one.kind, v_one.member) IS NOT NULL;
    IF NOT salience.is_present(v_one.room, v_one.kind, v_one.member) THEN
      PERFORM salience.note_room_event(v_one.room, 'presence', jsonb_build_object('memberKind', v_one.kind, 'who', v_one.member, 'present', true), v_now);
      v_rooms := v_rooms || v_one.room;
    END IF;
    INSERT INTO salience.room_presence (socket, room, kind, member, worker_id, seen_at)
    SELECT s, v_one.room, v_one.kind, v_one.member, p->>'workerId', clock_timestamp() FROM unnest(v_one.sockets) s
    ON CONFLICT (socket, room) DO UPDATE SET kind = excluded.kind, member = excluded.member, worker_id = excluded.worker_id, seen_at = excluded.seen_at;
  END LOOP;
  RETURN (SELECT coalesce(jsonb_agg(DISTINCT r), '[]') FROM unnest(v_rooms) r);
END $$;

ALTER FUNCTION salience.note_presence OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.note_presence FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.note_presence TO salience_consumer;
