-- Takes in signals, each once per agent, source and external id, and gives each its place in the clusters that it is for, in one commit (law 2).
-- p: {agentId, now, signals: [{id, source, externalId, location, deltaType, magnitude, features, own, at, clusters: [names]}]}, in their order.
-- Returns {taken: the ids of those that are new, clusters: the names of those that have something to judge now}.
CREATE OR REPLACE FUNCTION salience.take_signals(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  v_taken text[];
  v_clusters jsonb := '[]';
  c record;
BEGIN
  -- Two who bring the same ones lock them in one order.
  WITH new AS (
    INSERT INTO salience.signals (id, agent_id, source, external_id, location, delta_type, magnitude, features, own, at, taken_at)
    SELECT s->>'id', v_agent, s->>'source', s->>'externalId', s->>'location', s->>'deltaType', (s->>'magnitude')::double precision, s->'features',
      coalesce((s->>'own')::boolean, false), (s->>'at')::timestamptz, v_now
    FROM jsonb_array_elements(p->'signals') s ORDER BY s->>'source', s->>'externalId'
    ON CONFLICT (agent_id, source, external_id) DO NOTHING RETURNING id
  ) SELECT coalesce(array_agg(id), '{}') INTO v_taken FROM new;
  FOR c IN
    SELECT n.name, array_agg(s.value->>'id' ORDER BY s.ordinality) AS ids
    FROM jsonb_array_elements(p->'signals') WITH ORDINALITY s, jsonb_array_elements_text(s.value->'clusters') n(name)
    WHERE s.value->>'id' = ANY(v_taken) GROUP BY n.name ORDER BY n.name COLLATE "C"
  LOOP
    PERFORM salience.place_signals(v_agent, c.name, c.ids);
    v_clusters := v_clusters || to_jsonb(c.name);
  END LOOP;
  RETURN jsonb_build_object('taken', to_jsonb(v_taken), 'clusters', v_clusters);
END $$;
