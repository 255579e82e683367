-- Deletes what the monologue and the log of actions hold of turns.
CREATE OR REPLACE FUNCTION salience.forget_pfc_of_turns(r salience.forget_requests, p_turns text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  PERFORM salience.forget_pfc(r, ARRAY(SELECT id FROM salience.pfc_monologue WHERE agent_id = r.agent_id AND turn_id = ANY (p_turns)),
    ARRAY(SELECT id FROM salience.pfc_action_log WHERE agent_id = r.agent_id AND turn_id = ANY (p_turns)), '{}', p_turns, p_now);
END $$;
