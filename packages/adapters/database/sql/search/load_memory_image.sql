-- The parts of an agent's image in their order; no row where there is none. One that was written on another server is none: its transactions
-- have other numbers there, and rows would be left out. Nor is one of an agent that is too large to be held whole.
CREATE OR REPLACE FUNCTION salience.load_memory_image(p_agent text, p_model text)
RETURNS TABLE(from_xid xid8, bytes bytea) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET jit = off
AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT i.from_xid, i.bytes FROM salience.memory_images i
  WHERE i.agent_id = p_agent AND i.model_id = p_model AND i.written_xid::xid = i.xmin AND i.from_xid <= pg_snapshot_xmin(pg_current_snapshot())
    AND NOT EXISTS (SELECT FROM salience.overflow_blocks b WHERE b.agent_id = p_agent)
  ORDER BY i.part;
END $$;
