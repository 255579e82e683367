-- The owner of this key or session. `closed`: operator keys exist, so being on this machine is not enough. An expired key still
-- counts; only revoking the last one changes that. goodForMs: null if it does not expire.
CREATE OR REPLACE FUNCTION salience.operator_door(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT jsonb_build_object(
    'closed', EXISTS (SELECT 1 FROM salience.operator_keys WHERE revoked_at IS NULL),
    'key', (SELECT jsonb_build_object('id', k.id, 'name', k.name,
        'goodForMs', floor(extract(epoch FROM least(k.expires_at, s.expires_at) - clock_timestamp()) * 1000))
      FROM salience.operator_keys k LEFT JOIN salience.operator_sessions s ON s.key_id = k.id AND s.hash = p->>'sessionHash'
      WHERE (k.hash = p->>'keyHash' OR s.hash IS NOT NULL) AND k.revoked_at IS NULL
        AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp())
        AND (s.hash IS NULL OR s.expires_at > clock_timestamp()) LIMIT 1))
$$;

ALTER FUNCTION salience.operator_door OWNER TO salience_fn_door;
REVOKE ALL ON FUNCTION salience.operator_door FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_door TO salience_consumer, salience_operator, salience_fn_keys, salience_fn_allowing;
