-- A person raises a hand, or raises it in the other tier: who raises twice keeps the place, a normal hand may become an emergency and never the other way round. An emergency takes the
-- floor at once unless another one has it. p: {room, member, tier, now}. Returns {seq, changed}, or {refused}.
CREATE OR REPLACE FUNCTION salience.raise_human(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_room text := p->>'room';
  v_member text := p->>'member';
  v_tier text := p->>'tier';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_refused jsonb := salience.refused_in(v_room, 'human', v_member);
  r salience.rooms;
  v_first text;
BEGIN
  IF v_refused IS NOT NULL THEN RETURN v_refused; END IF;
  SELECT * INTO r FROM salience.rooms WHERE id = v_room;
  IF r.speaker_kind = 'human' AND r.speaker = v_member THEN RETURN salience.room_done(v_room, false); END IF;
  INSERT INTO salience.room_queue AS q (room, member, tier, place, raised_at) VALUES (v_room, v_member, v_tier, r.places + 1, v_now)
  ON CONFLICT (room, member) DO UPDATE SET tier = excluded.tier, place = excluded.place, raised_at = excluded.raised_at
  WHERE q.tier = 'normal' AND excluded.tier = 'emergency';
  IF NOT FOUND THEN RETURN salience.room_done(v_room, false); END IF;
  UPDATE salience.rooms SET places = places + 1 WHERE id = v_room;
  PERFORM salience.note_room_event(v_room, 'queue', jsonb_build_object('queue', salience.queue_view(v_room)), v_now);
  IF v_tier = 'emergency' AND r.speaker_tier IS DISTINCT FROM 'emergency' THEN
    SELECT q.member INTO v_first FROM salience.room_queue q WHERE q.room = v_room ORDER BY q.tier, q.place LIMIT 1;
    PERFORM salience.take_floor(v_room, 'human', v_first, 'emergency', true, v_now);
  END IF;
  RETURN salience.room_done(v_room, true);
END $$;

ALTER FUNCTION salience.raise_human OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.raise_human FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.raise_human TO salience_consumer;
