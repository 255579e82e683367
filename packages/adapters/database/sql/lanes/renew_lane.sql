-- Renews the lease. Returns {held, cancel}: whether the caller still owns the lane, and the running turn's cancel flag.
CREATE OR REPLACE FUNCTION salience.renew_lane(p_agent text, p_thread text, p_fence bigint, p_lease_ms integer)
RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  p_agent := set_config('app.agent', p_agent, true);
  UPDATE salience.lanes SET lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
  WHERE thread_id = p_thread AND fence = p_fence AND owner IS NOT NULL;
  IF NOT FOUND THEN RETURN jsonb_build_object('held', false, 'cancel', false); END IF;
  RETURN jsonb_build_object('held', true, 'cancel', EXISTS (
    SELECT 1 FROM salience.turns WHERE thread_id = p_thread AND fence = p_fence AND state = 'running'
      AND cancel_requested_at IS NOT NULL));
END $$;
