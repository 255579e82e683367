-- Ends an attempt: releases the lease under its fence, with the next due time (null: unchanged) and the error, if any.
CREATE OR REPLACE FUNCTION salience.end_chore(p_agent text, p_task text, p_fence bigint, p_next timestamptz,
  p_error text, p_done boolean) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  UPDATE salience.chores SET owner = NULL, lease_until = NULL, next_at = coalesce(p_next, next_at), error = p_error,
    rewrite = rewrite AND NOT p_done
  WHERE agent_id = p_agent AND task = p_task AND fence = p_fence AND owner IS NOT NULL;
  RETURN FOUND;
END $$;
