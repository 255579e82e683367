-- The statements of an agent that ended last, as ended_said returns them (null if nothing had ended by p_at), `until` when this holds
-- as long as nothing is written, and `traits`, those of them. Null if p_held, the traits of an earlier answer, are still those that ended last:
-- a trait goes without a trace when others are settled anew.
CREATE OR REPLACE FUNCTION salience.latest_ended(p_agent text, p_held jsonb, p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_bitmapscan = off
SET jit = off
AS $$
DECLARE
  -- An assignment is no statement of its own.
  v_agent text := set_config('app.agent', p_agent, true);
  v_traits jsonb;
BEGIN
  v_traits := to_jsonb(ARRAY(SELECT t.id FROM salience.traits t WHERE t.agent_id = v_agent AND t.valid_to <= p_at ORDER BY t.valid_to DESC LIMIT 6));
  IF v_traits = p_held THEN RETURN NULL; END IF;
  RETURN jsonb_build_object('traits', v_traits, 'until', salience.ended_until(v_agent, p_at),
    'statements', CASE WHEN salience.has_ended(v_agent, p_at) THEN salience.ended_said(v_agent, NULL, NULL, p_at) END);
END $$;
