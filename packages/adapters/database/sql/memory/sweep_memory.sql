-- Finds agents whose memory lags: first the threads with exchanges that were added since the last look and are not remembered, whose hint
-- may be lost; then everything that is due. It looks at what was added lately and at what is due, however many threads are quiet. An agent
-- that a worker has in hand, or that was found less than five seconds ago, is left out. Cross-agent; scheduler only.
-- Returns {chunk: [{agentId}], tell: [{agentId}], marked}.
CREATE OR REPLACE FUNCTION salience.sweep_memory(p_limit integer, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_look timestamptz := clock_timestamp();
  v_since timestamptz;
  v_marked integer := 0;
  v_result jsonb;
BEGIN
  INSERT INTO salience.sweep_cursors (name, at) VALUES ('memory', '-infinity') ON CONFLICT DO NOTHING;
  SELECT at INTO v_since FROM salience.sweep_cursors WHERE name = 'memory' FOR UPDATE SKIP LOCKED;
  IF FOUND THEN
    -- Ten seconds are looked at twice: a turn that was committed late is not missed (nor is one that was later, when its thread falls
    -- silent). The last two belong to the hints.
    INSERT INTO salience.memory_progress (thread_id, agent_id, chunk_at)
    SELECT e.thread_id, e.agent_id, p_now FROM salience.exchanges e LEFT JOIN salience.memory_progress m ON m.thread_id = e.thread_id
    WHERE e.added_at >= v_since - interval '10 seconds' AND e.added_at < v_look - interval '2 seconds'
      AND e.seq > coalesce(m.chunked_seq, 0) AND m.chunk_at IS NULL
    GROUP BY e.thread_id, e.agent_id ORDER BY e.thread_id
    ON CONFLICT (thread_id) DO UPDATE SET chunk_at = excluded.chunk_at WHERE salience.memory_progress.chunk_at IS NULL;
    GET DIAGNOSTICS v_marked = ROW_COUNT;
    UPDATE salience.sweep_cursors SET at = v_look WHERE name = 'memory';
  END IF;
  WITH due AS (
    SELECT agent_id, 'chunk' AS kind FROM salience.memory_progress WHERE chunk_at <= p_now
    UNION SELECT agent_id, 'tell' FROM salience.memory_progress WHERE tell_at <= p_now
    UNION SELECT agent_id, CASE kind WHEN 'chunk' THEN 'chunk' ELSE 'tell' END FROM salience.memory_retries WHERE due_at <= p_now
  ), found AS (
    SELECT d.agent_id, d.kind FROM due d LEFT JOIN salience.memory_leases l USING (agent_id, kind)
    WHERE (l.lease_until IS NULL OR l.lease_until < clock_timestamp()) AND (l.swept_at IS NULL OR l.swept_at < v_look - interval '5 seconds')
    ORDER BY l.swept_at NULLS FIRST, d.agent_id, d.kind LIMIT p_limit
  ), noted AS (
    INSERT INTO salience.memory_leases AS l (agent_id, kind, swept_at) SELECT agent_id, kind, v_look FROM found ORDER BY agent_id, kind
    ON CONFLICT (agent_id, kind) DO UPDATE SET swept_at = excluded.swept_at WHERE l.swept_at IS NULL OR l.swept_at < v_look - interval '5 seconds'
    RETURNING agent_id, kind
  )
  SELECT jsonb_build_object('marked', v_marked,
    'chunk', coalesce(jsonb_agg(jsonb_build_object('agentId', agent_id)) FILTER (WHERE kind = 'chunk'), '[]'),
    'tell', coalesce(jsonb_agg(jsonb_build_object('agentId', agent_id)) FILTER (WHERE kind = 'tell'), '[]')) INTO v_result FROM noted;
  RETURN v_result;
END $$;
