-- Leaves channels of the agent's Bridge: its hand rests there, which a Bridge that stays is told. p_moved: the Bridge itself is left, and nobody is told: whoever comes after it
-- knows nothing of these hands. Rooms of ours that are called so keep their hands. The agent is the transaction's.
CREATE OR REPLACE FUNCTION salience.leave_channels(p_agent text, p_channels text[], p_moved boolean, p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_rooms text[] := salience.enter_rooms(p_agent, p_channels);
  v_channel text;
BEGIN
  DELETE FROM salience.bridge_channels WHERE agent_id = p_agent AND (p_moved OR channel = ANY (p_channels));
  FOR v_channel IN SELECT h.channel FROM salience.pfc_hands h WHERE h.agent_id = p_agent AND h.channel = ANY (p_channels) AND h.channel <> ALL (v_rooms) ORDER BY 1 LOOP
    IF p_moved THEN
      UPDATE salience.pfc_hands h SET (state, count, reason, bid, version, raised_at, updated_at) =
        (SELECT n.state, n.count, n.reason, n.bid, n.version, n.raised_at, p_now FROM salience.next_hand(h, '{"event": "left"}', true, p_now) n)
      WHERE h.agent_id = p_agent AND h.channel = v_channel;
    ELSE
      PERFORM salience.move_hand(p_agent, v_channel, '{"event": "left"}', p_now);
    END IF;
  END LOOP;
END $$;
