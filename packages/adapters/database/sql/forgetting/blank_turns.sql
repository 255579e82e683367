-- Empties turns with their ends, steps and approvals, and deletes their contexts. The rows of turns and ends stay, so that each seq of a
-- thread keeps its turn. Open approvals expire.
CREATE OR REPLACE FUNCTION salience.blank_turns(r salience.forget_requests, p_turns text[], p_now timestamptz)
RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  DELETE FROM salience.contexts WHERE agent_id = r.agent_id AND turn_id = ANY (p_turns);
  UPDATE salience.turn_ends SET decision = NULL, confidence = NULL, policy_name = NULL, policy_version = NULL,
    reply = CASE WHEN reply IS NOT NULL THEN '[forgotten]' END, citations = CASE WHEN reply IS NOT NULL THEN '[]'::jsonb END
  WHERE agent_id = r.agent_id AND turn_id = ANY (p_turns);
  PERFORM salience.blank_steps(ARRAY(SELECT s FROM salience.act_steps s WHERE s.agent_id = r.agent_id
    AND (s.run_id = ANY (p_turns) OR s.turn_id = ANY (p_turns))), p_now);
  PERFORM salience.leave_tombstones(r, 'turn', p_turns, p_now);
  UPDATE salience.turns SET text = '', own_text = CASE WHEN own_text IS NULL THEN NULL ELSE '' END,
    steered_text = CASE WHEN steered_text IS NULL THEN NULL ELSE '' END, speaker = NULL, context = NULL,
    -- A client's key may contain anything, so it goes too: the same request sent again is a new message.
    idempotency_key = CASE WHEN idempotency_key LIKE ' %' THEN idempotency_key END,
    request_hash = CASE WHEN idempotency_key LIKE ' %' THEN request_hash END,
    error = CASE WHEN error IS NULL THEN NULL ELSE error || '{"message": "[forgotten]"}' END, forgotten_at = p_now
  WHERE agent_id = r.agent_id AND id = ANY (p_turns);
END $$;
