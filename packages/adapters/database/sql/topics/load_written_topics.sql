-- The agent's topics of one model that may have been written since p_from, most recently seen first; from 0 on all of them. The first
-- row only says in `upto` where to continue. Centroids are binary arrays: parsing half a million numbers as text costs more than
-- comparing with them.
CREATE OR REPLACE FUNCTION salience.load_written_topics(p_agent text, p_model text, p_limit integer, p_from xid8)
RETURNS TABLE(upto xid8, id text, name text, centroid bytea, message_count integer, salience real, last_seen_at timestamptz) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  upto := pg_snapshot_xmin(pg_current_snapshot());
  RETURN NEXT;
  IF p_from = '0'::xid8 THEN
    RETURN QUERY SELECT NULL::xid8, t.id, t.name, array_send(t.centroid), t.message_count, t.salience, t.last_seen_at
      FROM salience.topics t WHERE t.agent_id = p_agent AND t.model_id = p_model ORDER BY t.last_seen_at DESC LIMIT p_limit;
  ELSE
    RETURN QUERY SELECT NULL::xid8, t.id, t.name, array_send(t.centroid), t.message_count, t.salience, t.last_seen_at
      FROM salience.topics t WHERE t.agent_id = p_agent AND t.model_id = p_model AND t.written_xid >= p_from
      ORDER BY t.last_seen_at DESC LIMIT p_limit;
  END IF;
END $$;
