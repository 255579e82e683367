-- What a person thinks of a turn, or of an activation that a turn asked about, is how the actions of that turn went, whatever their steps came to; what was known before is kept
-- beside it. What anybody else says of it tells nothing.
CREATE OR REPLACE FUNCTION salience.note_feedback(p_agent text, p_target text, p_value real, p_by text, p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  IF p_by NOT IN ('person', 'reply') THEN RETURN; END IF;
  UPDATE salience.pfc_action_log a SET outcome = 'feedback', outcome_value = p_value, outcome_trust = 'owner', outcome_at = p_now,
    outcomes = CASE WHEN a.outcome IS NULL THEN a.outcomes ELSE jsonb_path_query_array(a.outcomes, '$[last - 98 to last]') || jsonb_build_array(jsonb_build_object(
      'outcome', a.outcome, 'notes', a.outcome_notes, 'value', a.outcome_value, 'trust', a.outcome_trust, 'at', a.outcome_at)) END
  WHERE a.agent_id = p_agent AND a.source <> 'api' AND a.turn_id = CASE WHEN p_target LIKE 'act\_%'
    THEN (SELECT v.turn_id FROM salience.activations v WHERE v.id = p_target AND v.agent_id = p_agent) ELSE p_target END;
END $$;
