-- What a ruling on a call is made of, in one round trip: the standing of its kind of call (load_standing), and, if asked for, what the agent pursues and did lately, of what
-- somebody vouches for alone (evaluation_inputs); an agent that pursues nothing costs one look. p: {agentId, tool, kind, now, evaluation}. Returns {standing, evaluation: null if
-- not asked for}.
CREATE OR REPLACE FUNCTION salience.load_ruling(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_evaluation jsonb;
BEGIN
  IF (p->>'evaluation')::boolean THEN
    v_evaluation := CASE WHEN EXISTS (SELECT 1 FROM salience.pfc_goals WHERE agent_id = v_agent AND status = 'active' AND trust = 'owner')
      THEN salience.evaluation_inputs(jsonb_build_object('agentId', v_agent, 'now', p->>'now', 'trust', 'owner'))
      ELSE '{"goals": [], "recent": [], "outcomes": [], "thresholds": null}' END;
  END IF;
  RETURN jsonb_build_object('standing', salience.load_standing(v_agent, p->>'tool', p->>'kind', (p->>'now')::timestamptz), 'evaluation', v_evaluation);
END $$;
