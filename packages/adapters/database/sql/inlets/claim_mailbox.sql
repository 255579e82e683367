-- Takes the lease of a mailbox that nobody reads and whose pause after a failure is over. p: {agentId, name, owner, leaseMs, now}. Returns {fence,
-- uidValidity, lastUid, failures, anchoredAt, oldUpto}; null where it is not to be had.
CREATE OR REPLACE FUNCTION salience.claim_mailbox(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  m salience.mailboxes;
BEGIN
  INSERT INTO salience.mailboxes AS b (agent_id, name, fence, owner, lease_until)
  VALUES (v_agent, p->>'name', 1, p->>'owner', clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond')
  ON CONFLICT (agent_id, name) DO UPDATE SET fence = b.fence + 1, owner = excluded.owner, lease_until = excluded.lease_until
  WHERE (b.lease_until IS NULL OR b.lease_until < clock_timestamp()) AND (b.retry_at IS NULL OR b.retry_at <= (p->>'now')::timestamptz)
  RETURNING * INTO m;
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN jsonb_build_object('fence', m.fence, 'uidValidity', m.uid_validity, 'lastUid', m.last_uid, 'failures', m.failures,
    'anchoredAt', m.anchored_at, 'oldUpto', m.old_upto);
END $$;
