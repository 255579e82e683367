-- Wakes whose turn has ended and of which nobody knows yet whether their question was heard, over all agents, with the texts of what models were shown in that turn. p: {after (asked at or after), limit}. Returns
-- [{id, agentId, question, state: of the turn, shown: [texts]}]. Pulse-sensor.
CREATE OR REPLACE FUNCTION salience.asked_wakes(p jsonb) RETURNS jsonb LANGUAGE plpgsql VOLATILE
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_all jsonb := '[]';
  f record;
  v_state text;
BEGIN
  FOR f IN SELECT id, agent_id, turn_id, question FROM salience.activations WHERE state = 'asked' AND heard_at IS NULL AND asked_at >= (p->>'after')::timestamptz
      ORDER BY asked_at LIMIT (p->>'limit')::integer LOOP
    PERFORM set_config('app.agent', f.agent_id, true);
    SELECT kind INTO v_state FROM salience.turn_ends WHERE turn_id = f.turn_id;
    CONTINUE WHEN NOT FOUND;
    v_all := v_all || jsonb_build_object('id', f.id, 'agentId', f.agent_id, 'question', f.question, 'state', v_state,
      'shown', (SELECT coalesce(jsonb_agg(m->>'content' ORDER BY c.call), '[]') FROM salience.contexts c, jsonb_array_elements(c.body->'messages') m
        WHERE c.turn_id = f.turn_id));
  END LOOP;
  RETURN v_all;
END $$;
