-- Makes a key with its audit row. Runs with the rights of its caller. p: {kind: agent | operator, id, hash, hint, expiresAt, agentId,
-- label, rules (of an agent) or name (of an operator), actor, auditId}. Returns {status: done}.
CREATE OR REPLACE FUNCTION salience.make_key(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE v_details jsonb := '{}';
BEGIN
  IF p->>'kind' = 'agent' THEN
    INSERT INTO salience.api_keys (id, agent_id, label, rules, hash, hint, expires_at)
    VALUES (p->>'id', p->>'agentId', p->>'label', p->'rules', p->>'hash', p->>'hint', (p->>'expiresAt')::timestamptz);
    v_details := jsonb_build_object('agentId', p->'agentId', 'rules', p->'rules');
  ELSE
    INSERT INTO salience.operator_keys (id, name, hash, hint, expires_at)
    VALUES (p->>'id', p->>'name', p->>'hash', p->>'hint', (p->>'expiresAt')::timestamptz);
  END IF;
  PERFORM salience.write_audit(jsonb_build_object('id', p->>'auditId', 'actor', p->>'actor',
    'action', (p->>'kind') || '-key.create', 'target', p->>'id', 'details', v_details));
  RETURN jsonb_build_object('status', 'done');
END $$;
