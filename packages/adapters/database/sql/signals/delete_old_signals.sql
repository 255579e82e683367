-- Deletes signals that were taken in before an instant with their places, and activations of then that nobody labelled, at most so many rows of each. Returns how many. Scheduler.
CREATE OR REPLACE FUNCTION salience.delete_old_signals(p_before timestamptz, p_limit integer) RETURNS integer LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_gone integer;
  v_all integer;
BEGIN
  WITH old AS (SELECT id FROM salience.signals WHERE taken_at < p_before LIMIT p_limit),
    places AS (DELETE FROM salience.cluster_signals WHERE signal_id IN (SELECT id FROM old))
  DELETE FROM salience.signals WHERE id IN (SELECT id FROM old);
  GET DIAGNOSTICS v_all = ROW_COUNT;
  DELETE FROM salience.activations WHERE id IN (SELECT id FROM salience.activations WHERE opened_at < p_before AND label IS NULL AND state <> 'open' LIMIT p_limit);
  GET DIAGNOSTICS v_gone = ROW_COUNT;
  RETURN v_all + v_gone;
END $$;
