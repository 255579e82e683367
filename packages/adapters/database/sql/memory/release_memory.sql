-- Gives a lease back; one that is another's is left alone. Nobody takes it for `restMs`; a batch that could not be kept (`unkept`) counts
-- against the next one. p = {agentId, kind, fence, restMs, unkept}. Returns whether somebody came while it was held.
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
  RETURN coalesce(v_again, false);
END $$;
