-- Gives the lease of a cluster back without having judged: at the end of a process, or with a pause after a failure. p: {agentId, cluster, fence, retryAt (null: none)}.
CREATE OR REPLACE FUNCTION salience.release_cluster(p jsonb) RETURNS boolean LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
BEGIN
  UPDATE salience.clusters SET owner = NULL, lease_until = NULL, retry_at = (p->>'retryAt')::timestamptz
  WHERE agent_id = v_agent AND cluster = p->>'cluster' AND fence = (p->>'fence')::bigint;
  RETURN FOUND;
END $$;
