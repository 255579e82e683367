-- The state of an agent's topic statistics. p: {agentId, modelId}. Returns {version (0: none), learnedFrom, samples, fresh}: `fresh`
-- counts samples newer than the last one it was learned from.
CREATE OR REPLACE FUNCTION salience.topic_statistics_state(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_row salience.topic_statistics;
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  SELECT * INTO v_row FROM salience.topic_statistics WHERE agent_id = p->>'agentId' AND model_id = p->>'modelId';
  RETURN (SELECT jsonb_build_object('version', coalesce(v_row.version, 0), 'learnedFrom', coalesce(v_row.samples, 0),
      'samples', count(*), 'fresh', count(*) FILTER (WHERE id > coalesce(v_row.last_sample, 0)))
    FROM salience.topic_samples WHERE agent_id = p->>'agentId' AND model_id = p->>'modelId');
END $$;
