-- A hand that the Bridge is told of, or is to be told of, is up no longer: the Bridge is to be told that too. h: the hand as it was. Part of the transition's transaction.
CREATE OR REPLACE FUNCTION salience.note_lower(h salience.pfc_hands, p_version bigint, p_now timestamptz) RETURNS void LANGUAGE sql
SET search_path = salience, pg_temp
AS $$
  INSERT INTO salience.hand_deliveries (agent_id, channel, version, target, key, next_at, created_at)
  SELECT h.agent_id, h.channel, p_version, 'bridge:lower', 'hand:' || h.agent_id || ':' || h.channel || ':' || p_version, p_now, p_now
  FROM salience.hand_deliveries d WHERE d.agent_id = h.agent_id AND d.channel = h.channel AND d.version = h.version AND d.target = 'bridge' ON CONFLICT DO NOTHING
$$;
