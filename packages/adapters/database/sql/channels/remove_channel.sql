-- Removes a channel, its address and its secret. What still waited for it is withdrawn. p: {id, agentId, now}. Returns whether it was there.
CREATE OR REPLACE FUNCTION salience.remove_channel(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
BEGIN
  UPDATE salience.channels SET state = 'removed', target = '', secret = NULL, old_secret = NULL, old_secret_until = NULL, code_hash = NULL, code_expires_at = NULL, removed_at = v_now
  WHERE id = p->>'id' AND agent_id = v_agent AND state <> 'removed';
  IF NOT FOUND THEN RETURN 'false'; END IF;
  PERFORM salience.end_deliveries(p->>'id', 'withdrawn', NULL, v_now);
  RETURN 'true';
END $$;
