-- Takes the lease of a page that is due to be polled. p: {agentId, endpoint, owner, leaseMs, now}. Returns {fence, etag, lastModified, hash, status, bytes, value, failures,
-- first: nothing of it is known}, or {nextAt} of one that is not due or that somebody else polls.
CREATE OR REPLACE FUNCTION salience.claim_page(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  v_page salience.pages;
BEGIN
  INSERT INTO salience.pages AS g (agent_id, endpoint, next_at, fence, owner, lease_until)
  VALUES (v_agent, p->>'endpoint', v_now, 1, p->>'owner', clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond')
  ON CONFLICT (agent_id, endpoint) DO UPDATE SET fence = g.fence + 1, owner = excluded.owner, lease_until = excluded.lease_until
  WHERE g.next_at <= v_now AND (g.lease_until IS NULL OR g.lease_until < clock_timestamp())
  RETURNING * INTO v_page;
  IF FOUND THEN
    RETURN jsonb_build_object('fence', v_page.fence, 'etag', v_page.etag, 'lastModified', v_page.last_modified, 'hash', v_page.hash,
      'status', v_page.status, 'bytes', v_page.bytes, 'value', v_page.number, 'failures', v_page.failures, 'first', v_page.seen_at IS NULL);
  END IF;
  SELECT * INTO v_page FROM salience.pages WHERE agent_id = v_agent AND endpoint = p->>'endpoint';
  RETURN jsonb_build_object('nextAt', greatest(v_page.next_at, v_now + interval '1 second'));
END $$;
