-- How an agent's decisions about what people said fell to the modes, by day (UTC), of turns that ended from p_from on and before p_to. p_own: sources that nobody said. Read-only.
CREATE OR REPLACE FUNCTION salience.routed_days(p_agent text, p_from timestamptz, p_to timestamptz, p_own text[]) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('day', x.day, 'mode', x.mode, 'decisions', x.n) ORDER BY x.day, x.mode), '[]') FROM (
    SELECT (e.ended_at AT TIME ZONE 'UTC')::date AS day, e.mode, count(*) AS n FROM salience.turn_ends e
    WHERE e.agent_id = p_agent AND e.ended_at >= p_from AND e.ended_at < p_to AND e.mode IS NOT NULL AND e.policy_name IS NOT NULL AND salience.is_said(e, p_own) GROUP BY 1, 2) x);
END $$;
