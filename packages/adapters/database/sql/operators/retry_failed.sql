-- Makes everything of an agent whose extraction failed pending again; a sweep sends its jobs. Returns how many, by kind.
CREATE OR REPLACE FUNCTION salience.retry_failed(p_agent text) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_exchanges integer := salience.retry_failed_chunks(p_agent);
  v_ranges integer;
  v_episodes integer;
  v_experiences integer;
BEGIN
  UPDATE salience.ranges SET state = 'pending', error = NULL, swept_at = NULL WHERE agent_id = p_agent AND state = 'failed';
  GET DIAGNOSTICS v_ranges = ROW_COUNT;
  UPDATE salience.episodes SET concept_state = 'pending', concept_error = NULL, concept_swept_at = NULL WHERE agent_id = p_agent AND concept_state = 'failed';
  GET DIAGNOSTICS v_episodes = ROW_COUNT;
  UPDATE salience.experiences SET state = 'pending', error = NULL, swept_at = NULL, settled_at = NULL WHERE id IN (
    SELECT DISTINCT ON (x.content_hash) x.id FROM salience.experiences x WHERE x.agent_id = p_agent AND x.state = 'failed'
      AND NOT EXISTS (SELECT 1 FROM salience.experiences w WHERE w.agent_id = x.agent_id AND w.content_hash = x.content_hash AND w.state = 'pending')
    ORDER BY x.content_hash, x.id DESC);
  GET DIAGNOSTICS v_experiences = ROW_COUNT;
  RETURN jsonb_build_object('exchange', v_exchanges, 'range', v_ranges, 'episode', v_episodes, 'experience', v_experiences);
END $$;

ALTER FUNCTION salience.retry_failed OWNER TO salience_fn_settling;
REVOKE ALL ON FUNCTION salience.retry_failed FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.retry_failed TO salience_consumer, salience_operator;
