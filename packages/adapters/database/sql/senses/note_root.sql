-- Renews the lease of a watched folder, or gives it back, and notes how its watch goes. p: {agentId, root, fence, now} and any of {leaseMs, release,
-- looked (it was looked through whole: what is there is known), error, retryAt, forget (nobody declares it any more)}. False where somebody else has it.
CREATE OR REPLACE FUNCTION salience.note_root(p jsonb) RETURNS boolean LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
BEGIN
  UPDATE salience.roots SET
    lease_until = CASE WHEN (p->>'release')::boolean THEN clock_timestamp()
      WHEN p ? 'leaseMs' THEN clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond' ELSE lease_until END,
    owner = CASE WHEN (p->>'release')::boolean THEN NULL ELSE owner END,
    baseline_at = CASE WHEN (p->>'looked')::boolean THEN coalesce(baseline_at, v_now) ELSE baseline_at END,
    seen_at = CASE WHEN (p->>'looked')::boolean THEN v_now ELSE seen_at END,
    failures = CASE WHEN p ? 'error' THEN failures + 1 WHEN (p->>'looked')::boolean THEN 0 ELSE failures END,
    error = CASE WHEN p ? 'error' THEN p->>'error' WHEN (p->>'looked')::boolean THEN NULL ELSE error END,
    retry_at = CASE WHEN p ? 'error' THEN (p->>'retryAt')::timestamptz WHEN (p->>'looked')::boolean THEN NULL ELSE retry_at END
  WHERE agent_id = v_agent AND root = p->>'root' AND fence = (p->>'fence')::bigint;
  IF NOT FOUND THEN RETURN false; END IF;
  IF (p->>'forget')::boolean THEN
    DELETE FROM salience.watched_files WHERE agent_id = v_agent AND root = p->>'root';
    DELETE FROM salience.roots WHERE agent_id = v_agent AND root = p->>'root';
  END IF;
  RETURN true;
END $$;
