-- Releases a lease. For `restMs` no worker can take it. With `unkept` the batch counts as one that was never saved. If another worker holds
-- the lease by now, it stays with that worker, and the batch of this one no longer counts: its worker was slow and did not die.
-- p: {agentId, kind, fence, restMs, unkept}. Returns true if another worker asked for it meanwhile (`again`).
CREATE OR REPLACE FUNCTION salience.release_memory(p jsonb) RETURNS boolean LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_again boolean;
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  UPDATE salience.memory_leases SET owner = NULL, attempt = CASE WHEN (p->>'unkept')::boolean THEN attempt END,
    lease_until = CASE WHEN (p->>'restMs')::integer > 0 THEN clock_timestamp() + (p->>'restMs')::integer * interval '1 millisecond' END
  WHERE agent_id = p->>'agentId' AND kind = p->>'kind' AND fence = (p->>'fence')::bigint RETURNING again INTO v_again;
  IF NOT FOUND AND NOT (p->>'unkept')::boolean THEN
    UPDATE salience.memory_leases SET unkept = array_remove(unkept, (p->>'fence')::bigint)
    WHERE agent_id = p->>'agentId' AND kind = p->>'kind' AND (p->>'fence')::bigint = ANY (unkept);
  END IF;
  RETURN coalesce(v_again, false);
END $$;
