-- Takes from beside turns what holds their words or is told by them: whom their notices were for, what was noted of them, zones that their exchanges proposed,
-- and what they say of a decision.
CREATE OR REPLACE FUNCTION salience.forget_beside_turns(p_agent text, p_turns text[]) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  UPDATE salience.notices SET speaker = '[forgotten]' WHERE agent_id = p_agent AND turn_id = ANY (p_turns) AND speaker IS NOT NULL;
  UPDATE salience.feedback SET note = NULL WHERE agent_id = p_agent AND target = ANY (p_turns) AND note IS NOT NULL;
  UPDATE salience.people SET proposed_zone = NULL, proposed_by = NULL, proposed_place = NULL, proposal_told_at = NULL
  WHERE agent_id = p_agent AND proposed_by IN (SELECT exchange_id FROM salience.turn_ends WHERE agent_id = p_agent AND turn_id = ANY (p_turns));
  DELETE FROM salience.decision_labels WHERE agent_id = p_agent AND (turn_id = ANY (p_turns) OR from_turn_id = ANY (p_turns));
  DELETE FROM salience.reflections WHERE agent_id = p_agent AND turn_id = ANY (p_turns);
END $$;
