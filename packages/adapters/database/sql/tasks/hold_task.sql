-- Locks a task for a change that nobody planned, after the lanes of its thread and of what it asked for. It may move on while they are waited for; then they
-- are given back and looked up anew, so that lanes come before tasks always. Returns the task; of one that the agent does not have, nothing but nulls.
CREATE OR REPLACE FUNCTION salience.hold_task(p_agent text, p_id text) RETURNS salience.tasks LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_seen salience.tasks;
  t salience.tasks;
BEGIN
  LOOP
    SELECT * INTO v_seen FROM salience.tasks WHERE id = p_id AND agent_id = p_agent;
    IF NOT FOUND THEN RETURN NULL; END IF;
    BEGIN
      PERFORM 1 FROM salience.lanes WHERE thread_id IN (v_seen.thread_id, (SELECT q.thread_id FROM salience.approvals q WHERE q.id = v_seen.approval_id))
      ORDER BY thread_id FOR UPDATE;
      SELECT * INTO t FROM salience.tasks WHERE id = p_id FOR UPDATE;
      IF t.version = v_seen.version THEN RETURN t; END IF;
      RAISE EXCEPTION USING ERRCODE = 'SL001', MESSAGE = 'the task moved on';
    EXCEPTION WHEN SQLSTATE 'SL001' THEN NULL;
    END;
  END LOOP;
END $$;
