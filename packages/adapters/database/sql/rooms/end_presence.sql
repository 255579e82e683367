-- Takes sockets away: these, in one room or in all, or (p_sockets null) those that nobody has renewed for 30 s. Returns the rooms that somebody is gone from.
CREATE OR REPLACE FUNCTION salience.end_presence(p_sockets text[], p_room text, p_now timestamptz) RETURNS text[] LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_rooms text[] := '{}';
  v_one record;
BEGIN
  FOR v_one IN SELECT DISTINCT o.room, o.kind, o.member FROM salience.room_presence o
    WHERE (p_room IS NULL OR o.room = p_room) AND (o.socket = ANY (p_sockets) OR (p_sockets IS NULL AND o.seen_at <= clock_timestamp() - interval '30 seconds'))
    ORDER BY 1, 2, 3 LOOP
    PERFORM 1 FROM salience.rooms r WHERE r.id = v_one.room FOR UPDATE;
    DELETE FROM salience.room_presence o WHERE o.room = v_one.room AND o.kind = v_one.kind AND o.member = v_one.member
      AND (o.socket = ANY (p_sockets) OR o.seen_at <= clock_timestamp() - interval '30 seconds');
    -- Another replica may have told it.
    CONTINUE WHEN NOT FOUND OR salience.is_present(v_one.room, v_one.kind, v_one.member);
    PERFORM salience.note_room_event(v_one.room, 'presence', jsonb_build_object('memberKind', v_one.kind, 'who', v_one.member, 'present', false), p_now);
    v_rooms := v_rooms || v_one.room;
  END LOOP;
  RETURN v_rooms;
END $$;
