-- Ends what was kept for those who have been away for 30 s: the floor and the place in the queue of people, the floor of an agent that was to speak itself, and a guest's membership. Who was
-- never there by a socket keeps all of it. Returns the rooms in which anything changed.
CREATE OR REPLACE FUNCTION salience.let_go(p_now timestamptz) RETURNS text[] LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_rooms text[] := '{}';
  v_one record;
BEGIN
  FOR v_one IN SELECT m.room, m.kind, m.member FROM salience.room_members m JOIN salience.rooms r ON r.id = m.room
    WHERE m.left_at IS NULL AND NOT salience.is_present(m.room, m.kind, m.member)
      AND ((m.kind = 'human' AND m.member <> 'owner') OR (r.speaker_kind = m.kind AND r.speaker = m.member)
        OR (m.kind = 'human' AND EXISTS (SELECT 1 FROM salience.room_queue q WHERE q.room = m.room AND q.member = m.member)))
      AND NOT EXISTS (SELECT 1 FROM salience.room_turns t WHERE m.kind = 'agent' AND t.room = m.room AND t.agent_id = m.member AND t.why = 'floor' AND t.posted_at IS NULL)
      AND (SELECT e.at FROM salience.room_events e WHERE e.room = m.room AND e.kind = 'presence' AND e.data->>'who' = m.member AND e.data->>'memberKind' = m.kind
        ORDER BY e.seq DESC LIMIT 1) <= p_now - interval '30 seconds'
    ORDER BY 1, 2, 3 LOOP
    -- One in which something happens has time until the next look. So nothing is waited for here.
    PERFORM 1 FROM salience.rooms r WHERE r.id = v_one.room FOR UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND OR salience.is_present(v_one.room, v_one.kind, v_one.member);
    IF v_one.kind = 'human' AND v_one.member <> 'owner' THEN
      PERFORM salience.leave_room(jsonb_build_object('room', v_one.room, 'kind', 'human', 'member', v_one.member, 'now', p_now));
    ELSE
      IF v_one.kind = 'human' THEN
        PERFORM salience.lower_human(jsonb_build_object('room', v_one.room, 'member', v_one.member, 'now', p_now));
      END IF;
      PERFORM salience.end_floor(jsonb_build_object('room', v_one.room, 'who', jsonb_build_object('kind', v_one.kind, 'member', v_one.member), 'now', p_now));
    END IF;
    v_rooms := v_rooms || v_one.room;
  END LOOP;
  RETURN v_rooms;
END $$;
