-- What a claimed turn needs to know about actions beside its snapshot: the run that it began or continues ({runId, root, steps, approvals},
-- or null), the turn whose answer it directly follows (only if an approval is pending), each tool's record of the last 30 days, and
-- the outcomes of actions of the last seven (tool, code, count). p_again: the turn was claimed before; a first claim that continues
-- no run has none. An agent that never acted costs no statement. The retry of a quarantined turn continues the earlier run, so that no
-- action is repeated (law 4).
CREATE OR REPLACE FUNCTION salience.acting_snapshot(p_turn salience.turns, p_now timestamptz, p_again boolean, p_snapshot jsonb)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_follows text;
  v_run text;
  v_found jsonb;
  v_record jsonb := '{}'::jsonb;
  v_outcomes jsonb := '[]'::jsonb;
BEGIN
  IF p_snapshot->>'pendingApproval' IS NOT NULL THEN
    -- A message sent before the answer existed cannot answer it.
    SELECT b.id INTO v_follows FROM (
      SELECT * FROM salience.turns t WHERE t.thread_id = p_turn.thread_id AND t.seq < p_turn.seq AND t.state <> 'merged'
      ORDER BY t.seq DESC LIMIT 1) b
    WHERE b.state = 'answered' AND p_turn.accepted_at >= b.ended_at AND NOT EXISTS (
      SELECT 1 FROM salience.turns m WHERE m.thread_id = p_turn.thread_id AND m.merged_into = p_turn.id AND m.accepted_at < b.ended_at);
  END IF;
  IF p_again OR p_turn.parent_turn_id IS NOT NULL THEN
    v_run := coalesce(
      (SELECT q.run_id FROM salience.approvals q WHERE q.continuation_turn_id = p_turn.id LIMIT 1),
      (SELECT s.run_id FROM salience.act_steps s WHERE s.run_id = p_turn.id AND s.n = 0),
      (SELECT q.run_id FROM salience.approvals q WHERE q.continuation_turn_id = p_turn.parent_turn_id LIMIT 1),
      (SELECT s.run_id FROM salience.act_steps s WHERE s.run_id = p_turn.parent_turn_id AND s.n = 0));
  END IF;
  IF v_run IS NOT NULL THEN v_found := salience.run_view(v_run); END IF;
  IF (p_snapshot->>'acts')::boolean THEN
    SELECT coalesce(jsonb_object_agg(k.tool, jsonb_build_object('successes', k.successes, 'failures', k.failures)), '{}') INTO v_record
    FROM (SELECT tool, sum(successes) AS successes, sum(failures) AS failures FROM salience.tool_records
      WHERE agent_id = p_turn.agent_id AND day > (p_now AT TIME ZONE 'UTC')::date - 30 GROUP BY tool) k;
    SELECT coalesce(jsonb_agg(jsonb_build_object('tool', o.tool, 'code', o.code, 'count', o.n) ORDER BY o.n DESC, o.tool, o.code), '[]') INTO v_outcomes
    FROM (SELECT k.tool, c.code, sum(c.n) AS n FROM salience.tool_records k CROSS JOIN LATERAL (VALUES
        ('succeeded', k.successes), ('doubted', k.doubted), ('failed', k.failed), ('timed_out', k.timed_out), ('unknown', k.unknown),
        ('denied', k.denied), ('expired', k.expired), ('refused', k.refused)) c(code, n)
      WHERE k.agent_id = p_turn.agent_id AND k.day > (p_now AT TIME ZONE 'UTC')::date - 7
      GROUP BY k.tool, c.code HAVING sum(c.n) > 0 ORDER BY sum(c.n) DESC, k.tool, c.code LIMIT 100) o;
  END IF;
  RETURN jsonb_build_object('run', v_found, 'toolRecord', v_record, 'outcomes', v_outcomes, 'follows', v_follows);
END $$;
