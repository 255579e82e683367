-- Whether a hand is told no more: it moved before p_before; a raised one is down again, or is another one meanwhile; a lowered one is up again, or was lowered for a Bridge that the
-- agent has left.
CREATE OR REPLACE FUNCTION salience.late_hand(d salience.hand_deliveries, p_before timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT d.created_at < p_before OR CASE d.target
    WHEN 'bridge:lower' THEN EXISTS (SELECT FROM salience.pfc_hands h WHERE h.agent_id = d.agent_id AND h.channel = d.channel AND h.state = 'raised')
      OR EXISTS (SELECT FROM salience.bridges b WHERE b.agent_id = d.agent_id AND b.created_at > d.created_at)
    ELSE NOT EXISTS (SELECT FROM salience.pfc_hands h WHERE h.agent_id = d.agent_id AND h.channel = d.channel AND h.version = d.version AND h.state = 'raised') END
$$;
