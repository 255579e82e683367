-- Notes that streams showed these turns; the first time counts. What is no notice, or was seen, stays as it is.
CREATE OR REPLACE FUNCTION salience.mark_seen(p_agent text, p_turns text[], p_now timestamptz) RETURNS integer LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_seen integer;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  UPDATE salience.notices SET seen_at = p_now WHERE agent_id = p_agent AND turn_id = ANY (p_turns) AND seen_at IS NULL;
  GET DIAGNOSTICS v_seen = ROW_COUNT;
  RETURN v_seen;
END $$;
