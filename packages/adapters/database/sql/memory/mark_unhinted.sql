-- Marks threads as due that got exchanges since the last call and have no chunks for them: their hint may be lost. Its cost depends on
-- the exchanges added, not on the number of threads. Call it in its own transaction: saving a batch holds a lease and waits for threads.
-- Cross-agent; scheduler only. Returns the number of threads marked.
CREATE OR REPLACE FUNCTION salience.mark_unhinted(p_now timestamptz) RETURNS integer LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_look timestamptz := clock_timestamp();
  v_since timestamptz;
  v_marked integer := 0;
BEGIN
  INSERT INTO salience.sweep_cursors (name, at) VALUES ('memory', '-infinity') ON CONFLICT DO NOTHING;
  SELECT at INTO v_since FROM salience.sweep_cursors WHERE name = 'memory' FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN 0; END IF;
  -- Overlaps the last call by ten seconds, for turns that committed late; close_silent_threads finds later ones. The last two seconds
  -- are left to the hints.
  INSERT INTO salience.memory_progress (thread_id, agent_id, chunk_at)
  SELECT e.thread_id, e.agent_id, p_now FROM salience.exchanges e LEFT JOIN salience.memory_progress m ON m.thread_id = e.thread_id
  WHERE e.added_at >= v_since - interval '10 seconds' AND e.added_at < v_look - interval '2 seconds'
    AND e.seq > coalesce(m.chunked_seq, 0) AND m.chunk_at IS NULL
  GROUP BY e.thread_id, e.agent_id ORDER BY e.thread_id
  ON CONFLICT (thread_id) DO UPDATE SET chunk_at = excluded.chunk_at WHERE salience.memory_progress.chunk_at IS NULL;
  GET DIAGNOSTICS v_marked = ROW_COUNT;
  UPDATE salience.sweep_cursors SET at = v_look WHERE name = 'memory';
  RETURN v_marked;
END $$;
