-- The audit log, latest first. p: {limit, actor, action, target, from, to, before: {at, id}}: rows from `from` on and before `to`.
CREATE OR REPLACE FUNCTION salience.operator_audit(p jsonb)
RETURNS SETOF salience.audit_log LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT * FROM salience.audit_log
  WHERE (p->>'actor' IS NULL OR actor = p->>'actor') AND (p->>'action' IS NULL OR action = p->>'action')
    AND (p->>'target' IS NULL OR target = p->>'target') AND (p->>'from' IS NULL OR at >= (p->>'from')::timestamptz) AND (p->>'to' IS NULL OR at < (p->>'to')::timestamptz)
    AND (p->'before'->>'id' IS NULL OR (at, id) < ((p->'before'->>'at')::timestamptz, p->'before'->>'id'))
  ORDER BY at DESC, id DESC LIMIT (p->>'limit')::integer
$$;

ALTER FUNCTION salience.operator_audit OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.operator_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_audit TO salience_consumer, salience_operator;
