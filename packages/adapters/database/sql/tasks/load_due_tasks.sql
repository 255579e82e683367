-- The tasks that may start now: of each agent with a free place the one that is due longest, agents first for whom nothing began for longest. One of each,
-- so that no scheduler begins one before another that was due earlier: the next is found once this one has moved. What waits for later is not looked at.
-- p: {now, limit, agents}. Returns [task_facts].
CREATE OR REPLACE FUNCTION salience.load_due_tasks(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_agent text;
  v_found jsonb;
BEGIN
  SELECT coalesce(jsonb_agg(salience.task_facts(x.task) ORDER BY x.served_at NULLS FIRST, (x.task).run_at, (x.task).id), '[]') INTO v_found FROM (
    SELECT d.task, g.served_at
    FROM (SELECT * FROM salience.agendas WHERE running < concurrent AND next_at IS NOT NULL AND next_at <= v_now
        ORDER BY served_at NULLS FIRST, next_at, agent_id LIMIT (p->>'agents')::integer) g
    CROSS JOIN LATERAL (SELECT t AS task FROM salience.tasks t WHERE t.agent_id = g.agent_id AND t.state IN ('scheduled', 'retry_wait')
      AND t.run_at <= v_now ORDER BY t.run_at, t.id LIMIT 1) d
    ORDER BY g.served_at NULLS FIRST, (d.task).run_at, (d.task).id LIMIT (p->>'limit')::integer) x;
  -- An agenda that named a time at which nothing is due any more is set anew, or it would be looked at for ever. Who holds one changes it just now.
  FOR v_agent IN
    SELECT g.agent_id FROM salience.agendas g WHERE g.running < g.concurrent AND g.next_at IS NOT NULL AND g.next_at <= v_now
      AND coalesce((SELECT t.run_at FROM salience.tasks t WHERE t.agent_id = g.agent_id AND t.state IN ('scheduled', 'retry_wait')
        ORDER BY t.run_at, t.id LIMIT 1), 'infinity') > v_now
    ORDER BY g.next_at, g.agent_id LIMIT (p->>'agents')::integer FOR UPDATE OF g SKIP LOCKED
  LOOP
    -- Under its lock, so that whoever commits a task meanwhile waits, and lowers what is set here.
    UPDATE salience.agendas SET next_at = (SELECT t.run_at FROM salience.tasks t WHERE t.agent_id = v_agent AND t.state IN ('scheduled', 'retry_wait')
      ORDER BY t.run_at, t.id LIMIT 1) WHERE agent_id = v_agent;
  END LOOP;
  RETURN v_found;
END $$;
