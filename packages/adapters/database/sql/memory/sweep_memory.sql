-- Exchanges without chunk and ranges without episode, each offered again after five seconds. Cross-agent; scheduler only.
CREATE OR REPLACE FUNCTION salience.sweep_memory(p_limit integer) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_exchanges jsonb;
  v_ranges jsonb;
BEGIN
  WITH due AS (
    SELECT id FROM salience.exchanges WHERE chunk_state = 'pending'
      AND (swept_at IS NULL OR swept_at < clock_timestamp() - interval '5 seconds')
    ORDER BY swept_at NULLS FIRST LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), touched AS (
    UPDATE salience.exchanges e SET swept_at = clock_timestamp() FROM due WHERE e.id = due.id RETURNING e.id, e.agent_id
  ) SELECT coalesce(jsonb_agg(jsonb_build_object('agentId', agent_id, 'exchangeId', id)), '[]') INTO v_exchanges FROM touched;
  WITH due AS (
    SELECT id FROM salience.ranges WHERE state = 'pending'
      AND (swept_at IS NULL OR swept_at < clock_timestamp() - interval '5 seconds')
    ORDER BY swept_at NULLS FIRST LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), touched AS (
    UPDATE salience.ranges r SET swept_at = clock_timestamp() FROM due WHERE r.id = due.id RETURNING r.id, r.agent_id
  ) SELECT coalesce(jsonb_agg(jsonb_build_object('agentId', agent_id, 'rangeId', id)), '[]') INTO v_ranges FROM touched;
  RETURN jsonb_build_object('exchanges', v_exchanges, 'ranges', v_ranges);
END $$;
