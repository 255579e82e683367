-- Takes the lease on an agent's memory, one worker per kind (chunk, tell), and marks the given threads as due. If another worker holds
-- the lease, its mark `again` asks that worker to look once more. `attempt` is the batch that the last holder began and never saved; then
-- `most`, the pieces that the next batch may have, is half of that batch, and `deaths` counts such batches in a row. p: {agentId, kind,
-- worker, leaseMs, most, threadIds, now}. Returns {fence, most, deaths, attempt}, or null while another worker holds the lease.
CREATE OR REPLACE FUNCTION salience.begin_memory(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_kind text := p->>'kind';
  v_most integer := (p->>'most')::integer;
  v_lease salience.memory_leases;
  v_taken boolean;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  INSERT INTO salience.memory_leases AS l (agent_id, kind, owner, fence, lease_until, most)
  VALUES (v_agent, v_kind, p->>'worker', 1, clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond', v_most)
  ON CONFLICT (agent_id, kind) DO UPDATE SET owner = excluded.owner, fence = l.fence + 1, lease_until = excluded.lease_until, again = false,
    most = CASE WHEN l.attempt IS NULL THEN least(l.most * 2, v_most) ELSE greatest((l.attempt->>'pieces')::integer / 2, 1) END,
    unkept = CASE WHEN l.attempt IS NULL THEN '{}' ELSE l.unkept || l.fence END
    WHERE l.lease_until IS NULL OR l.lease_until < clock_timestamp()
  RETURNING * INTO v_lease;
  v_taken := FOUND;
  IF NOT v_taken THEN
    UPDATE salience.memory_leases SET again = true WHERE agent_id = v_agent AND kind = v_kind AND lease_until >= clock_timestamp();
    -- Released meanwhile, by a holder that cannot have seen the mark.
    IF NOT FOUND THEN RETURN salience.begin_memory(p); END IF;
  END IF;
  -- Lease before threads, the order in which a batch is saved; the other order would deadlock with it.
  IF v_kind = 'chunk' AND jsonb_array_length(p->'threadIds') > 0 THEN
    INSERT INTO salience.memory_progress (thread_id, agent_id, chunk_at)
    SELECT h.id, v_agent, (p->>'now')::timestamptz FROM salience.threads h
    WHERE h.agent_id = v_agent AND h.id IN (SELECT jsonb_array_elements_text(p->'threadIds')) ORDER BY h.id
    ON CONFLICT (thread_id) DO UPDATE SET chunk_at = excluded.chunk_at
      WHERE salience.memory_progress.chunk_at IS NULL OR salience.memory_progress.chunk_at > excluded.chunk_at;
  END IF;
  IF NOT v_taken THEN RETURN NULL; END IF;
  RETURN jsonb_build_object('fence', v_lease.fence, 'most', v_lease.most, 'deaths', cardinality(v_lease.unkept), 'attempt', v_lease.attempt);
END $$;
