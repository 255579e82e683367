-- Writes one audit row. p: {id, actor, action, target, details, outcome}.
CREATE OR REPLACE FUNCTION salience.write_audit(p jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  INSERT INTO salience.audit_log (id, actor, action, target, details, outcome)
  VALUES (p->>'id', p->>'actor', p->>'action', p->>'target', coalesce(nullif(p->'details', 'null'), '{}'), coalesce(p->>'outcome', 'done'))
$$;

ALTER FUNCTION salience.write_audit OWNER TO salience_fn_audit;
REVOKE ALL ON FUNCTION salience.write_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.write_audit TO salience_consumer, salience_operator, salience_fn_settling, salience_fn_door,
  salience_fn_keys, salience_fn_allowing;
