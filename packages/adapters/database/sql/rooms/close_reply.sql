-- Notes that a turn has nothing to say in its room; the floor of its agent ends. p: {turnId, now}. Returns whether it was open.
CREATE OR REPLACE FUNCTION salience.close_reply(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  o salience.room_turns;
  v_now timestamptz := (p->>'now')::timestamptz;
BEGIN
  SELECT * INTO o FROM salience.room_turns WHERE turn_id = p->>'turnId';
  PERFORM 1 FROM salience.rooms r WHERE r.id = o.room FOR UPDATE;
  UPDATE salience.room_turns SET posted_at = v_now WHERE turn_id = o.turn_id AND posted_at IS NULL;
  IF NOT FOUND THEN RETURN to_jsonb(false); END IF;
  IF o.why = 'floor' AND EXISTS (SELECT 1 FROM salience.rooms r WHERE r.id = o.room AND r.speaker_kind = 'agent' AND r.speaker = o.agent_id) THEN
    PERFORM salience.take_floor(o.room, NULL, NULL, NULL, false, v_now);
  END IF;
  RETURN to_jsonb(true);
END $$;

ALTER FUNCTION salience.close_reply OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.close_reply FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.close_reply TO salience_consumer;
