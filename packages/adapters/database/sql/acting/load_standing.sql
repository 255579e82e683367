-- The record of a kind of call in the last 30 days: {successes, failures}.
CREATE OR REPLACE FUNCTION salience.load_standing(p_agent text, p_tool text, p_kind text, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  p_agent := set_config('app.agent', p_agent, true);
  RETURN (SELECT jsonb_build_object('successes', coalesce(sum(successes), 0), 'failures', coalesce(sum(failures), 0))
    FROM salience.tool_standing WHERE agent_id = p_agent AND tool = p_tool AND kind = p_kind
      AND day > (p_now AT TIME ZONE 'UTC')::date - 30);
END $$;
