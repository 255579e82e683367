-- Ends the session of threads silent for silenceMs and expires those silent for expiryMs; exchanges of an expired thread that no episode
-- tells are due now. Touches only lanes without work and owner, and locks them, so a turn that arrives now waits or is seen. p: {now,
-- silenceMs, expiryMs, limit}. Returns {agents: [ids of those with episodes due], threads: the number of threads touched}.
CREATE OR REPLACE FUNCTION salience.close_silent_threads(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_expiry timestamptz := v_now - (p->>'expiryMs')::bigint * interval '1 millisecond';
  v_silence timestamptz := v_now - (p->>'silenceMs')::bigint * interval '1 millisecond';
  v_threads text[];
  v_agents jsonb;
  v_count integer;
BEGIN
  SELECT coalesce(array_agg(id), '{}') INTO v_threads FROM (
    SELECT t.id FROM salience.threads t JOIN salience.lanes l ON l.thread_id = t.id
    WHERE t.state = 'active' AND t.active_hour <= greatest(v_expiry, v_silence) AND l.tail = l.cursor AND l.owner IS NULL
      AND (t.last_activity_at < v_expiry OR (t.session->>'openFromSeq' IS NOT NULL AND t.last_activity_at < v_silence))
    ORDER BY t.active_hour, t.last_activity_at LIMIT (p->>'limit')::integer FOR UPDATE OF l SKIP LOCKED) c;
  -- The candidates were read before their lanes were locked, so the condition is checked again.
  WITH closed AS (
    UPDATE salience.threads t SET
      session = t.session || '{"openFromSeq": null, "topicCount": 0, "sessionCount": 0}'::jsonb,
      state = CASE WHEN t.last_activity_at < v_expiry THEN 'expired' ELSE t.state END
    FROM salience.lanes l
    WHERE t.id = ANY (v_threads) AND l.thread_id = t.id AND t.state = 'active' AND l.tail = l.cursor AND l.owner IS NULL
      AND (t.last_activity_at < v_expiry OR (t.session->>'openFromSeq' IS NOT NULL AND t.last_activity_at < v_silence))
    RETURNING t.id, t.agent_id, t.state
  ), stands AS (
    SELECT c.id, c.agent_id, c.state, coalesce(m.chunked_seq, 0) AS chunked, coalesce(m.told_seq, 0) AS told,
      (SELECT max(seq) FROM salience.exchanges e WHERE e.thread_id = c.id) AS last
    FROM closed c LEFT JOIN salience.memory_progress m ON m.thread_id = c.id
  ), due AS (
    -- Compares the watermarks with the exchanges, so work is found even if its hint was lost and the sweep looked too early.
    INSERT INTO salience.memory_progress (thread_id, agent_id, chunk_at, tell_at)
    SELECT id, agent_id, CASE WHEN last > chunked THEN v_now END, CASE WHEN state = 'expired' AND chunked > told THEN v_now END
    FROM stands WHERE last > chunked OR (state = 'expired' AND chunked > told) ORDER BY id
    ON CONFLICT (thread_id) DO UPDATE SET chunk_at = least(excluded.chunk_at, salience.memory_progress.chunk_at),
      tell_at = least(excluded.tell_at, salience.memory_progress.tell_at)
    RETURNING agent_id, tell_at <= v_now AS tells
  )
  SELECT (SELECT count(*) FROM closed), (SELECT coalesce(jsonb_agg(DISTINCT agent_id), '[]') FROM due WHERE tells) INTO v_count, v_agents;
  RETURN jsonb_build_object('threads', v_count, 'agents', v_agents);
END $$;
