-- Deletes relations and leaves tombstones. Returns what must be recomputed, because a relation that one of them ended may hold again:
-- {kind: relation, fromId, type, toId} of each.
CREATE OR REPLACE FUNCTION salience.forget_relations(r salience.forget_requests, p_ids text[], p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_unsettled jsonb;
BEGIN
  IF coalesce(cardinality(p_ids), 0) = 0 THEN RETURN '[]'; END IF;
  PERFORM salience.leave_tombstones(r, 'relation', p_ids, p_now);
  PERFORM salience.forget_in_autobiography(r.agent_id, p_ids);
  DELETE FROM salience.relation_sources WHERE agent_id = r.agent_id AND relation_id = ANY (p_ids);
  WITH lost AS (DELETE FROM salience.relations WHERE agent_id = r.agent_id AND id = ANY (p_ids) RETURNING from_id, type, to_id)
  SELECT jsonb_agg(DISTINCT jsonb_build_object('kind', 'relation', 'fromId', from_id, 'type', type, 'toId', to_id)) INTO v_unsettled FROM lost;
  RETURN coalesce(v_unsettled, '[]');
END $$;
