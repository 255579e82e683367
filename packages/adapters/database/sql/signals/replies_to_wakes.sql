-- What its owner said next in the thread of a wake that nobody has labelled, over all agents: the message that follows it, if it was said after the turn that asked had ended, and within a day. p: {after (asked at or after), limit}. Returns
-- [{id, agentId, module, candidates, text, at}]. Pulse-sensor.
CREATE OR REPLACE FUNCTION salience.replies_to_wakes(p jsonb) RETURNS jsonb LANGUAGE plpgsql VOLATILE
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_all jsonb := '[]';
  f record;
  v_wake record;
  v_said record;
BEGIN
  FOR f IN SELECT id, agent_id, turn_id, module, candidates, asked_at FROM salience.activations WHERE asked_at >= (p->>'after')::timestamptz AND state = 'asked' AND label IS NULL
      ORDER BY asked_at LIMIT (p->>'limit')::integer LOOP
    PERFORM set_config('app.agent', f.agent_id, true);
    SELECT thread_id, seq INTO v_wake FROM salience.turns WHERE id = f.turn_id;
    CONTINUE WHEN NOT FOUND;
    -- An answer to a request of that turn is none to its question.
    CONTINUE WHEN EXISTS (SELECT 1 FROM salience.approvals q WHERE q.turn_id = f.turn_id);
    SELECT text, accepted_at, trust, source, speaker INTO v_said FROM salience.turns WHERE thread_id = v_wake.thread_id AND seq = v_wake.seq + 1;
    CONTINUE WHEN NOT FOUND OR v_said.trust NOT IN ('user', 'owner') OR v_said.accepted_at > f.asked_at + interval '1 day'
      -- What was said before the wake was answered is about something else; what another person says is no word of its owner.
      OR NOT EXISTS (SELECT 1 FROM salience.turn_ends e WHERE e.turn_id = f.turn_id AND e.ended_at <= v_said.accepted_at)
      OR (v_said.speaker IS NOT NULL AND coalesce(salience.person_of(f.agent_id, v_said.speaker) <> salience.person_of(f.agent_id, NULL), true))
      OR v_said.source IN ('reminder', 'schedule', 'approval', 'thought', 'pulse', 'task', 'triage', 'review', 'report', 'floor');
    v_all := v_all || jsonb_build_object('id', f.id, 'agentId', f.agent_id, 'module', f.module, 'candidates', f.candidates, 'text', v_said.text, 'at', v_said.accepted_at);
  END LOOP;
  RETURN v_all;
END $$;
