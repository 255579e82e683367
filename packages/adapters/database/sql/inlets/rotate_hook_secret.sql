-- Gives a hook another secret. The one that it had signs too until p.until; one that still did so from before signs no more. Whoever calls this reads no
-- secret. p: {id, agentId, secret, until}. Returns {status: done | missing}.
CREATE OR REPLACE FUNCTION salience.rotate_hook_secret(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
BEGIN
  UPDATE salience.hooks SET old_secret = secret, old_secret_until = (p->>'until')::timestamptz, secret = p->>'secret'
  WHERE id = p->>'id' AND agent_id = p->>'agentId' AND state <> 'removed';
  RETURN jsonb_build_object('status', CASE WHEN FOUND THEN 'done' ELSE 'missing' END);
END $$;

ALTER FUNCTION salience.rotate_hook_secret OWNER TO salience_fn_hooks;
REVOKE ALL ON FUNCTION salience.rotate_hook_secret FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.rotate_hook_secret TO salience_consumer;
