-- Takes the turn behind the cursor of a lane, whose row the caller has locked, in one statement: counts the attempt, writes the lane as given,
-- and returns the turn with its snapshot and what was said on topics since the caller looked (p_topics, as of taught_since). Null, and nothing is written, if that turn was cancelled, has crashed three times, or without
-- p_any may be merged with those behind it.
CREATE OR REPLACE FUNCTION salience.take_turn(p_lane salience.lanes, p_now timestamptz, p_lease_ms integer, p_history integer,
  p_held bigint, p_any boolean, p_topics jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_taken record;
BEGIN
  WITH next AS (
    SELECT id, started_at IS NOT NULL AS again FROM salience.turns
    WHERE thread_id = p_lane.thread_id AND seq = p_lane.cursor + 1 AND state IN ('pending', 'running') AND attempts < 3
      AND cancel_requested_at IS NULL
      -- Only turns that never started are merged: a retried turn keeps its text.
      AND (p_any OR NOT mergeable OR started_at IS NOT NULL OR seq = p_lane.tail)
    FOR UPDATE
  ), taken AS (
    UPDATE salience.turns t SET state = 'running', attempts = t.attempts + 1, fence = p_lane.fence, started_at = p_now
    FROM next WHERE t.id = next.id RETURNING t AS turn, next.again
  ), lane AS (
    UPDATE salience.lanes SET cursor = p_lane.cursor, fence = p_lane.fence, owner = p_lane.owner, held_by = p_lane.owner,
      wake_at = p_lane.wake_at, lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
    WHERE thread_id = p_lane.thread_id AND EXISTS (SELECT 1 FROM taken)
  )
  SELECT turn, again, s.snapshot INTO v_taken
  FROM taken CROSS JOIN LATERAL salience.snapshot(turn, p_history, p_held, p_now) s(snapshot);
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN jsonb_build_object('status', 'turn', 'fence', p_lane.fence, 'ended', '[]'::jsonb, 'endedAs', '[]'::jsonb,
    'turn', to_jsonb(v_taken.turn) - 'idempotency_key' - 'request_hash' - 'timings',
    'snapshot', (v_taken.snapshot - 'acts') || salience.acting_snapshot(v_taken.turn, p_now, v_taken.again, v_taken.snapshot)
      || CASE WHEN p_topics IS NULL THEN '{}' ELSE jsonb_build_object('topics', salience.taught_since(p_lane.agent_id, p_topics)) END);
END $$;
