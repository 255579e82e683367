-- The steps of a run in order; empty if there are none.
CREATE OR REPLACE FUNCTION salience.load_run(p_agent text, p_run text) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  p_agent := set_config('app.agent', p_agent, true);
  RETURN (SELECT coalesce(jsonb_agg(salience.act_step_view(s) ORDER BY s.n), '[]')
    FROM salience.act_steps s WHERE s.run_id = p_run AND s.agent_id = p_agent);
END $$;
