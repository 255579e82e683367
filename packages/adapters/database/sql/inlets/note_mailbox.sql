-- Notes how the reading of a mailbox goes, while the caller holds it: keeps the lease (leaseMs), gives it back (release), sets where reading goes on
-- (uidValidity, lastUid; anchored: for the first time; oldUpto: the last mail that was there before it got new numbers), notes that it is connected (seen) or failed (error, retryAt). p: {agentId, name, fence, now} and these. Returns whether
-- the caller still held it.
CREATE OR REPLACE FUNCTION salience.note_mailbox(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_failed boolean := p->>'error' IS NOT NULL;
  v_seen boolean := coalesce((p->>'seen')::boolean, false);
  v_release boolean := coalesce((p->>'release')::boolean, false);
BEGIN
  UPDATE salience.mailboxes SET
    lease_until = CASE WHEN v_release THEN NULL WHEN p ? 'leaseMs' THEN clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond' ELSE lease_until END,
    owner = CASE WHEN v_release THEN NULL ELSE owner END,
    uid_validity = coalesce((p->>'uidValidity')::bigint, uid_validity), last_uid = coalesce((p->>'lastUid')::bigint, last_uid),
    anchored_at = CASE WHEN (p->>'anchored')::boolean THEN clock_timestamp() ELSE anchored_at END, old_upto = coalesce((p->>'oldUpto')::bigint, old_upto),
    failures = CASE WHEN v_failed THEN failures + 1 WHEN v_seen THEN 0 ELSE failures END,
    error = CASE WHEN v_failed THEN p->>'error' WHEN v_seen THEN NULL ELSE error END,
    retry_at = CASE WHEN v_failed THEN (p->>'retryAt')::timestamptz WHEN v_seen THEN NULL ELSE retry_at END,
    seen_at = CASE WHEN v_seen THEN (p->>'now')::timestamptz ELSE seen_at END
  WHERE agent_id = v_agent AND name = p->>'name' AND fence = (p->>'fence')::bigint AND owner IS NOT NULL;
  RETURN to_jsonb(FOUND);
END $$;
