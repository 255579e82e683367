-- Deletes thoughts and leaves tombstones.
CREATE OR REPLACE FUNCTION salience.forget_thoughts(r salience.forget_requests, p_ids text[], p_now timestamptz)
RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  IF coalesce(cardinality(p_ids), 0) = 0 THEN RETURN; END IF;
  PERFORM salience.leave_tombstones(r, 'thought', p_ids, p_now);
  DELETE FROM salience.thoughts WHERE agent_id = r.agent_id AND id = ANY (p_ids);
END $$;
