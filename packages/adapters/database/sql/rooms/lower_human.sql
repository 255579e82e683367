-- A person takes the hand down. p: {room, member, now}. Returns {seq, changed}, or {refused}.
CREATE OR REPLACE FUNCTION salience.lower_human(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_refused jsonb := salience.refused_in(p->>'room', 'human', p->>'member');
BEGIN
  IF v_refused IS NOT NULL THEN RETURN v_refused; END IF;
  DELETE FROM salience.room_queue WHERE room = p->>'room' AND member = p->>'member';
  IF NOT FOUND THEN RETURN salience.room_done(p->>'room', false); END IF;
  PERFORM salience.note_room_event(p->>'room', 'queue', jsonb_build_object('queue', salience.queue_view(p->>'room')), (p->>'now')::timestamptz);
  RETURN salience.room_done(p->>'room', true);
END $$;

ALTER FUNCTION salience.lower_human OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.lower_human FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.lower_human TO salience_consumer;
