-- Makes, rotates or revokes a key for whoever shows a good operator key, and names that key in the audit log. So the app that calls
-- this changes no key on its own. While no operator key exists it believes its caller that the person of this machine asks, for keys of
-- agents alone: the first operator key is made with the rights of an operator in the database. p: {change: make | rotate | revoke,
-- shownHash}, and that of make_key, rotate_key or revoke_key without its actor. Returns what that returns, or {status: refused}: no
-- good operator key was shown; {status: first}: there is none yet; {status: past}: the new key would be over already.
CREATE OR REPLACE FUNCTION salience.operator_change_key(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_door jsonb := salience.operator_door(jsonb_build_object('keyHash', p->>'shownHash'));
  v_name text := v_door->'key'->>'name';
  v_asked jsonb;
BEGIN
  IF v_name IS NULL AND ((v_door->>'closed')::boolean OR p->>'shownHash' IS NOT NULL) THEN RETURN jsonb_build_object('status', 'refused'); END IF;
  IF v_name IS NULL AND p->>'kind' <> 'agent' THEN RETURN jsonb_build_object('status', 'first'); END IF;
  IF (p->>'expiresAt')::timestamptz <= clock_timestamp() THEN RETURN jsonb_build_object('status', 'past'); END IF;
  v_asked := p || jsonb_build_object('actor', coalesce('operator:' || v_name, 'person'));
  RETURN CASE p->>'change'
    WHEN 'make' THEN salience.make_key(v_asked)
    WHEN 'rotate' THEN salience.rotate_key(v_asked)
    WHEN 'revoke' THEN salience.revoke_key(v_asked) END;
END $$;

ALTER FUNCTION salience.operator_change_key OWNER TO salience_fn_keys;
REVOKE ALL ON FUNCTION salience.operator_change_key FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_change_key TO salience_consumer;
