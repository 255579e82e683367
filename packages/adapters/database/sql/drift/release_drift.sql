-- Releases an agent. p: {agentId, fence, nextAt (null: unchanged), now, run: {id, state, reason, tokens (null: the reserved number)}
-- or null}. Returns false, and changes nothing, if the caller no longer holds it.
CREATE OR REPLACE FUNCTION salience.release_drift(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  UPDATE salience.drift_agents SET owner = NULL, lease_until = NULL, next_at = coalesce((p->>'nextAt')::timestamptz, next_at)
  WHERE agent_id = p->>'agentId' AND fence = (p->>'fence')::bigint AND owner IS NOT NULL;
  IF NOT FOUND THEN RETURN 'false'::jsonb; END IF;
  UPDATE salience.drift_runs SET state = p->'run'->>'state', reason = p->'run'->>'reason',
    tokens = coalesce((p->'run'->>'tokens')::integer, tokens), ended_at = (p->>'now')::timestamptz
  WHERE id = p->'run'->>'id' AND state = 'running';
  RETURN 'true'::jsonb;
END $$;
