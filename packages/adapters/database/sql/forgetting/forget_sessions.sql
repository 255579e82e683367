-- Ends sessions of senders, and empties them.
CREATE OR REPLACE FUNCTION salience.forget_sessions(r salience.forget_requests, p_ids text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  PERFORM salience.leave_tombstones(r, 'senderSession', p_ids, p_now);
  UPDATE salience.sender_sessions SET sender = '[forgotten]', revoked_at = coalesce(revoked_at, p_now) WHERE agent_id = r.agent_id AND id = ANY (p_ids);
END $$;
