-- Takes the lease of a watched folder. It belongs to the host that watched it last; another host gets it when that one has been away for takeoverMs, and
-- looks through it as for the first time, unless its folder is the same one. p: {agentId, root, owner, host, inode (null: there is no folder now), leaseMs,
-- takeoverMs, now}. Returns {fence, baseline: whether what is there is no news, failures}; null where it is not to be had.
CREATE OR REPLACE FUNCTION salience.claim_root(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_was salience.roots;
  v_moved boolean;
BEGIN
  INSERT INTO salience.roots (agent_id, root) VALUES (v_agent, p->>'root') ON CONFLICT DO NOTHING;
  SELECT * INTO v_was FROM salience.roots WHERE agent_id = v_agent AND root = p->>'root' FOR UPDATE;
  IF v_was.lease_until > clock_timestamp() OR v_was.retry_at > (p->>'now')::timestamptz OR (v_was.host IS DISTINCT FROM p->>'host' AND v_was.host IS NOT NULL
    AND v_was.lease_until > clock_timestamp() - (p->>'takeoverMs')::bigint * interval '1 millisecond') THEN RETURN NULL; END IF;
  v_moved := v_was.host IS NOT NULL AND v_was.host <> p->>'host' AND v_was.inode IS DISTINCT FROM p->>'inode';
  IF v_moved THEN DELETE FROM salience.watched_files WHERE agent_id = v_agent AND root = p->>'root'; END IF;
  UPDATE salience.roots SET fence = fence + 1, owner = p->>'owner', host = p->>'host', inode = coalesce(p->>'inode', inode),
    baseline_at = CASE WHEN v_moved THEN NULL ELSE baseline_at END,
    lease_until = clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond'
  WHERE agent_id = v_agent AND root = p->>'root';
  RETURN jsonb_build_object('fence', v_was.fence + 1, 'baseline', v_was.baseline_at IS NULL OR v_moved, 'failures', v_was.failures);
END $$;
