-- Makes a key that says the same in the place of another, which stays good for overlapMs more, or until it expires if that is sooner;
-- with its audit row. Runs with the rights of its caller. p: {kind: agent | operator, id, newId, hash, hint, overlapMs, actor, auditId}.
-- Returns {status: done, oldExpiresAt}, or {status: unknown} when the old key is unknown, revoked or expired.
CREATE OR REPLACE FUNCTION salience.rotate_key(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_soon timestamptz := clock_timestamp() + (p->>'overlapMs')::double precision * interval '1 millisecond';
  v_agent text;
  v_words text;
  v_rules jsonb;
  v_ends timestamptz;
BEGIN
  IF p->>'kind' = 'agent' THEN
    UPDATE salience.api_keys SET expires_at = least(expires_at, v_soon)
    WHERE id = p->>'id' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())
    RETURNING agent_id, label, rules, expires_at INTO v_agent, v_words, v_rules, v_ends;
    IF NOT FOUND THEN RETURN jsonb_build_object('status', 'unknown'); END IF;
    INSERT INTO salience.api_keys (id, agent_id, label, rules, hash, hint)
    VALUES (p->>'newId', v_agent, v_words, v_rules, p->>'hash', p->>'hint');
  ELSE
    UPDATE salience.operator_keys SET expires_at = least(expires_at, v_soon)
    WHERE id = p->>'id' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp())
    RETURNING name, expires_at INTO v_words, v_ends;
    IF NOT FOUND THEN RETURN jsonb_build_object('status', 'unknown'); END IF;
    INSERT INTO salience.operator_keys (id, name, hash, hint) VALUES (p->>'newId', v_words, p->>'hash', p->>'hint');
  END IF;
  PERFORM salience.write_audit(jsonb_build_object('id', p->>'auditId', 'actor', p->>'actor', 'action', (p->>'kind') || '-key.rotate',
    'target', p->>'id', 'details', jsonb_build_object('newKeyId', p->'newId', 'overlapMs', p->'overlapMs')));
  RETURN jsonb_build_object('status', 'done', 'oldExpiresAt', v_ends);
END $$;
