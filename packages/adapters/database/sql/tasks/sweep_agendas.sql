-- Sets agendas anew that do not agree with their tasks or with the settings of their agent. The safety sweep of the tick: without faults it finds none. It
-- looks at the first task of each agent that waits and at those that run, so what waits costs it nothing. With p_whole it
-- counts all that is open; where that is null, at the beginning of every hour. It waits for nobody. Returns how many were wrong.
CREATE OR REPLACE FUNCTION salience.sweep_agendas(p_whole boolean) RETURNS integer LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_whole boolean := coalesce(p_whole, extract(minute FROM clock_timestamp()) < 2);
  v_agent text;
  v_count integer := 0;
BEGIN
  FOR v_agent IN
    SELECT g.agent_id FROM salience.agendas g
      LEFT JOIN (SELECT t.agent_id, count(*) AS running FROM salience.tasks t WHERE t.state = 'running' GROUP BY t.agent_id) r USING (agent_id)
      LEFT JOIN LATERAL (SELECT t.run_at FROM salience.tasks t WHERE t.agent_id = g.agent_id AND t.state IN ('scheduled', 'retry_wait')
        ORDER BY t.run_at, t.id LIMIT 1) f ON true
      LEFT JOIN LATERAL (SELECT (a.settings->'tasks'->>'concurrent')::integer AS concurrent FROM salience.agents a WHERE a.id = g.agent_id OFFSET 0) a ON true
    WHERE g.running <> coalesce(r.running, 0) OR f.run_at < g.next_at OR (g.next_at IS NULL AND f.run_at IS NOT NULL)
      OR g.concurrent <> coalesce(a.concurrent, 4)
    UNION SELECT coalesce(g.agent_id, n.agent_id) FROM salience.agendas g FULL JOIN salience.agenda_sums() n USING (agent_id)
    WHERE v_whole AND (g.agent_id IS NULL OR g.running <> coalesce(n.running, 0) OR g.open <> coalesce(n.open, 0))
  LOOP
    IF salience.settle_agenda(v_agent) THEN v_count := v_count + 1; END IF;
  END LOOP;
  RETURN v_count;
END $$;
