-- What turns said on topics of one model, written from p_from on: one row a turn that has a topic. `vector`, as taughtBytes packs it, moves
-- the centre; null moves nothing. An overheard message comes as of the transaction that found its topic. Planned as part of the query that asks.
CREATE OR REPLACE FUNCTION salience.taught(p_agent text, p_model text, p_from xid8)
RETURNS TABLE(turn_id text, topic_id text, xid xid8, said_at timestamptz, vector bytea) LANGUAGE sql STABLE AS $$
  SELECT e.turn_id, e.topic_id, e.written_xid, e.said_at, CASE WHEN e.code_model_id = p_model THEN e.vector END
  FROM salience.turn_ends e JOIN salience.topics t ON t.id = e.topic_id AND t.agent_id = p_agent AND t.model_id = p_model
  WHERE e.agent_id = p_agent AND e.written_xid >= p_from
$$;
