-- Records how an action went; an earlier outcome is kept beside it. What nobody vouches for is kept beside what somebody does. p: {agentId, id, outcome, notes, value, trust, now,
-- only}. Returns the row, or null.
CREATE OR REPLACE FUNCTION salience.record_outcome(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  a salience.pfc_action_log;
  v_told jsonb;
BEGIN
  SELECT * INTO a FROM salience.pfc_action_log WHERE agent_id = v_agent AND id = (p->>'id')::integer AND (p->>'only' IS NULL OR trust = p->>'only') FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF a.outcome_trust = 'owner' AND p->>'trust' = 'unverified' THEN
    v_told := jsonb_build_object('outcome', p->>'outcome', 'notes', p->>'notes', 'value', p->'value', 'trust', p->>'trust', 'at', p->>'now');
    -- The latest hundred.
    a.outcomes := jsonb_path_query_array(a.outcomes, '$[last - 98 to last]') || jsonb_build_array(v_told);
  ELSE
    IF a.outcome IS NOT NULL THEN
      v_told := jsonb_build_object('outcome', a.outcome, 'notes', a.outcome_notes, 'value', a.outcome_value, 'trust', a.outcome_trust, 'at', a.outcome_at);
      a.outcomes := jsonb_path_query_array(a.outcomes, '$[last - 98 to last]') || jsonb_build_array(v_told);
    END IF;
    a.outcome := p->>'outcome'; a.outcome_notes := p->>'notes'; a.outcome_value := (p->>'value')::real; a.outcome_trust := p->>'trust';
    a.outcome_at := (p->>'now')::timestamptz;
  END IF;
  UPDATE salience.pfc_action_log SET outcome = a.outcome, outcome_notes = a.outcome_notes, outcome_value = a.outcome_value, outcome_trust = a.outcome_trust,
    outcome_at = a.outcome_at, outcomes = a.outcomes WHERE id = a.id;
  RETURN salience.action_view(a);
END $$;
