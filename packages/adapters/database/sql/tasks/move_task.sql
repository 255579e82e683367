-- Moves a task on as it was planned, by compare-and-set on its version; see commit_move. One whose move cannot be committed whoever tries, as when Postgres
-- refuses its words, is put off for a minute if it waits to begin: those behind it are served meanwhile. p and the answer: as of commit_move, with
-- {status: failed, turn: null, code, error} of a move that could not be committed.
CREATE OR REPLACE FUNCTION salience.move_task(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_at timestamptz := (p->>'now')::timestamptz + interval '1 minute';
  v_code text;
  v_error text;
BEGIN
  RETURN salience.commit_move(p);
EXCEPTION WHEN OTHERS THEN
  -- The server is busy, away or asks to try again: that says nothing of this task.
  IF SQLSTATE ~ '^(08|25|40|53|55|57|58)' THEN RAISE; END IF;
  v_code := SQLSTATE;
  v_error := SQLERRM;
  UPDATE salience.tasks SET run_at = greatest(run_at, v_at), version = version + 1
  WHERE id IN (SELECT t.id FROM salience.tasks t WHERE t.id = p->>'id' AND t.version = (p->>'version')::bigint
    AND t.state IN ('scheduled', 'retry_wait') FOR UPDATE SKIP LOCKED);
  RETURN jsonb_build_object('status', 'failed', 'turn', NULL, 'code', v_code, 'error', v_error);
END $$;
