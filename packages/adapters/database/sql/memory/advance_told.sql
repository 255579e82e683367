-- Advances the watermark told_seq of threads in the transaction that saves their episodes, and deletes the proposals up to it. p:
-- {agentId, now, threads: [{threadId, from, to, chunkedSeq, dueAt}]}; dueAt: when the exchanges after `to` are due, null for when more are
-- chunked. It holds only if nothing was chunked after chunkedSeq; otherwise they are due now. The caller holds the agent's memory lock.
-- Returns true if exchanges of the agent are still due.
CREATE OR REPLACE FUNCTION salience.advance_told(p jsonb) RETURNS boolean LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  -- An array and not a join, without which the planner reads the whole table (see commit_turns).
  v_threads text[] := ARRAY(SELECT x->>'threadId' FROM jsonb_array_elements(p->'threads') x);
BEGIN
  -- In the order in which hints and the sweep lock them, so that none deadlocks with another.
  PERFORM 1 FROM salience.memory_progress WHERE thread_id = ANY (v_threads)
  ORDER BY thread_id FOR NO KEY UPDATE;
  UPDATE salience.memory_progress m SET told_seq = (t->>'to')::bigint,
    tell_at = CASE WHEN m.chunked_seq > (t->>'chunkedSeq')::bigint THEN (p->>'now')::timestamptz ELSE (t->>'dueAt')::timestamptz END
  FROM jsonb_array_elements(p->'threads') t
  WHERE m.thread_id = ANY (v_threads) AND m.thread_id = t->>'threadId' AND m.agent_id = p->>'agentId' AND m.told_seq = (t->>'from')::bigint;
  DELETE FROM salience.memory_proposals q USING jsonb_array_elements(p->'threads') t
  WHERE q.agent_id = p->>'agentId' AND q.thread_id = t->>'threadId' AND q.first_seq <= (t->>'to')::bigint;
  RETURN EXISTS (SELECT 1 FROM salience.memory_progress WHERE agent_id = p->>'agentId' AND tell_at <= (p->>'now')::timestamptz);
END $$;
