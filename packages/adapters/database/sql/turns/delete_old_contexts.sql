-- Deletes at most p_limit contexts older than p_before, oldest first; if there are none, as many system texts that were last sent
-- before that day. Each row once across the fleet. Returns their number. Cross-agent; scheduler only.
CREATE OR REPLACE FUNCTION salience.delete_old_contexts(p_before timestamptz, p_limit integer)
RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_deleted integer;
BEGIN
  DELETE FROM salience.contexts WHERE (turn_id, call) IN (
    SELECT turn_id, call FROM salience.contexts WHERE created_at < p_before ORDER BY created_at LIMIT p_limit FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  IF v_deleted > 0 THEN RETURN v_deleted; END IF;
  DELETE FROM salience.context_prefixes WHERE (agent_id, hash) IN (
    SELECT agent_id, hash FROM salience.context_prefixes WHERE used_on < (p_before AT TIME ZONE 'UTC')::date
    ORDER BY used_on LIMIT p_limit FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  RETURN v_deleted;
END $$;
