-- Makes an agenda anew from the tasks of its agent, under its lock: whoever commits a task meanwhile waits, and finds it as it is then. One that is locked is
-- left alone: it changes just now. Returns whether its sums were wrong; how many may run at once follows the settings without being wrong.
CREATE OR REPLACE FUNCTION salience.settle_agenda(p_agent text) RETURNS boolean LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  INSERT INTO salience.agendas (agent_id) VALUES (p_agent) ON CONFLICT DO NOTHING;
  PERFORM 1 FROM salience.agendas WHERE agent_id = p_agent FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE salience.agendas g SET concurrent = coalesce((a.settings->'tasks'->>'concurrent')::integer, 4)
  FROM salience.agents a WHERE g.agent_id = p_agent AND a.id = p_agent AND g.concurrent <> coalesce((a.settings->'tasks'->>'concurrent')::integer, 4);
  UPDATE salience.agendas g SET next_at = n.next_at, running = coalesce(n.running, 0), open = coalesce(n.open, 0)
  FROM (VALUES (p_agent)) v(agent_id) LEFT JOIN salience.agenda_sums() n USING (agent_id)
  WHERE g.agent_id = p_agent AND (g.running <> coalesce(n.running, 0) OR g.open <> coalesce(n.open, 0) OR g.next_at > n.next_at
    OR (g.next_at IS NULL AND n.next_at IS NOT NULL));
  RETURN FOUND;
END $$;
