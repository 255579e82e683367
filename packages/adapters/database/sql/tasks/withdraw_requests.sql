-- Withdraws what a task had asked a person for: nobody goes on with it, so nothing of that may be done any more. The caller holds the lanes of the requests
-- and the task; one that somebody else is at, which only forgetting can be, is left to it.
CREATE OR REPLACE FUNCTION salience.withdraw_requests(p_task text, p_by text, p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_id text;
  q salience.approvals;
BEGIN
  FOR v_id IN
    SELECT o.id FROM salience.approvals o WHERE o.task_id = p_task AND o.state = 'pending'
    UNION SELECT o.id FROM salience.task_steps s
      CROSS JOIN LATERAL (SELECT a.id FROM salience.approvals a WHERE a.run_id = s.turn_id AND a.state = 'pending' OFFSET 0) o WHERE s.task_id = p_task
  LOOP
    SELECT * INTO q FROM salience.approvals WHERE id = v_id AND state = 'pending' FOR UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    UPDATE salience.approvals SET state = 'refused', resolved_at = p_now, resolved_by = p_by WHERE id = v_id;
    UPDATE salience.act_steps SET state = 'denied', at = p_now WHERE run_id = q.run_id AND n = q.n AND state = 'asked';
  END LOOP;
END $$;
