-- What the agendas must say, counted from the tasks that have not ended and nothing else, by indexes. Those that wait for a person are found by what they
-- asked for.
CREATE OR REPLACE FUNCTION salience.agenda_sums() RETURNS TABLE (agent_id text, running integer, open integer, next_at timestamptz) LANGUAGE sql STABLE
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
  WITH asked AS MATERIALIZED (SELECT q.task_id, q.run_id FROM salience.approvals q WHERE q.state = 'pending'),
  waiting AS MATERIALIZED (SELECT DISTINCT coalesce(a.task_id, (SELECT s.task_id FROM salience.task_steps s WHERE s.turn_id = a.run_id LIMIT 1)) AS id FROM asked a),
  open AS (
    SELECT t.agent_id, 0 AS running, t.run_at AS due FROM salience.tasks t WHERE t.state IN ('scheduled', 'retry_wait')
    UNION ALL SELECT t.agent_id, 1, NULL FROM salience.tasks t WHERE t.state = 'running'
    UNION ALL SELECT t.agent_id, 0, NULL FROM waiting w
      CROSS JOIN LATERAL (SELECT k.agent_id, k.state FROM salience.tasks k WHERE k.id = w.id OFFSET 0) t WHERE t.state = 'awaiting_review'
  )
  SELECT o.agent_id, sum(o.running)::integer, count(*)::integer, min(o.due) FROM open o GROUP BY o.agent_id
$$;
