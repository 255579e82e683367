-- Lanes with turns and no live lease, each offered again after a second; parked ones once their time has come. `lost`: its owner
-- died, so it already waited for the lease. Cross-agent; scheduler only. p_now is business time.
CREATE OR REPLACE FUNCTION salience.sweep_lanes(p_limit integer, p_now timestamptz) RETURNS jsonb LANGUAGE sql
SET enable_seqscan = off
SET jit = off
AS $$
  WITH due AS (
    SELECT thread_id FROM salience.lanes
    WHERE has_work AND (lease_until IS NULL OR lease_until < clock_timestamp())
      AND (wake_at IS NULL OR wake_at <= p_now)
      AND (swept_at IS NULL OR swept_at < clock_timestamp() - interval '1 second' OR wake_at IS NOT NULL)
    ORDER BY owner IS NULL, swept_at NULLS FIRST LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), touched AS (
    -- From here on it waits for a worker like any other.
    UPDATE salience.lanes l SET swept_at = clock_timestamp(), wake_at = NULL FROM due WHERE l.thread_id = due.thread_id RETURNING l.*
  ) SELECT coalesce(jsonb_agg(jsonb_build_object('agentId', agent_id, 'threadId', thread_id, 'fence', fence,
      'lost', owner IS NOT NULL)), '[]') FROM touched
$$;
