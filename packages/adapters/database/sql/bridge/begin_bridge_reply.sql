-- Notes that the first byte of an answer is about to leave. From here on nobody gives it again. p: {agentId, fence, turnId}. Returns whether the caller may: it still holds the Bridge,
-- whose channel it is still, and the answer still waits.
CREATE OR REPLACE FUNCTION salience.begin_bridge_reply(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_channels jsonb;
  v_agent text := set_config('app.agent', p->>'agentId', true);
BEGIN
  SELECT channels INTO v_channels FROM salience.bridges WHERE agent_id = v_agent AND fence = (p->>'fence')::bigint AND owner IS NOT NULL FOR SHARE;
  IF NOT FOUND THEN RETURN 'false'; END IF;
  UPDATE salience.bridge_replies SET state = 'sending', attempts = attempts + 1 WHERE agent_id = v_agent AND turn_id = p->>'turnId' AND state = 'waiting'
    AND v_channels ? channel;
  RETURN to_jsonb(FOUND);
END $$;
