-- Notes how listening to a Bridge goes, while the caller holds it: keeps the lease (leaseMs), gives it back (release), notes that it is connected (seen) or failed (error, retryAt).
-- p: {agentId, fence, now} and these. Returns the revision of its settings; null where the caller no longer holds it.
CREATE OR REPLACE FUNCTION salience.note_bridge(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_failed boolean := p->>'error' IS NOT NULL;
  v_seen boolean := coalesce((p->>'seen')::boolean, false);
  v_release boolean := coalesce((p->>'release')::boolean, false);
  v_revision bigint;
BEGIN
  UPDATE salience.bridges SET
    lease_until = CASE WHEN v_release THEN NULL WHEN p ? 'leaseMs' THEN clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond' ELSE lease_until END,
    owner = CASE WHEN v_release THEN NULL ELSE owner END,
    failures = CASE WHEN v_failed THEN failures + 1 WHEN v_seen THEN 0 ELSE failures END,
    error = CASE WHEN v_failed THEN p->>'error' WHEN v_seen THEN NULL ELSE error END,
    retry_at = CASE WHEN v_failed THEN (p->>'retryAt')::timestamptz WHEN v_seen THEN NULL ELSE retry_at END,
    seen_at = CASE WHEN v_seen THEN (p->>'now')::timestamptz ELSE seen_at END
  WHERE agent_id = v_agent AND fence = (p->>'fence')::bigint AND owner IS NOT NULL RETURNING revision INTO v_revision;
  RETURN to_jsonb(v_revision);
END $$;
