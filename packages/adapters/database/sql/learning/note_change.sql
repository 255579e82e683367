-- Adds a change to the history of a policy: p.change {id, action, parameter, valueBefore, valueAfter, pressure, estimate, measured, cause}, at p.now. p.settles {id, measured}: what an
-- earlier change did, which is written once. p.also: a change of the same cycle that the version before it had, as p.change. p.request {id, outcome}: the request that is done by it.
CREATE OR REPLACE FUNCTION salience.note_change(p jsonb, p_version integer, p_parent integer) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
BEGIN
  INSERT INTO salience.policy_changes (id, policy, version, parent_version, action, parameter, value_before, value_after, pressure, estimate, measured, at, cause)
  SELECT c.id, p->>'name', n.version, p_parent, c.action, c.parameter, c."valueBefore", c."valueAfter", c.pressure, c.estimate, c.measured, v_now, c.cause
  FROM (VALUES (p->'also', p_parent), (p->'change', p_version)) n(change, version), jsonb_to_record(n.change) AS c(id text, action text, parameter text, "valueBefore" double precision, "valueAfter" double precision, pressure text,
    estimate jsonb, measured jsonb, cause text)
  WHERE c.id IS NOT NULL;
  UPDATE salience.policy_changes SET measured = p->'settles'->'measured' WHERE id = p->'settles'->>'id' AND policy = p->>'name' AND measured IS NULL;
  UPDATE salience.policy_requests SET state = 'done', outcome = p->'request'->'outcome', done_at = v_now WHERE id = p->'request'->>'id' AND state = 'open';
END $$;
