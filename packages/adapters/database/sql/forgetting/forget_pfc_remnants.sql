-- Removes the words from the monologue, the log of actions, goals, hands and rooms.
CREATE OR REPLACE FUNCTION salience.forget_pfc_remnants(r salience.forget_requests, p_words bigint[], p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  PERFORM salience.forget_pfc(r,
    ARRAY(SELECT m.id FROM salience.pfc_monologue m WHERE m.agent_id = r.agent_id AND salience.contains_words(
      concat_ws(' ', m.channel, m.thought_type, m.content, m.trigger_message_id, m.trigger_author, m.trigger_content), p_words, r.seed)),
    ARRAY(SELECT a.id FROM salience.pfc_action_log a WHERE a.agent_id = r.agent_id AND (
      salience.contains_words(concat_ws(' ', a.action, a.kind, a.channel, a.reasoning, a.outcome, a.outcome_notes), p_words, r.seed)
      OR salience.json_contains_words(jsonb_build_array(a.context, a.matched_goals, a.factors, a.outcomes), p_words, r.seed))),
    ARRAY(SELECT g.id FROM salience.pfc_goals g WHERE g.agent_id = r.agent_id AND salience.contains_words(concat_ws(' ', g.goal, g.context), p_words, r.seed)), '{}', p_now);
  DELETE FROM salience.hand_deliveries d WHERE d.agent_id = r.agent_id AND salience.contains_words(concat_ws(' ', d.channel, d.last_error), p_words, r.seed);
  DELETE FROM salience.pfc_hands h WHERE h.agent_id = r.agent_id AND salience.contains_words(h.channel, p_words, r.seed);
  UPDATE salience.pfc_hands h SET reason = '[forgotten]' WHERE h.agent_id = r.agent_id AND salience.contains_words(h.reason, p_words, r.seed);
  DELETE FROM salience.pfc_focus f WHERE f.agent_id = r.agent_id AND salience.contains_words(f.channel, p_words, r.seed);
  PERFORM salience.forget_in_rooms(r, '{}', p_words, p_now);
END $$;
