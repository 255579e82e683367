-- Empties what came in through an inlet. What tells it from every other message stays, as hashes where it holds words, so that the same message
-- is not taken in again.
CREATE OR REPLACE FUNCTION salience.forget_inbound(r salience.forget_requests, p_ids text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  PERFORM salience.leave_tombstones(r, 'inbound', ARRAY(SELECT i FROM unnest(p_ids) i
    WHERE NOT EXISTS (SELECT 1 FROM salience.tombstones b WHERE b.agent_id = r.agent_id AND b.item_id = i)), p_now);
  UPDATE salience.inbound SET sender = '[forgotten]', subject = '', evidence = NULL, message_id = NULL, replay_key = salience.hashed_key(replay_key)
  WHERE agent_id = r.agent_id AND id = ANY (p_ids);
END $$;
