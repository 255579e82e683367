-- The state of an agent's topic statistics. p: {agentId, modelId}. Returns {version (0: none), learnedFrom, heard}: `heard` counts the
-- messages in the sums of its topics, `fresh` those that came since that version.
CREATE OR REPLACE FUNCTION salience.topic_statistics_state(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_row salience.topic_statistics;
  v_heard bigint;
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  SELECT * INTO v_row FROM salience.topic_statistics WHERE agent_id = p->>'agentId' AND model_id = p->>'modelId';
  SELECT coalesce(sum(learned), 0) INTO v_heard FROM salience.topic_sums WHERE agent_id = p->>'agentId' AND model_id = p->>'modelId';
  RETURN jsonb_build_object('version', coalesce(v_row.version, 0), 'learnedFrom', coalesce(v_row.samples, 0), 'heard', v_heard,
    'fresh', v_heard - coalesce(v_row.heard, 0));
END $$;
