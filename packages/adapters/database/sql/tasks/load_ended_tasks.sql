-- Tasks that can move on, since the turn that works on them has ended, the longest ended first; and those whose turn is gone. p: {limit}. Returns [task_facts].
CREATE OR REPLACE FUNCTION salience.load_ended_tasks(p jsonb) RETURNS jsonb LANGUAGE sql STABLE
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
  SELECT coalesce(jsonb_agg(salience.task_facts(x.task) ORDER BY x.ended_at NULLS FIRST, (x.task).id), '[]') FROM (
    SELECT t AS task, u.ended_at FROM salience.tasks t
      -- One by one, whatever the plan was made for: turns are many.
      LEFT JOIN LATERAL (SELECT w.id, w.state, w.ended_at FROM salience.turns w WHERE w.id = t.turn_id OFFSET 0) u ON true
    WHERE t.state = 'running' AND (u.id IS NULL OR u.state NOT IN ('pending', 'running'))
    ORDER BY u.ended_at NULLS FIRST, t.id LIMIT (p->>'limit')::integer) x
$$;
