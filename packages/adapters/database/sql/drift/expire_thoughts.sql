-- Removes expired thoughts of all agents from the search by meaning; their rows stay. An empty code tells the processes that hold it.
-- Returns their number.
CREATE OR REPLACE FUNCTION salience.expire_thoughts(p_now timestamptz, p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_count integer;
BEGIN
  UPDATE salience.memory_codes m SET code = '', written_xid = pg_current_xact_id()
  FROM (SELECT t.agent_id, t.id FROM salience.thoughts t JOIN salience.memory_codes c ON c.agent_id = t.agent_id AND c.item_id = t.id
    WHERE t.expires_at <= p_now AND c.code <> '' ORDER BY t.id LIMIT p_limit FOR UPDATE OF c SKIP LOCKED) gone
  WHERE m.agent_id = gone.agent_id AND m.item_id = gone.id;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
