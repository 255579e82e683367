-- Deletes what a request names of the monologue, the actions and the goals beside turns, and what a person said and is called in rooms, or what the agent itself said there in the period. Their words are looked for everywhere.
CREATE OR REPLACE FUNCTION salience.forget_pfc_named(r salience.forget_requests, p_names text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_items text[] := ARRAY(SELECT salience.pfc_to_forget(r, p_names));
  v_thoughts integer[] := ARRAY(SELECT split_part(i, ':', 2)::integer FROM unnest(v_items) i WHERE i LIKE 'pfc\_monologue:%');
  v_actions integer[] := ARRAY(SELECT split_part(i, ':', 2)::integer FROM unnest(v_items) i WHERE i LIKE 'pfc\_action\_log:%');
  v_goals integer[] := ARRAY(SELECT split_part(i, ':', 2)::integer FROM unnest(v_items) i WHERE i LIKE 'pfc\_goals:%');
  v_rooms text[] := ARRAY(SELECT b.room FROM salience.room_members b WHERE r.scope = 'period' AND b.kind = 'agent' AND b.member = r.agent_id);
BEGIN
  PERFORM 1 FROM salience.rooms WHERE id = ANY (v_rooms) ORDER BY id FOR UPDATE;
  INSERT INTO salience.forget_words (request_id, agent_id, word)
  SELECT DISTINCT r.id, r.agent_id, hashtextextended(w.lexeme, r.seed) FROM (
    SELECT concat_ws(' ', m.content, m.trigger_content, m.trigger_author) AS said FROM salience.pfc_monologue m WHERE m.agent_id = r.agent_id AND m.id = ANY (v_thoughts)
    UNION ALL SELECT a.action FROM salience.pfc_action_log a WHERE a.agent_id = r.agent_id AND a.id = ANY (v_actions)
    UNION ALL SELECT concat_ws(' ', g.goal, g.context) FROM salience.pfc_goals g WHERE g.agent_id = r.agent_id AND g.id = ANY (v_goals)
    UNION ALL SELECT m.content FROM salience.room_messages m WHERE m.room = ANY (v_rooms) AND m.author_kind = 'agent' AND m.author = r.agent_id AND m.content <> '[forgotten]'
      AND salience.within_target(r, m.at)
  ) s CROSS JOIN LATERAL unnest(to_tsvector('english', left(s.said, 200000))) w ON CONFLICT DO NOTHING;
  -- What it posted with its key belongs to no turn.
  WITH gone AS (
    UPDATE salience.room_messages m SET content = '[forgotten]' WHERE m.room = ANY (v_rooms) AND m.author_kind = 'agent' AND m.author = r.agent_id AND m.content <> '[forgotten]'
      AND salience.within_target(r, m.at) RETURNING m.room
  ) SELECT coalesce(array_agg(g.room), '{}') INTO v_rooms FROM gone g;
  PERFORM salience.note_forgotten(v_rooms, p_now);
  PERFORM salience.forget_pfc(r, v_thoughts, v_actions, v_goals, '{}', p_now);
  IF r.scope = 'person' THEN PERFORM salience.forget_in_rooms(r, p_names, '{}', p_now); END IF;
END $$;
