-- Gives the floor to somebody in a room, or to the first person in its queue (`to` null; nobody waits: the floor is free). p: {room, to: {kind, member}, now}. Returns {seq, changed, to,
-- self (an agent whose own socket is there)}, or {refused}.
CREATE OR REPLACE FUNCTION salience.room_floor(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_room text := p->>'room';
  v_to jsonb := nullif(p->'to', 'null');
  v_now timestamptz := (p->>'now')::timestamptz;
  v_refused jsonb;
  v_tier text;
  v_changed boolean;
BEGIN
  PERFORM 1 FROM salience.rooms r WHERE r.id = v_room FOR UPDATE;
  IF NOT FOUND THEN RETURN '{"refused": "room.unknown"}'; END IF;
  IF v_to IS NULL THEN
    SELECT jsonb_build_object('kind', 'human', 'member', q.member), q.tier INTO v_to, v_tier FROM salience.room_queue q WHERE q.room = v_room ORDER BY q.tier, q.place LIMIT 1;
    IF v_to IS NULL THEN
      PERFORM salience.take_floor(v_room, NULL, NULL, NULL, false, v_now);
      RETURN '{"refused": "room.queue-empty"}';
    END IF;
  END IF;
  v_refused := salience.refused_in(v_room, v_to->>'kind', v_to->>'member');
  IF v_refused IS NOT NULL THEN RETURN v_refused; END IF;
  v_changed := salience.take_floor(v_room, v_to->>'kind', v_to->>'member', v_tier, false, v_now);
  RETURN salience.room_done(v_room, v_changed) || jsonb_build_object('to', v_to,
    'self', v_to->>'kind' = 'agent' AND salience.is_present(v_room, 'agent', v_to->>'member'));
END $$;

ALTER FUNCTION salience.room_floor OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.room_floor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.room_floor TO salience_consumer;
