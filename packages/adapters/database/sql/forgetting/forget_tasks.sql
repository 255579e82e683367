-- Forgets tasks: those that have not been completed end now, so that none of their steps begins any more; so does each that waits for a request to a person
-- that was forgotten. With p_wished they are what the request is about: the turns that tell of them go too, and whatever repeats their words. Their own words go
-- in blank_tasks, when none of these turns runs any more. Whoever answers a request to a person locks it before the task, so no approval is locked after this.
CREATE OR REPLACE FUNCTION salience.forget_tasks(r salience.forget_requests, p_tasks text[], p_wished boolean, p_now timestamptz)
RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_ended text[];
  v_new text[];
BEGIN
  SELECT coalesce(array_agg(x.id), '{}') INTO v_ended FROM (
    SELECT t.id FROM salience.tasks t WHERE t.agent_id = r.agent_id AND (t.id = ANY (p_tasks) OR t.state = 'awaiting_review'
      AND EXISTS (SELECT 1 FROM salience.approvals q WHERE q.id = t.approval_id AND q.resolved_by = 'forget')) ORDER BY t.id FOR UPDATE OF t) x;
  UPDATE salience.task_steps SET state = CASE state WHEN 'asked' THEN 'refused' ELSE 'failed' END, ended_at = p_now
  WHERE task_id = ANY (v_ended) AND ended_at IS NULL;
  -- One that failed would be carried out anew on somebody's word.
  UPDATE salience.tasks SET state = 'rejected', reason = 'forgotten', ended_at = coalesce(ended_at, p_now), approval_id = NULL, version = version + 1
  WHERE id = ANY (v_ended) AND state NOT IN ('completed', 'rejected');
  v_new := ARRAY(SELECT t.id FROM salience.tasks t WHERE t.agent_id = r.agent_id AND t.id = ANY (p_tasks)
    AND NOT EXISTS (SELECT 1 FROM salience.tombstones b WHERE b.agent_id = r.agent_id AND b.item_id = t.id));
  PERFORM salience.leave_tombstones(r, 'task', v_new, p_now);
  IF NOT p_wished THEN RETURN; END IF;
  INSERT INTO salience.forget_work (request_id, turn_id, agent_id)
  SELECT r.id, u.id, r.agent_id FROM salience.turns_of_tasks(r.agent_id, p_tasks) o JOIN salience.turns u ON u.id = o
  WHERE u.agent_id = r.agent_id AND u.forgotten_at IS NULL AND u.id IS DISTINCT FROM r.asked_in ON CONFLICT DO NOTHING;
  INSERT INTO salience.forget_words (request_id, agent_id, word)
  SELECT DISTINCT r.id, r.agent_id, hashtextextended(w.lexeme, r.seed) FROM (
    SELECT concat_ws(' ', t.title, t.text, t.result, salience.asked_for(t)) AS said FROM salience.tasks t WHERE t.id = ANY (v_new)
    UNION ALL SELECT s.result FROM salience.task_steps s WHERE s.task_id = ANY (v_new) AND s.kind <> 'triage'
  ) s CROSS JOIN LATERAL unnest(to_tsvector('english', left(s.said, 200000))) w ON CONFLICT DO NOTHING;
END $$;
