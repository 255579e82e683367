-- Deletes facts and leaves tombstones. Returns what must be recomputed: {kind: fact, subject, key} of each.
CREATE OR REPLACE FUNCTION salience.forget_facts(r salience.forget_requests, p_ids text[], p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_unsettled jsonb;
BEGIN
  IF coalesce(cardinality(p_ids), 0) = 0 THEN RETURN '[]'; END IF;
  PERFORM salience.leave_tombstones(r, 'fact', p_ids, p_now);
  WITH lost AS (
    DELETE FROM salience.facts WHERE agent_id = r.agent_id AND id = ANY (p_ids) RETURNING lower(subject) AS subject, key
  ) SELECT jsonb_agg(DISTINCT jsonb_build_object('kind', 'fact', 'subject', subject, 'key', key)) INTO v_unsettled FROM lost;
  RETURN coalesce(v_unsettled, '[]');
END $$;
