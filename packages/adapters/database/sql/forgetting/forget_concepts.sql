-- Deletes concepts with their relations and the thoughts about them, and leaves tombstones. Returns what must be recomputed.
CREATE OR REPLACE FUNCTION salience.forget_concepts(r salience.forget_requests, p_ids text[], p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_unsettled jsonb;
BEGIN
  IF coalesce(cardinality(p_ids), 0) = 0 THEN RETURN '[]'; END IF;
  v_unsettled := salience.forget_relations(r, ARRAY(SELECT id FROM salience.relations
    WHERE agent_id = r.agent_id AND (from_id = ANY (p_ids) OR to_id = ANY (p_ids))), p_now);
  PERFORM salience.forget_thoughts(r, ARRAY(SELECT DISTINCT thought_id FROM salience.thought_concepts
    WHERE agent_id = r.agent_id AND concept_id = ANY (p_ids)), p_now);
  PERFORM salience.leave_tombstones(r, 'concept', p_ids, p_now);
  PERFORM salience.forget_in_autobiography(r.agent_id, p_ids);
  PERFORM salience.drop_concepts(r.agent_id, p_ids);
  RETURN v_unsettled;
END $$;
