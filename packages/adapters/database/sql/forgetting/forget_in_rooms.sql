-- Removes names, and words, from the rooms that the agent is or was in: what those who are called so said, who they are there, and what repeats a word. The places of messages and
-- events stay.
CREATE OR REPLACE FUNCTION salience.forget_in_rooms(r salience.forget_requests, p_names text[], p_words bigint[], p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_rooms text[] := ARRAY(SELECT b.room FROM salience.room_members b WHERE b.kind = 'agent' AND b.member = r.agent_id ORDER BY 1);
  v_touched text[];
  v_more text[];
BEGIN
  IF v_rooms = '{}' THEN RETURN; END IF;
  PERFORM 1 FROM salience.rooms WHERE id = ANY (v_rooms) ORDER BY id FOR UPDATE;
  WITH gone AS (
    UPDATE salience.room_messages m SET content = '[forgotten]', author = CASE m.author_kind WHEN 'human' THEN '[forgotten]' ELSE m.author END,
      display = CASE m.author_kind WHEN 'human' THEN '[forgotten]' ELSE m.display END, id = salience.hashed_key(m.id)
    WHERE m.room = ANY (v_rooms) AND m.content <> '[forgotten]' AND ((m.author_kind = 'human' AND (m.author = ANY (p_names) OR lower(btrim(m.display)) = ANY (p_names)))
      OR salience.contains_words(concat_ws(' ', m.content, m.author, m.display, m.id), p_words, r.seed))
    RETURNING m.room
  ) SELECT coalesce(array_agg(room), '{}') INTO v_touched FROM gone;
  UPDATE salience.room_turns t SET message_id = salience.hashed_key(t.message_id) WHERE t.agent_id = r.agent_id AND salience.contains_words(t.message_id, p_words, r.seed);
  UPDATE salience.room_claims c SET message_id = salience.hashed_key(c.message_id) WHERE c.agent_id = r.agent_id AND salience.contains_words(c.message_id, p_words, r.seed);
  DELETE FROM salience.room_queue q WHERE q.room = ANY (v_rooms) AND (q.member = ANY (p_names) OR salience.contains_words(q.member, p_words, r.seed));
  DELETE FROM salience.room_presence q WHERE q.room = ANY (v_rooms) AND q.kind = 'human' AND (q.member = ANY (p_names) OR salience.contains_words(q.member, p_words, r.seed));
  UPDATE salience.rooms o SET speaker_kind = NULL, speaker = NULL, speaker_tier = NULL, speaking_since = NULL
  WHERE o.id = ANY (v_rooms) AND o.speaker_kind = 'human' AND (o.speaker = ANY (p_names) OR salience.contains_words(o.speaker, p_words, r.seed));
  WITH gone AS (
    UPDATE salience.room_members m SET member = 'forgotten-' || left(md5(m.room || m.member || r.id || r.seed), 12), display = '[forgotten]', left_at = coalesce(m.left_at, p_now)
    WHERE m.room = ANY (v_rooms) AND m.kind = 'human' AND (m.member = ANY (p_names) OR lower(btrim(m.display)) = ANY (p_names)
      OR salience.contains_words(concat_ws(' ', m.member, m.display), p_words, r.seed))
    RETURNING m.room
  ) SELECT coalesce(array_agg(room), '{}') INTO v_more FROM gone;
  UPDATE salience.room_events e SET kind = 'gone', data = '{}' WHERE e.room = ANY (v_rooms) AND e.kind IN ('joined', 'left', 'presence', 'speaker', 'queue', 'claim')
    AND (salience.json_contains_words(e.data, p_words, r.seed) OR EXISTS (SELECT 1 FROM unnest(p_names) n WHERE position(n IN lower(e.data::text)) > 0));
  PERFORM salience.note_forgotten(v_touched || v_more, p_now);
END $$;
