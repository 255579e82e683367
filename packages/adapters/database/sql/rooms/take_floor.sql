-- Ends whoever speaks in a room, and gives the floor to somebody else, or to nobody (p_kind null). Hands of agents go along; a person leaves the queue. The room's row is locked.
-- An agent's turn that was begun for the floor is closed: what it has not said is not said any more. Where nobody is named, the next emergency speaks.
-- p_interrupts: a person who is interrupted comes first among those who wait. Returns whether anything changed.
CREATE OR REPLACE FUNCTION salience.take_floor(p_room text, p_kind text, p_member text, p_tier text, p_interrupts boolean, p_now timestamptz) RETURNS boolean LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  r salience.rooms;
  v_events jsonb := '[]';
  v_tier text := coalesce(p_tier, 'normal');
  v_queued boolean := false;
BEGIN
  IF p_kind IS NULL THEN
    SELECT 'human', q.member, q.tier INTO p_kind, p_member, v_tier FROM salience.room_queue q WHERE q.room = p_room AND q.tier = 'emergency' ORDER BY q.place LIMIT 1;
  END IF;
  SELECT * INTO r FROM salience.rooms WHERE id = p_room;
  IF r.speaker_kind IS NOT DISTINCT FROM p_kind AND r.speaker IS NOT DISTINCT FROM p_member THEN RETURN false; END IF;
  IF r.speaker_kind = 'agent' THEN
    v_events := v_events || jsonb_build_object('agentId', r.speaker, 'event', 'floor-over');
    UPDATE salience.room_turns SET posted_at = p_now WHERE room = p_room AND agent_id = r.speaker AND why = 'floor' AND posted_at IS NULL;
  END IF;
  IF r.speaker_kind = 'human' AND p_interrupts THEN
    INSERT INTO salience.room_queue (room, member, tier, place, interrupted, raised_at)
    SELECT p_room, r.speaker, 'normal', least((SELECT min(q.place) FROM salience.room_queue q WHERE q.room = p_room), 1) - 1, true, p_now ON CONFLICT DO NOTHING;
    v_queued := true;
  END IF;
  IF p_kind = 'human' THEN
    DELETE FROM salience.room_queue WHERE room = p_room AND member = p_member RETURNING tier INTO v_tier;
    v_queued := v_queued OR FOUND;
    v_tier := coalesce(v_tier, p_tier, 'normal');
  ELSIF p_kind = 'agent' THEN
    v_events := v_events || jsonb_build_object('agentId', p_member, 'event', 'floor-given');
  END IF;
  UPDATE salience.rooms SET speaker_kind = p_kind, speaker = p_member, speaker_tier = CASE WHEN p_kind IS NOT NULL THEN v_tier END,
    speaking_since = CASE WHEN p_kind IS NOT NULL THEN p_now END WHERE id = p_room RETURNING * INTO r;
  PERFORM salience.note_room_event(p_room, 'speaker', jsonb_build_object('speaker', salience.speaker_view(r)), p_now);
  IF v_queued THEN PERFORM salience.note_room_event(p_room, 'queue', jsonb_build_object('queue', salience.queue_view(p_room)), p_now); END IF;
  IF v_events <> '[]' THEN PERFORM salience.settle_hands(p_room, v_events, p_now); END IF;
  RETURN true;
END $$;
