-- The codes of one model written by transactions from p_from on, at most p_limit beyond those of the last one; `upto` is where to
-- continue. Codes may repeat, but a committed one is never missed. Ids forgotten since come without a code: a process that holds
-- codes drops those.
CREATE OR REPLACE FUNCTION salience.load_codes(p_agent text, p_model text, p_from xid8)
RETURNS TABLE(upto xid8, item_id text, kind text, code bytea) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT pg_snapshot_xmin(pg_current_snapshot()), NULL::text, NULL::text, NULL::bytea
    UNION ALL SELECT NULL, m.item_id, m.kind, m.code FROM salience.memory_codes m
    WHERE m.agent_id = p_agent AND m.model_id = p_model AND m.written_xid >= p_from
    UNION ALL SELECT NULL, t.item_id, t.kind, NULL FROM salience.tombstones t
    WHERE p_from > '0'::xid8 AND t.agent_id = p_agent AND t.written_xid >= p_from;
END $$;
