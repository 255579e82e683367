-- Settles a notice by its deliveries: delivered by the first that arrived; undelivered once none is left to try. The caller holds the
-- notice's lock. One that was settled stays as it is.
CREATE OR REPLACE FUNCTION salience.settle_notice(p_turn text, p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_states text[] := ARRAY(SELECT state FROM salience.deliveries WHERE turn_id = p_turn);
BEGIN
  IF 'delivered' = ANY (v_states) THEN
    UPDATE salience.notices SET settled_at = p_now, settled_as = 'delivered', look_at = NULL WHERE turn_id = p_turn AND settled_at IS NULL;
  ELSIF NOT v_states && ARRAY['pending', 'sending'] THEN
    UPDATE salience.notices SET settled_at = p_now, settled_as = 'undelivered', look_at = NULL,
      reason = CASE WHEN 'unknown' = ANY (v_states) THEN 'unknown' WHEN 'failed' = ANY (v_states) THEN 'failed' ELSE 'no-channel' END
    WHERE turn_id = p_turn AND settled_at IS NULL;
  END IF;
END $$;
