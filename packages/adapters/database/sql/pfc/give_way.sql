-- Of what nobody vouches for the newest thousand thoughts, actions and hands of an agent are kept; older ones give way. The agent is the transaction's. Consumer.
CREATE OR REPLACE FUNCTION salience.give_way(p_agent text) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  DELETE FROM salience.pfc_monologue WHERE agent_id = p_agent AND trust = 'unverified'
    AND id <= (SELECT m.id FROM salience.pfc_monologue m WHERE m.agent_id = p_agent AND m.trust = 'unverified' ORDER BY m.id DESC OFFSET 1000 LIMIT 1);
  DELETE FROM salience.pfc_action_log WHERE agent_id = p_agent AND trust = 'unverified'
    AND id <= (SELECT a.id FROM salience.pfc_action_log a WHERE a.agent_id = p_agent AND a.trust = 'unverified' ORDER BY a.id DESC OFFSET 1000 LIMIT 1);
  DELETE FROM salience.pfc_hands WHERE agent_id = p_agent AND trust = 'unverified'
    AND channel IN (SELECT h.channel FROM salience.pfc_hands h WHERE h.agent_id = p_agent AND h.trust = 'unverified' ORDER BY h.updated_at DESC, h.channel OFFSET 1000);
END $$;
