-- What is to be told of a hand that has just gone up: to the agent's Bridge, where its channel is one of the Bridge's and no room of ours, and to its webhook. Part of the
-- transition's transaction.
CREATE OR REPLACE FUNCTION salience.note_raise(h salience.pfc_hands, p_room boolean, p_now timestamptz) RETURNS void LANGUAGE sql
SET search_path = salience, pg_temp
AS $$
  INSERT INTO salience.hand_deliveries (agent_id, channel, version, target, key, next_at, created_at)
  SELECT h.agent_id, h.channel, h.version, t.target, 'hand:' || h.agent_id || ':' || h.channel || ':' || h.version, p_now, p_now FROM (
    SELECT 'bridge' AS target FROM salience.bridges b WHERE b.agent_id = h.agent_id AND NOT p_room AND b.channels ? h.channel
    UNION ALL SELECT 'webhook:' || (a.settings->'pfc'->>'raiseWebhook') FROM salience.agents a WHERE a.id = h.agent_id AND a.settings->'pfc'->>'raiseWebhook' IS NOT NULL
  ) t ON CONFLICT DO NOTHING
$$;
