-- Keeps a model that was trained, and has it score where it is promoted: by compare-and-set against the version that it was trained beside. p: {agentId, cluster, from (that version), version, sha256, schema,
-- weights (base64), heads, metrics, promoted, reason, trained (labels that it saw), now}. Returns done, or stale where another one was promoted meanwhile; then nothing is kept.
CREATE OR REPLACE FUNCTION salience.save_limbic_model(p jsonb) RETURNS text LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
BEGIN
  UPDATE salience.clusters SET trained = (p->>'trained')::integer,
    version = CASE WHEN (p->>'promoted')::boolean THEN (p->>'version')::integer ELSE version END
  WHERE agent_id = v_agent AND cluster = p->>'cluster' AND version = (p->>'from')::integer;
  IF NOT FOUND THEN RETURN 'stale'; END IF;
  INSERT INTO salience.limbic_models (agent_id, cluster, version, parent, sha256, schema, weights, heads, metrics, promoted, reason, made_at)
  VALUES (v_agent, p->>'cluster', (p->>'version')::integer, (p->>'from')::integer, p->>'sha256', p->>'schema', decode(p->>'weights', 'base64'), p->'heads', p->'metrics',
    (p->>'promoted')::boolean, p->>'reason', (p->>'now')::timestamptz) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RAISE EXCEPTION 'version % of the model of % is there already', p->>'version', p->>'cluster' USING ERRCODE = '40001'; END IF;
  RETURN 'done';
END $$;
