-- Counts a dead letter on an equal one that is still open. Runs as the settling role: an app that writes dead letters may not read
-- them, and some belong to no agent. The lock merges two that arrive at once.
CREATE OR REPLACE FUNCTION salience.merge_dead_letter() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_payload text := md5(NEW.payload::text);
BEGIN
  IF NEW.state <> 'dead' THEN RETURN NEW; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(
    concat_ws('|', 'dead letter', coalesce(NEW.agent_id, ''), NEW.queue, NEW.job, NEW.code, v_payload), 0));
  UPDATE salience.dead_letters SET count = count + 1, last_at = clock_timestamp(), error = NEW.error, attempts = NEW.attempts
  WHERE state = 'dead' AND id = (
    SELECT d.id FROM salience.dead_letters d
    WHERE d.state = 'dead' AND d.queue = NEW.queue AND d.job = NEW.job AND d.code = NEW.code
      AND md5(d.payload::text) = v_payload AND d.agent_id IS NOT DISTINCT FROM NEW.agent_id
    ORDER BY d.created_at, d.id LIMIT 1);
  IF FOUND THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;

ALTER FUNCTION salience.merge_dead_letter OWNER TO salience_fn_settling;
REVOKE ALL ON FUNCTION salience.merge_dead_letter FROM PUBLIC;

CREATE TRIGGER dead_letters_merge BEFORE INSERT ON salience.dead_letters FOR EACH ROW EXECUTE FUNCTION salience.merge_dead_letter();
