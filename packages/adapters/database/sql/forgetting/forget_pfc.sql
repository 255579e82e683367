-- Deletes thoughts of the monologue, evaluated actions and goals, with what is kept of them elsewhere: the messages of rooms that were thought about. Of these turns also the messages
-- that they heard or said in rooms, and the state of their answers on a Bridge. While the words of the turns are still there.
CREATE OR REPLACE FUNCTION salience.forget_pfc(r salience.forget_requests, p_thoughts integer[], p_actions integer[], p_goals integer[], p_turns text[], p_now timestamptz)
RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_rooms text[] := ARRAY(SELECT b.room FROM salience.room_members b WHERE b.kind = 'agent' AND b.member = r.agent_id AND (p_turns <> '{}' OR p_thoughts <> '{}'));
BEGIN
  PERFORM 1 FROM salience.rooms WHERE id = ANY (v_rooms) ORDER BY id FOR UPDATE;
  WITH gone AS (
    UPDATE salience.room_messages m SET content = '[forgotten]', author = CASE m.author_kind WHEN 'human' THEN '[forgotten]' ELSE m.author END,
      display = CASE m.author_kind WHEN 'human' THEN '[forgotten]' ELSE m.display END
    WHERE m.room = ANY (v_rooms) AND m.content <> '[forgotten]' AND (m.turn_id = ANY (p_turns)
      OR EXISTS (SELECT 1 FROM salience.pfc_monologue t WHERE t.id = ANY (p_thoughts) AND t.agent_id = r.agent_id AND t.channel = m.room AND t.trigger_message_id = m.id)
      -- Thoughts are kept for a while only.
      OR m.content IN (SELECT coalesce(t.own_text, t.text) FROM salience.turns t WHERE t.id = ANY (p_turns) AND t.agent_id = r.agent_id))
    RETURNING m.room
  ) SELECT coalesce(array_agg(g.room), '{}') INTO v_rooms FROM gone g;
  PERFORM salience.note_forgotten(v_rooms, p_now);
  PERFORM salience.leave_tombstones(r, 'monologue', ARRAY(SELECT 'pfc_monologue:' || i FROM unnest(p_thoughts) i), p_now);
  PERFORM salience.leave_tombstones(r, 'action', ARRAY(SELECT 'pfc_action_log:' || i FROM unnest(p_actions) i), p_now);
  PERFORM salience.leave_tombstones(r, 'goal', ARRAY(SELECT 'pfc_goals:' || i FROM unnest(p_goals) i), p_now);
  DELETE FROM salience.pfc_monologue WHERE agent_id = r.agent_id AND id = ANY (p_thoughts);
  DELETE FROM salience.pfc_action_log WHERE agent_id = r.agent_id AND id = ANY (p_actions);
  DELETE FROM salience.pfc_goals WHERE agent_id = r.agent_id AND id = ANY (p_goals);
  DELETE FROM salience.bridge_replies WHERE agent_id = r.agent_id AND turn_id = ANY (p_turns);
END $$;
