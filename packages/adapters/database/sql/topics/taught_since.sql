-- What a worker that holds the topics of an agent has yet to learn at a turn's start. p: {state, modelId, from (it knows of everything
-- written before), known: [turns that it knows of besides]}. Returns {state, upto (where its next look begins), statistics (their version;
-- null for none), made: topics that were made or renamed, or of which something was forgotten, taught: [{turnId, topicId, xid, saidAt (milliseconds), vector
-- (base64; null moves nothing)}]}; `upto` is null where so much came since that reading all is cheaper. Rows of the caller's own transaction
-- are left out: it is told of them when they are committed.
CREATE OR REPLACE FUNCTION salience.taught_since(p_agent text, p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_model text := p->>'modelId';
  v_from xid8 := (p->>'from')::xid8;
  v_most CONSTANT integer := 64;
BEGIN
  IF p_agent IS DISTINCT FROM current_setting('app.agent', true) THEN
    RAISE EXCEPTION 'topics of agent % were asked for on behalf of another', p_agent;
  END IF;
  RETURN (
    WITH fresh AS MATERIALIZED (
      SELECT x.* FROM salience.taught(p_agent, v_model, v_from) x
      WHERE x.xid IS DISTINCT FROM pg_current_xact_id_if_assigned() AND x.turn_id NOT IN (SELECT jsonb_array_elements_text(p->'known'))
      LIMIT v_most + 1
    )
    SELECT jsonb_build_object('state', p->'state',
      'upto', CASE WHEN (SELECT count(*) FROM fresh) <= v_most THEN pg_snapshot_xmin(pg_current_snapshot())::text END,
      'statistics', (SELECT s.version FROM salience.topic_statistics s WHERE s.agent_id = p_agent AND s.model_id = v_model),
      'made', coalesce((SELECT jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'salience', t.salience, 'xid', t.written_xid,
          'isSettled', EXISTS (SELECT 1 FROM salience.topic_sums s WHERE s.agent_id = p_agent AND s.model_id = v_model AND s.topic_id = t.id)))
        FROM salience.topics t WHERE t.agent_id = p_agent AND t.model_id = v_model AND t.written_xid >= v_from
          AND t.written_xid IS DISTINCT FROM pg_current_xact_id_if_assigned()), '[]'),
      'taught', coalesce((SELECT jsonb_agg(jsonb_build_object('turnId', f.turn_id, 'topicId', f.topic_id, 'xid', f.xid::text,
          'saidAt', floor(1000 * extract(epoch FROM f.said_at)), 'vector', translate(encode(f.vector, 'base64'), E'\n', ''))) FROM fresh f), '[]')));
END $$;

ALTER FUNCTION salience.taught_since OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.taught_since FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.taught_since TO salience_app;
