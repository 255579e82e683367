-- Makes all failed memory work of an agent due again; the sweep finds it. p_now is business time. Returns {kind: number}.
CREATE OR REPLACE FUNCTION salience.retry_failed(p_agent text, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_retries jsonb;
  v_experiences integer;
BEGIN
  WITH due AS (
    UPDATE salience.memory_retries SET due_at = p_now, tries = 0 WHERE agent_id = p_agent AND due_at IS NULL RETURNING kind
  ) SELECT jsonb_build_object('exchange', count(*) FILTER (WHERE kind = 'chunk'), 'stretch', count(*) FILTER (WHERE kind = 'tell'),
    'episode', count(*) FILTER (WHERE kind = 'concepts')) INTO v_retries FROM due;
  UPDATE salience.experiences SET state = 'pending', error = NULL, swept_at = NULL, settled_at = NULL WHERE id IN (
    SELECT DISTINCT ON (x.content_hash) x.id FROM salience.experiences x WHERE x.agent_id = p_agent AND x.state = 'failed'
      AND NOT EXISTS (SELECT 1 FROM salience.experiences w WHERE w.agent_id = x.agent_id AND w.content_hash = x.content_hash AND w.state = 'pending')
    ORDER BY x.content_hash, x.id DESC);
  GET DIAGNOSTICS v_experiences = ROW_COUNT;
  RETURN v_retries || jsonb_build_object('experience', v_experiences);
END $$;

ALTER FUNCTION salience.retry_failed OWNER TO salience_fn_settling;
REVOKE ALL ON FUNCTION salience.retry_failed FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.retry_failed TO salience_consumer, salience_operator;
