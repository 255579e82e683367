-- Finds agents with chunks or episodes that are due. Leaves out an agent whose lease a worker holds, or that was found in the last five
-- seconds. Cross-agent; scheduler only. Returns {chunk: [{agentId}], tell: [{agentId}]}.
CREATE OR REPLACE FUNCTION salience.sweep_memory(p_limit integer, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_look timestamptz := clock_timestamp();
  v_result jsonb;
BEGIN
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
  SELECT jsonb_build_object(
    'chunk', coalesce(jsonb_agg(jsonb_build_object('agentId', agent_id)) FILTER (WHERE kind = 'chunk'), '[]'),
    'tell', coalesce(jsonb_agg(jsonb_build_object('agentId', agent_id)) FILTER (WHERE kind = 'tell'), '[]')) INTO v_result FROM noted;
  RETURN v_result;
END $$;
