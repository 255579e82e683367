-- Allows the server that a file of an agent's workspace names to be started, or takes that back, for whoever shows a good operator key; the
-- audit log names that key. While no operator key exists it believes its caller that the person of this machine asks. p: {shownHash, agentId,
-- path, hash (the SHA-256 of the text that was read), allow, auditId}. Returns {status}: done; changed: the file has another text;
-- unknown: there is no such file; refused: no good operator key was shown.
CREATE OR REPLACE FUNCTION salience.operator_allow_server(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_door jsonb := salience.operator_door(jsonb_build_object('keyHash', p->>'shownHash'));
  v_name text := v_door->'key'->>'name';
  v_hash text;
BEGIN
  IF v_name IS NULL AND ((v_door->>'closed')::boolean OR p->>'shownHash' IS NOT NULL) THEN RETURN jsonb_build_object('status', 'refused'); END IF;
  SELECT encode(sha256(convert_to(content, 'UTF8')), 'hex') INTO v_hash FROM salience.workspace_files
  WHERE agent_id = p->>'agentId' AND path = p->>'path' FOR UPDATE;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'unknown'); END IF;
  IF v_hash <> p->>'hash' THEN RETURN jsonb_build_object('status', 'changed'); END IF;
  UPDATE salience.workspace_files SET allowed = CASE WHEN (p->>'allow')::boolean THEN v_hash END
  WHERE agent_id = p->>'agentId' AND path = p->>'path';
  UPDATE salience.agents SET version = version + 1 WHERE id = p->>'agentId';
  PERFORM salience.write_audit(jsonb_build_object('id', p->>'auditId', 'actor', coalesce('operator:' || v_name, 'person'),
    'action', CASE WHEN (p->>'allow')::boolean THEN 'agent.allow-server' ELSE 'agent.refuse-server' END,
    'target', p->>'agentId', 'details', jsonb_build_object('files', jsonb_build_array(p->>'path'))));
  RETURN jsonb_build_object('status', 'done');
END $$;

ALTER FUNCTION salience.operator_allow_server OWNER TO salience_fn_allowing;
REVOKE ALL ON FUNCTION salience.operator_allow_server FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_allow_server TO salience_consumer;
