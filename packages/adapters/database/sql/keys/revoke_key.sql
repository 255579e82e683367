-- Revokes a key at once, and what was opened with it; with its audit row. Runs with the rights of its caller. p: {kind: agent |
-- operator, id, actor, auditId}. Returns {status: done}, or {status: unknown} when it is unknown or was revoked before.
CREATE OR REPLACE FUNCTION salience.revoke_key(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  IF p->>'kind' = 'agent' THEN
    UPDATE salience.api_keys SET revoked_at = now() WHERE id = p->>'id' AND revoked_at IS NULL;
  ELSE
    UPDATE salience.operator_keys SET revoked_at = now() WHERE id = p->>'id' AND revoked_at IS NULL;
  END IF;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'unknown'); END IF;
  PERFORM salience.write_audit(jsonb_build_object('id', p->>'auditId', 'actor', p->>'actor', 'action', (p->>'kind') || '-key.revoke',
    'target', p->>'id'));
  RETURN jsonb_build_object('status', 'done');
END $$;
