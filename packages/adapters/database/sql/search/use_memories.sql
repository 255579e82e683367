-- Counts an access of memories. p: [{id, kind}].
CREATE OR REPLACE FUNCTION salience.use_memories(p_agent text, p_items jsonb, p_now timestamptz)
RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  INSERT INTO salience.memory_accesses (agent_id, item_id, kind, count, last_at)
  SELECT p_agent, i->>'id', min(i->>'kind'), 1, p_now FROM jsonb_array_elements(p_items) i GROUP BY 2 ORDER BY 2
  ON CONFLICT (agent_id, item_id) DO UPDATE SET count = salience.memory_accesses.count + 1,
    last_at = greatest(salience.memory_accesses.last_at, excluded.last_at);
END $$;
