-- Removes the words from tasks, from what came in through inlets and from what left as letters. A task that the agent itself made ends with its words, as a
-- schedule does; one that somebody else asked for and that is open is heard like an open turn, so its words are no remnant (forget_remnants).
CREATE OR REPLACE FUNCTION salience.forget_inlet_remnants(r salience.forget_requests, p_tasks text[], p_words bigint[], p_now timestamptz)
RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  PERFORM salience.forget_tasks(r, p_tasks, false, p_now);
  PERFORM salience.blank_tasks(r, p_tasks, p_now);
  UPDATE salience.tasks t SET result = '[forgotten]' WHERE t.agent_id = r.agent_id AND salience.contains_words(t.result, p_words, r.seed);
  UPDATE salience.task_steps s SET result = '[forgotten]' WHERE s.agent_id = r.agent_id AND s.kind <> 'triage' AND salience.contains_words(s.result, p_words, r.seed);
  PERFORM salience.forget_inbound(r, ARRAY(SELECT i.id FROM salience.inbound i WHERE i.agent_id = r.agent_id
    AND salience.contains_words(concat_ws(' ', i.sender, i.subject, i.message_id, i.evidence->>'from', i.evidence->>'name'), p_words, r.seed)
    AND NOT EXISTS (SELECT 1 FROM salience.tasks t WHERE t.id = i.task_id AND t.ended_at IS NULL)), p_now);
  UPDATE salience.inbound i SET external_id = CASE WHEN salience.contains_words(i.external_id, p_words, r.seed) THEN salience.hashed_key(i.external_id) ELSE i.external_id END,
    replay_key = salience.hashed_key(i.replay_key)
  WHERE i.agent_id = r.agent_id AND salience.contains_words(concat_ws(' ', i.external_id, i.replay_key), p_words, r.seed);
  PERFORM salience.forget_letters(r, ARRAY(SELECT l.id FROM salience.letters l WHERE l.agent_id = r.agent_id
    AND salience.contains_words(concat_ws(' ', l.recipient, l.subject, l.body, l.in_reply_to, l.error), p_words, r.seed)), p_now);
  PERFORM salience.forget_sessions(r, ARRAY(SELECT s.id FROM salience.sender_sessions s WHERE s.agent_id = r.agent_id
    AND salience.contains_words(s.sender, p_words, r.seed)), p_now);
  UPDATE salience.pulse_events e SET report = e.report || '{"error": "[forgotten]"}' WHERE e.agent_id = r.agent_id
    AND salience.contains_words(e.report->>'error', p_words, r.seed);
END $$;
