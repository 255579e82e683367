-- Advances the watermark chunked_seq of threads in the transaction that saves their chunks, and sets when their episodes are due: now if
-- at least tellFrom exchanges wait or the thread expired, else silenceMs after the latest one. p: {agentId, now, silenceMs, tellFrom,
-- threads: [{threadId, from, to, dueAt}]}; dueAt: when the exchanges after `to` are due, null for now. The caller holds the agent's
-- memory lock. Returns {tell: an episode is due now, more: exchanges of the agent are still due}.
CREATE OR REPLACE FUNCTION salience.advance_chunked(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_due boolean;
  -- An array and not a join, without which the planner reads the whole table (see commit_turns).
  v_threads text[] := ARRAY(SELECT x->>'threadId' FROM jsonb_array_elements(p->'threads') x);
BEGIN
  -- In the order in which hints and the sweep lock them, so that none deadlocks with another.
  PERFORM 1 FROM salience.memory_progress WHERE thread_id = ANY (v_threads)
  ORDER BY thread_id FOR NO KEY UPDATE;
  WITH moved AS (
    UPDATE salience.memory_progress m SET chunked_seq = t.upto,
      chunk_at = CASE WHEN EXISTS (SELECT 1 FROM salience.exchanges e WHERE e.thread_id = m.thread_id AND e.seq > t.upto) THEN coalesce(t.due_at, v_now) END,
      tell_at = CASE
        WHEN w.count = 0 THEN NULL
        WHEN w.count >= (p->>'tellFrom')::integer OR h.state = 'expired' THEN v_now
        ELSE w.latest + (p->>'silenceMs')::bigint * interval '1 millisecond' END
    FROM (SELECT x->>'threadId' AS thread_id, (x->>'from')::bigint AS since, (x->>'to')::bigint AS upto, (x->>'dueAt')::timestamptz AS due_at
      FROM jsonb_array_elements(p->'threads') x) t
    JOIN salience.threads h ON h.id = t.thread_id AND h.id = ANY (v_threads)
    JOIN salience.memory_progress o ON o.thread_id = t.thread_id AND o.thread_id = ANY (v_threads)
    CROSS JOIN LATERAL (SELECT count(*) AS count, max(e.said_at) AS latest FROM (
      SELECT said_at FROM salience.exchanges e WHERE e.thread_id = o.thread_id AND e.seq > o.told_seq AND e.seq <= t.upto LIMIT 64) e) w
    WHERE m.thread_id = ANY (v_threads) AND m.thread_id = t.thread_id AND m.chunked_seq = t.since
    RETURNING m.tell_at
  ) SELECT coalesce(bool_or(tell_at <= v_now), false) INTO v_due FROM moved;
  RETURN jsonb_build_object('tell', v_due, 'more',
    EXISTS (SELECT 1 FROM salience.memory_progress WHERE agent_id = p->>'agentId' AND chunk_at <= v_now));
END $$;
