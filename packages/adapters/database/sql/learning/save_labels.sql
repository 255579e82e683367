-- Keeps labels, and moves the mark of the loop that found them, in one commit. What a label says of its decision (mode, policy, time) is read here. One per decision, way and
-- giver: the first counts, of feedback the latest. p: {labels: [{id, turnId, kind, wanted, confidence, givenVia, reason, givenBy, fromTurnId, at}], withdrawn: feedback that labels
-- nothing any more: [{turnId, givenBy}], mark: {job, from (as it was read), upto, now} or null}. A decision that was forgotten gets none. Returns how many were kept; null where
-- somebody else has moved the mark, and then nothing is. Regulator.
CREATE OR REPLACE FUNCTION salience.save_labels(p jsonb) RETURNS integer LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_mark jsonb := nullif(p->'mark', 'null'::jsonb);
  v_kept integer;
BEGIN
  IF v_mark IS NOT NULL THEN
    INSERT INTO salience.learning_marks AS m (job, read_to, moved_at)
    SELECT v_mark->>'job', v_mark->>'upto', (v_mark->>'now')::timestamptz
    WHERE v_mark->>'from' IS NULL OR EXISTS (SELECT 1 FROM salience.learning_marks k WHERE k.job = v_mark->>'job')
    ON CONFLICT (job) DO UPDATE SET read_to = excluded.read_to, moved_at = excluded.moved_at WHERE m.read_to IS NOT DISTINCT FROM v_mark->>'from';
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  DELETE FROM salience.decision_labels l USING jsonb_to_recordset(p->'withdrawn') AS w("turnId" text, "givenBy" text)
  WHERE l.turn_id = w."turnId" AND l.given_via = 'feedback' AND l.given_by = w."givenBy";
  WITH given AS (
    SELECT DISTINCT ON (x."turnId", x."givenVia", x."givenBy") x.*, e.agent_id, e.thread_id, e.mode, e.policy_name, e.policy_version, e.ended_at
    FROM jsonb_to_recordset(p->'labels') AS x(id text, "turnId" text, kind text, wanted text, confidence real, "givenVia" text, reason text, "givenBy" text,
      "fromTurnId" text, at timestamptz)
    JOIN salience.turn_ends e ON e.turn_id = x."turnId"
    WHERE e.exchange_id IS NOT NULL AND e.decision IS NOT NULL AND e.mode IS NOT NULL
    ORDER BY x."turnId", x."givenVia", x."givenBy", x.at DESC
  ), kept AS (
    INSERT INTO salience.decision_labels AS l (id, agent_id, thread_id, turn_id, kind, wanted, confidence, given_via, reason, given_by, from_turn_id, mode,
      policy_name, policy_version, decided_at, at)
    SELECT g.id, g.agent_id, g.thread_id, g."turnId", g.kind, g.wanted, g.confidence, g."givenVia", g.reason, g."givenBy", g."fromTurnId", g.mode, g.policy_name,
      g.policy_version, g.ended_at, g.at
    FROM given g ORDER BY g."turnId", g."givenVia", g."givenBy"
    ON CONFLICT (turn_id, given_via, given_by) DO UPDATE SET kind = excluded.kind, wanted = excluded.wanted, confidence = excluded.confidence,
      reason = excluded.reason, at = excluded.at
    WHERE l.given_via = 'feedback' AND l.at <= excluded.at
    RETURNING 1
  )
  SELECT count(*) INTO v_kept FROM kept;
  RETURN v_kept;
END $$;
