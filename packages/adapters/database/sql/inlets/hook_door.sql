-- The hook that a request names, with the secrets that check its signature, before anything is known of its agent. Null for one that is unknown or
-- removed. p: {id, now}. Returns {id, agentId, name, secret, oldSecret (while it signs too), ceiling, actionClass, plan, perMinute, state}.
CREATE OR REPLACE FUNCTION salience.hook_door(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT jsonb_build_object('id', h.id, 'agentId', h.agent_id, 'name', h.name, 'secret', h.secret,
    'oldSecret', CASE WHEN h.old_secret_until > (p->>'now')::timestamptz THEN h.old_secret END, 'ceiling', h.ceiling, 'actionClass', h.action_class,
    'plan', h.plan, 'perMinute', h.per_minute, 'state', h.state)
  FROM salience.hooks h WHERE h.id = p->>'id' AND h.state <> 'removed'
$$;

ALTER FUNCTION salience.hook_door OWNER TO salience_fn_hooks;
REVOKE ALL ON FUNCTION salience.hook_door FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.hook_door TO salience_consumer;
