-- What a model of a cluster is trained on: its labelled activations, oldest first, the model that scores now, and the fingerprints of its modules. p: {agentId, cluster, limit, scores (of the last so many signals)}. Returns {version,
-- latest: the highest version there is, model: {weights (base64), heads, schema} | null, labels, trained, state, fingerprints: [..], activations: [{id, module, candidates, kind, at, score, label, choice, window}], scores: [{module, score}], scoresSince};
-- null for a cluster that is unknown.
CREATE OR REPLACE FUNCTION salience.load_lesson(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  k salience.clusters;
BEGIN
  SELECT * INTO k FROM salience.clusters WHERE agent_id = v_agent AND cluster = p->>'cluster';
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN jsonb_build_object('version', k.version, 'labels', k.labels, 'trained', k.trained, 'state', k.state,
    'latest', (SELECT coalesce(max(version), 0) FROM salience.limbic_models WHERE agent_id = v_agent AND cluster = k.cluster),
    'model', (SELECT jsonb_build_object('weights', encode(weights, 'base64'), 'heads', heads, 'schema', schema) FROM salience.limbic_models
      WHERE agent_id = v_agent AND cluster = k.cluster AND version = k.version),
    'fingerprints', (SELECT coalesce(jsonb_agg(jsonb_build_object('fingerprint', fingerprint, 'threshold', threshold) ORDER BY name COLLATE "C"), '[]')
      FROM salience.modules WHERE agent_id = v_agent AND cluster = k.cluster AND state <> 'removed'),
    'activations', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'module', a.module, 'candidates', a.candidates, 'kind', a.kind, 'at', a.opened_at, 'score', a.score, 'label', a.label, 'choice', a.choice,
        'window', a."window") ORDER BY a.opened_at, a.id), '[]')
      FROM (SELECT * FROM salience.activations WHERE agent_id = v_agent AND cluster = k.cluster AND label IS NOT NULL
        ORDER BY labelled_at DESC, id DESC LIMIT (p->>'limit')::integer) a),
    'scores', (SELECT coalesce(jsonb_agg(jsonb_build_object('module', j->>'module', 'score', j->'score')), '[]')
      FROM (SELECT c.judged FROM salience.cluster_signals c WHERE c.agent_id = v_agent AND c.cluster = k.cluster AND c.judged IS NOT NULL
        AND c.seq > k.judged - (p->>'scores')::integer) x, jsonb_array_elements(x.judged) j WHERE jsonb_typeof(j->'score') = 'number'),
    'scoresSince', (SELECT min(s.taken_at) FROM salience.cluster_signals c JOIN salience.signals s ON s.id = c.signal_id
      WHERE c.agent_id = v_agent AND c.cluster = k.cluster AND c.seq > k.judged - (p->>'scores')::integer));
END $$;
