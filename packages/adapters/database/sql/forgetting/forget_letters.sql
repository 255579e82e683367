-- Empties letters. What has not left does not leave any more; of one that was just leaving nobody knows.
CREATE OR REPLACE FUNCTION salience.forget_letters(r salience.forget_requests, p_ids text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  PERFORM salience.leave_tombstones(r, 'letter', ARRAY(SELECT i FROM unnest(p_ids) i
    WHERE NOT EXISTS (SELECT 1 FROM salience.tombstones b WHERE b.agent_id = r.agent_id AND b.item_id = i)), p_now);
  UPDATE salience.letters SET recipient = '[forgotten]', subject = '[forgotten]', body = '', in_reply_to = NULL, claimed_until = NULL,
    state = CASE state WHEN 'pending' THEN 'failed' WHEN 'sending' THEN 'unknown' ELSE state END,
    error = CASE WHEN settled_at IS NULL OR error IS NOT NULL THEN 'forgotten' END, settled_at = coalesce(settled_at, p_now)
  WHERE agent_id = r.agent_id AND id = ANY (p_ids);
END $$;
