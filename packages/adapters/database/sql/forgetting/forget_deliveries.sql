-- Nothing more is told of forgotten turns.
CREATE OR REPLACE FUNCTION salience.forget_deliveries(p_agent text, p_turns text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  UPDATE salience.notices SET settled_at = p_now, settled_as = 'nothing', look_at = NULL
  WHERE agent_id = p_agent AND turn_id = ANY (p_turns) AND settled_at IS NULL;
  UPDATE salience.deliveries SET state = 'withdrawn', settled_at = p_now, claimed_until = NULL
  WHERE agent_id = p_agent AND turn_id = ANY (p_turns) AND state = 'pending';
END $$;
