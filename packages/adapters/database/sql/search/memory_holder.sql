-- The live worker that held the latest of an agent's lanes last, and so most likely holds its memory; null for none. As accept_turn finds it.
CREATE OR REPLACE FUNCTION salience.memory_holder(p_agent text) RETURNS text LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN (SELECT w.id FROM salience.workers w
    WHERE w.id = (SELECT l.held_by
      FROM (SELECT t.id, t.last_activity_at FROM salience.threads t WHERE t.agent_id = p_agent ORDER BY t.last_activity_at DESC LIMIT 8) t
      JOIN salience.lanes l ON l.thread_id = t.id WHERE l.held_by IS NOT NULL ORDER BY t.last_activity_at DESC LIMIT 1)
      AND w.state = 'ready' AND w.seen_at > clock_timestamp() - interval '15 seconds');
END $$;
