-- Deletes actions that were evaluated, and deliveries of hands that were made, before one instant, and thoughts that were consumed before another; at most so many of each. Of those that nobody took go the ones
-- of the background that were written before then, and beyond the newest 2,000 of an agent and channel the older ones. Returns how many. Scheduler.
CREATE OR REPLACE FUNCTION salience.delete_old_pfc(p_actions timestamptz, p_thoughts timestamptz, p_limit integer) RETURNS integer LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_gone integer;
  v_all integer := 0;
BEGIN
  DELETE FROM salience.pfc_action_log WHERE id IN (SELECT id FROM salience.pfc_action_log WHERE created_at < p_actions LIMIT p_limit);
  GET DIAGNOSTICS v_gone = ROW_COUNT;
  v_all := v_all + v_gone;
  DELETE FROM salience.pfc_monologue WHERE id IN (SELECT id FROM salience.pfc_monologue WHERE consumed_at < p_thoughts LIMIT p_limit);
  GET DIAGNOSTICS v_gone = ROW_COUNT;
  v_all := v_all + v_gone;
  -- Where nobody gives a floor, nobody takes what was overheard.
  DELETE FROM salience.pfc_monologue WHERE id IN (SELECT id FROM salience.pfc_monologue
    WHERE created_at < p_thoughts AND consumed_at IS NULL AND thought_type = 'background' LIMIT p_limit);
  GET DIAGNOSTICS v_gone = ROW_COUNT;
  v_all := v_all + v_gone;
  -- All that wait are counted once the background is through.
  IF v_gone < p_limit THEN
    DELETE FROM salience.pfc_monologue WHERE id IN (SELECT o.id FROM (SELECT m.agent_id, m.channel FROM salience.pfc_monologue m
      WHERE m.consumed_at IS NULL GROUP BY m.agent_id, m.channel HAVING count(*) > 2000) c, LATERAL (
      -- Apart, so that each goes by its index.
      (SELECT i.id FROM salience.pfc_monologue i WHERE i.agent_id = c.agent_id AND i.channel = c.channel AND i.consumed_at IS NULL ORDER BY i.created_at DESC, i.id DESC OFFSET 2000)
      UNION ALL (SELECT i.id FROM salience.pfc_monologue i WHERE c.channel IS NULL AND i.agent_id = c.agent_id AND i.channel IS NULL AND i.consumed_at IS NULL
        ORDER BY i.created_at DESC, i.id DESC OFFSET 2000)) o LIMIT p_limit);
    GET DIAGNOSTICS v_gone = ROW_COUNT;
    v_all := v_all + v_gone;
  END IF;
  DELETE FROM salience.hand_deliveries WHERE ctid IN (SELECT ctid FROM salience.hand_deliveries WHERE created_at < p_actions LIMIT p_limit);
  GET DIAGNOSTICS v_gone = ROW_COUNT;
  RETURN v_all + v_gone;
END $$;
