-- Removes the words from everything beside memory: steps, tasks, messages, signals, letters, thoughts, actions, goals, rooms, schedules, lists, focuses, turns, threads, errors and dead letters.
CREATE OR REPLACE FUNCTION salience.forget_record_remnants(r salience.forget_requests, p_words bigint[], p_now timestamptz)
RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_ids text[];
  v_tasks text[] := ARRAY(SELECT t.id FROM salience.tasks t WHERE t.agent_id = r.agent_id AND (t.ended_at IS NOT NULL OR t.source = 'skill')
    AND salience.contains_words(concat_ws(' ', t.title, t.text, t.from_name, t.speaker, salience.asked_for(t)), p_words, r.seed));
BEGIN
  PERFORM salience.blank_steps(ARRAY(SELECT s FROM salience.act_steps s WHERE s.agent_id = r.agent_id AND (
    salience.contains_words(concat_ws(' ', s.note, s.reason, s.late), p_words, r.seed)
    OR salience.json_contains_words(jsonb_build_array(s.call, s.ruling, s.result, s.verdict), p_words, r.seed)
    OR EXISTS (SELECT 1 FROM salience.approvals q WHERE q.run_id = s.run_id AND q.n = s.n
      AND (salience.json_contains_words(jsonb_build_array(q.arguments, q.edited_arguments, q.reason), p_words, r.seed)
        OR (q.state = 'pending' AND q.id IN (SELECT t.approval_id FROM salience.tasks t WHERE t.id = ANY (v_tasks))))))), p_now);
  PERFORM salience.forget_inlet_remnants(r, v_tasks, p_words, p_now);
  PERFORM salience.forget_signals(r, p_words);
  PERFORM salience.forget_pfc_remnants(r, p_words, p_now);
  v_ids := ARRAY(SELECT id FROM salience.schedules m WHERE m.agent_id = r.agent_id
    AND salience.contains_words(concat_ws(' ', m.text, m.speaker), p_words, r.seed));
  PERFORM salience.leave_tombstones(r, 'schedule', v_ids, p_now);
  DELETE FROM salience.schedules WHERE id = ANY (v_ids);
  v_ids := ARRAY(SELECT id FROM salience.list_items i WHERE i.agent_id = r.agent_id
    AND salience.contains_words(i.list || ' ' || i.item, p_words, r.seed));
  PERFORM salience.leave_tombstones(r, 'listItem', v_ids, p_now);
  DELETE FROM salience.list_items WHERE id = ANY (v_ids);
  DELETE FROM salience.lists l WHERE l.agent_id = r.agent_id AND salience.contains_words(l.name, p_words, r.seed)
    AND NOT EXISTS (SELECT 1 FROM salience.list_items i WHERE i.agent_id = l.agent_id AND i.list = l.name);
  v_ids := ARRAY(SELECT id FROM salience.focuses f WHERE f.agent_id = r.agent_id AND salience.contains_words(f.text, p_words, r.seed));
  PERFORM salience.leave_tombstones(r, 'focus', v_ids, p_now);
  DELETE FROM salience.focuses WHERE id = ANY (v_ids);
  -- Turns that Salience wrote itself: schedules that fired, answers to approvals, steps of tasks. Then the context that clients sent along.
  UPDATE salience.turns t SET text = '[forgotten]' WHERE t.agent_id = r.agent_id AND t.ended_at IS NOT NULL
    AND t.source IN ('reminder', 'schedule', 'approval', 'thought', 'pulse', 'task', 'triage', 'review', 'report', 'floor') AND salience.contains_words(t.text, p_words, r.seed);
  UPDATE salience.turns t SET context = NULL WHERE t.agent_id = r.agent_id AND t.ended_at IS NOT NULL
    AND salience.json_contains_words(t.context, p_words, r.seed);
  UPDATE salience.turns t SET error = t.error || '{"message": "[forgotten]"}'
  WHERE t.agent_id = r.agent_id AND t.error IS NOT NULL AND salience.json_contains_words(t.error, p_words, r.seed);
  UPDATE salience.threads h SET key = h.id WHERE h.agent_id = r.agent_id AND salience.contains_words(h.key, p_words, r.seed);
  UPDATE salience.feedback SET note = NULL WHERE agent_id = r.agent_id AND salience.contains_words(note, p_words, r.seed);
  UPDATE salience.people SET proposed_zone = NULL, proposed_by = NULL, proposed_place = NULL, proposal_told_at = NULL
  WHERE agent_id = r.agent_id AND salience.contains_words(proposed_place, p_words, r.seed);
  PERFORM salience.forget_channels(r.agent_id, ARRAY(SELECT c.id FROM salience.channels c WHERE c.agent_id = r.agent_id
    AND salience.contains_words(c.target, p_words, r.seed)), p_now);
  UPDATE salience.memory_retries SET error = NULL WHERE agent_id = r.agent_id AND salience.contains_words(error, p_words, r.seed);
  UPDATE salience.experiences SET error = NULL WHERE agent_id = r.agent_id AND salience.contains_words(error, p_words, r.seed);
  UPDATE salience.chores SET error = NULL WHERE agent_id = r.agent_id AND salience.contains_words(error, p_words, r.seed);
  UPDATE salience.dead_letters d SET error = '[forgotten]', payload = '{}', state = 'dropped', settled_at = coalesce(d.settled_at, p_now)
  WHERE d.agent_id = r.agent_id AND (salience.contains_words(d.error, p_words, r.seed) OR salience.json_contains_words(d.payload, p_words, r.seed));
END $$;
