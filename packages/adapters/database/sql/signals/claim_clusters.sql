-- Takes the leases of clusters that have signals to be judged, over all agents, with everything that judging needs. p: {owner, leaseMs, limit, signals (a cluster, at most),
-- now, held: {"agent cluster": the version of the model that the caller holds}}. Returns [{agentId, cluster, fence, state, version, model: {weights (base64), heads, schema} unless held,
-- failures, signals: [{seq, id, source, location, deltaType, magnitude, features, own, at (seconds)}]}]. Pulse-sensor.
CREATE OR REPLACE FUNCTION salience.claim_clusters(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_all jsonb := '[]';
  v_now timestamptz := (p->>'now')::timestamptz;
  f record;
  k salience.clusters;
BEGIN
  FOR f IN SELECT c.agent_id, c.cluster FROM salience.clusters c WHERE c.tail > c.judged AND (c.lease_until IS NULL OR c.lease_until < clock_timestamp())
      AND (c.retry_at IS NULL OR c.retry_at <= v_now) LIMIT (p->>'limit')::integer * 4 LOOP
    EXIT WHEN jsonb_array_length(v_all) >= (p->>'limit')::integer;
    PERFORM set_config('app.agent', f.agent_id, true);
    UPDATE salience.clusters SET fence = fence + 1, owner = p->>'owner', failures = failures + 1,
      lease_until = clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond'
    WHERE agent_id = f.agent_id AND cluster = f.cluster AND (agent_id, cluster) IN (SELECT c.agent_id, c.cluster FROM salience.clusters c
      WHERE c.agent_id = f.agent_id AND c.cluster = f.cluster AND c.tail > c.judged AND (c.lease_until IS NULL OR c.lease_until < clock_timestamp())
      FOR UPDATE SKIP LOCKED) RETURNING * INTO k;
    CONTINUE WHEN NOT FOUND;
    v_all := v_all || jsonb_build_object('agentId', k.agent_id, 'cluster', k.cluster, 'fence', k.fence, 'state', k.state, 'version', k.version,
      'failures', k.failures - 1,
      'model', CASE WHEN k.version > 0 AND coalesce((p->'held'->>(k.agent_id || ' ' || k.cluster))::integer, 0) <> k.version THEN
        (SELECT jsonb_build_object('weights', encode(m.weights, 'base64'), 'heads', m.heads, 'schema', m.schema) FROM salience.limbic_models m
         WHERE m.agent_id = k.agent_id AND m.cluster = k.cluster AND m.version = k.version) END,
      'signals', (SELECT coalesce(jsonb_agg(jsonb_build_object('seq', x.seq, 'id', s.id, 'source', s.source, 'location', s.location, 'deltaType', s.delta_type,
          'magnitude', s.magnitude, 'features', s.features, 'own', s.own, 'at', extract(epoch FROM s.at)) ORDER BY x.seq), '[]')
        FROM (SELECT seq, signal_id FROM salience.cluster_signals WHERE agent_id = k.agent_id AND cluster = k.cluster AND seq > k.judged
          ORDER BY seq LIMIT (p->>'signals')::integer) x
        LEFT JOIN salience.signals s ON s.id = x.signal_id));
  END LOOP;
  RETURN v_all;
END $$;
