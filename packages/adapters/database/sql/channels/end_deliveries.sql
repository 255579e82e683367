-- Ends what waits for a channel, and settles the notices that have nothing else left to try. What is being sent ends by itself.
CREATE OR REPLACE FUNCTION salience.end_deliveries(p_channel text, p_state text, p_error text, p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_turn text;
BEGIN
  -- Notices first and in order: whoever settles one locks it before its deliveries.
  FOR v_turn IN SELECT turn_id FROM salience.deliveries WHERE channel_id = p_channel AND state = 'pending' AND turn_id IS NOT NULL ORDER BY turn_id
  LOOP
    PERFORM FROM salience.notices WHERE turn_id = v_turn FOR UPDATE;
    UPDATE salience.deliveries SET state = p_state, error = p_error, settled_at = p_now, claimed_until = NULL
    WHERE turn_id = v_turn AND channel_id = p_channel AND state = 'pending';
    PERFORM salience.settle_notice(v_turn, p_now);
  END LOOP;
  UPDATE salience.deliveries SET state = p_state, error = p_error, settled_at = p_now, claimed_until = NULL
  WHERE channel_id = p_channel AND state = 'pending' AND turn_id IS NULL;
END $$;
