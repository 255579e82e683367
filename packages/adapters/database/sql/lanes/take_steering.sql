-- Lets steering messages that wait behind a running turn enter its run, in order and each once: each becomes a step, and its turn
-- ends merged. Stops at the first message that may not steer; skips what schedules began, and continuations. Runs under the lane's lock, which
-- accepting takes too: a message is either taken here or runs as its own turn.
CREATE OR REPLACE FUNCTION salience.take_steering(p_turn salience.turns, p_run text, p_fence bigint, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_levels text[] := ARRAY['external', 'unverified', 'agent', 'user', 'owner'];
  v_next salience.turns;
  v_step salience.act_steps;
  v_n integer;
  v_text text := p_turn.steered_text;
  v_taken jsonb := '[]'::jsonb;
BEGIN
  FOR v_next IN
    SELECT * FROM salience.turns WHERE thread_id = p_turn.thread_id AND seq > p_turn.seq ORDER BY seq FOR UPDATE
  LOOP
    CONTINUE WHEN v_next.state NOT IN ('pending', 'running') OR v_next.source IN ('reminder', 'schedule', 'approval', 'thought', 'task', 'triage', 'review', 'report', 'floor');
    EXIT WHEN NOT v_next.steering OR v_next.started_at IS NOT NULL OR v_next.state <> 'pending'
      OR v_next.cancel_requested_at IS NOT NULL OR v_next.context IS NOT NULL OR btrim(v_next.text) = ''
      OR array_position(v_levels, v_next.trust) < array_position(v_levels, p_turn.trust)
      OR jsonb_array_length(v_taken) = 20 OR length(coalesce(v_text, '')) + length(v_next.text) > 16000;
    SELECT coalesce(max(n), -1) + 1 INTO v_n FROM salience.act_steps WHERE run_id = p_run;
    INSERT INTO salience.act_steps (run_id, n, agent_id, thread_id, turn_id, kind, state, note, reason, at)
    VALUES (p_run, v_n, p_turn.agent_id, p_turn.thread_id, p_turn.id, 'steer', 'done', v_next.text, v_next.id, p_now)
    RETURNING * INTO v_step;
    UPDATE salience.turns SET merged_into = p_turn.id WHERE id = v_next.id;
    PERFORM salience.end_turn(v_next, 'merged', p_fence, p_now, NULL);
    v_text := concat_ws(E'\n', v_text, v_next.text);
    v_taken := v_taken || (salience.act_step_view(v_step) || jsonb_build_object('messageTurnId', v_next.id,
      'speaker', v_next.speaker, 'trust', v_next.trust, 'saidAt', v_next.said_at));
  END LOOP;
  IF v_taken <> '[]'::jsonb THEN UPDATE salience.turns SET steered_text = v_text WHERE id = p_turn.id; END IF;
  RETURN v_taken;
END $$;
