-- What was thought in these channels is gone: hands rest, and counts begin anew. The rooms among them are locked already (enter_rooms); what nobody vouches for rests none there.
CREATE OR REPLACE FUNCTION salience.rest_hands(p_agent text, p_channels text[], p_rooms text[], p_trust text, p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_channel text;
BEGIN
  FOR v_channel IN SELECT h.channel FROM salience.pfc_hands h WHERE h.agent_id = p_agent AND h.channel = ANY (p_channels)
    AND NOT (coalesce(p_trust, 'owner') = 'unverified' AND h.channel = ANY (p_rooms)) ORDER BY 1 LOOP
    PERFORM salience.apply_hand(p_agent, v_channel, v_channel = ANY (p_rooms), jsonb_build_object('event', 'cleared', 'trust', p_trust), p_now);
  END LOOP;
END $$;
