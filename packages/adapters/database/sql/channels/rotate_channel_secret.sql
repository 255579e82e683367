-- Gives a webhook another secret. The one that it had signs too until p.until; one that still did so from before signs no more. Whoever calls this
-- reads no secret. p: {id, agentId, secret, until}. Returns {status: done | missing | not_webhook}.
CREATE OR REPLACE FUNCTION salience.rotate_channel_secret(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_kind text;
BEGIN
  SELECT kind INTO v_kind FROM salience.channels WHERE id = p->>'id' AND agent_id = p->>'agentId' AND state <> 'removed' FOR UPDATE;
  IF NOT FOUND THEN RETURN '{"status": "missing"}'; END IF;
  IF v_kind <> 'webhook' THEN RETURN '{"status": "not_webhook"}'; END IF;
  UPDATE salience.channels SET old_secret = secret, old_secret_until = (p->>'until')::timestamptz, secret = p->>'secret' WHERE id = p->>'id';
  RETURN '{"status": "done"}';
END $$;

ALTER FUNCTION salience.rotate_channel_secret OWNER TO salience_fn_channels;
REVOKE ALL ON FUNCTION salience.rotate_channel_secret FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.rotate_channel_secret TO salience_consumer;
