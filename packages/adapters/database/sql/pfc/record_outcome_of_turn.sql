-- Records how the actions of a turn went, those without an outcome. p: {agentId, turnId, kind, outcome, notes, value, trust, now}. Returns how many.
CREATE OR REPLACE FUNCTION salience.record_outcome_of_turn(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_told integer;
BEGIN
  UPDATE salience.pfc_action_log SET outcome = p->>'outcome', outcome_notes = p->>'notes', outcome_value = (p->>'value')::real, outcome_trust = p->>'trust',
    outcome_at = (p->>'now')::timestamptz
  WHERE agent_id = v_agent AND turn_id = p->>'turnId' AND outcome IS NULL AND (p->>'kind' IS NULL OR kind = p->>'kind');
  GET DIAGNOSTICS v_told = ROW_COUNT;
  RETURN to_jsonb(v_told);
END $$;
