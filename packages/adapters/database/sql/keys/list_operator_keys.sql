-- Operator keys as an operator sees them, latest first: never a hash.
CREATE OR REPLACE FUNCTION salience.list_operator_keys() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'hint', k.hint, 'createdAt', k.created_at,
    'expiresAt', k.expires_at, 'revokedAt', k.revoked_at) ORDER BY k.created_at DESC, k.id DESC), '[]')
  FROM salience.operator_keys k
$$;

ALTER FUNCTION salience.list_operator_keys OWNER TO salience_fn_door;
REVOKE ALL ON FUNCTION salience.list_operator_keys FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.list_operator_keys TO salience_consumer, salience_operator;
