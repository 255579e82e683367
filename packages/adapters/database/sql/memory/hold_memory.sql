-- Updates a lease under its fence: records the batch that is about to be made (`attempt`), extends the lease (`leaseMs`), or records that
-- the batch was saved (`kept`, in the transaction that saves it). p: {agentId, kind, fence, attempt, leaseMs, kept}. Returns false, and
-- changes nothing, if another worker holds the lease.
CREATE OR REPLACE FUNCTION salience.hold_memory(p jsonb) RETURNS boolean LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  UPDATE salience.memory_leases SET
    attempt = CASE WHEN p ? 'kept' THEN NULL ELSE coalesce(p->'attempt', attempt) END,
    unkept = CASE WHEN p ? 'kept' THEN '{}' ELSE unkept END,
    lease_until = CASE WHEN p ? 'leaseMs' THEN clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond' ELSE lease_until END
  WHERE agent_id = p->>'agentId' AND kind = p->>'kind' AND fence = (p->>'fence')::bigint;
  RETURN FOUND;
END $$;
