-- Deletes what came in before an instant, at most p_limit rows, but not what an open task came from; and tasks that were turned away when they came in.
-- Each once across the fleet. Returns how many.
CREATE OR REPLACE FUNCTION salience.delete_old_inbound(p_before timestamptz, p_limit integer) RETURNS integer LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_count integer;
  v_tasks integer;
BEGIN
  DELETE FROM salience.inbound WHERE id IN (SELECT i.id FROM salience.inbound i WHERE i.received_at < p_before
    AND NOT EXISTS (SELECT 1 FROM salience.tasks t WHERE t.id = i.task_id AND t.ended_at IS NULL)
    ORDER BY i.received_at LIMIT p_limit);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  DELETE FROM salience.tasks WHERE id IN (SELECT t.id FROM salience.tasks t WHERE t.state = 'rejected' AND t.started_at IS NULL AND t.inbound_id IS NOT NULL
    AND t.ended_at < p_before AND t.approval_id IS NULL AND NOT EXISTS (SELECT 1 FROM salience.approvals q WHERE q.task_id = t.id)
    ORDER BY t.ended_at LIMIT p_limit FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS v_tasks = ROW_COUNT;
  RETURN v_count + v_tasks;
END $$;
