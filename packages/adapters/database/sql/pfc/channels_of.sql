-- The channels that a wish is about: the one it names, or all in which the agent has a hand.
CREATE OR REPLACE FUNCTION salience.channels_of(p_agent text, p_channel text) RETURNS text[] LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  SELECT CASE WHEN p_channel IS NOT NULL THEN ARRAY[p_channel]
    ELSE ARRAY(SELECT h.channel FROM salience.pfc_hands h WHERE h.agent_id = p_agent ORDER BY 1) END
$$;
