-- Commits how signals were judged, the state of their cluster behind them, and what is to be asked because of them, under the fence of the cluster. p: {agentId, cluster, fence, now,
-- upto: the last position, state, judged: [{seq, judged: [{module, reason, score, rule, learned, threshold, version, opens: place in activations}]}], activations: [{id, module, candidates, kind, state,
-- reason, dueAt, score, threshold, version, count, signals, window, matrix (base64), latest}], release}. One that is open already takes in the signals of the new one, and is due no later.
-- Returns {status: done | lost, ids: of the activations}.
CREATE OR REPLACE FUNCTION salience.commit_judgements(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  v_ids text[] := '{}';
  v_id text;
  a jsonb;
BEGIN
  UPDATE salience.clusters SET judged = (p->>'upto')::bigint, state = p->'state', failures = 0, retry_at = NULL,
    owner = CASE WHEN (p->>'release')::boolean THEN NULL ELSE owner END, lease_until = CASE WHEN (p->>'release')::boolean THEN NULL ELSE lease_until END
  WHERE agent_id = v_agent AND cluster = p->>'cluster' AND fence = (p->>'fence')::bigint AND judged < (p->>'upto')::bigint;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'lost', 'ids', '[]'::jsonb); END IF;
  FOR a IN SELECT * FROM jsonb_array_elements(p->'activations') LOOP
    INSERT INTO salience.activations AS o (id, agent_id, cluster, module, candidates, kind, state, reason, opened_at, due_at, score, threshold, version, count,
      signals, "window", matrix, latest)
    VALUES (a->>'id', v_agent, p->>'cluster', a->>'module', a->'candidates', a->>'kind', a->>'state', a->>'reason', v_now, (a->>'dueAt')::timestamptz,
      (a->>'score')::double precision, (a->>'threshold')::double precision, (a->>'version')::integer, (a->>'count')::integer, a->'signals', a->'window',
      decode(a->>'matrix', 'base64'), a->'latest')
    ON CONFLICT (agent_id, cluster, coalesce(module, '')) WHERE state = 'open' DO UPDATE SET count = o.count + excluded.count,
      signals = CASE WHEN jsonb_array_length(o.signals) >= 50 THEN o.signals ELSE o.signals || excluded.signals END,
      latest = salience.last_of(o.latest || excluded.latest, 10), score = greatest(o.score, excluded.score), due_at = least(o.due_at, excluded.due_at)
    RETURNING id INTO v_id;
    v_ids := v_ids || v_id;
  END LOOP;
  UPDATE salience.cluster_signals s SET judged = (SELECT coalesce(jsonb_agg((j - 'opens') || CASE WHEN j ? 'opens'
      THEN jsonb_build_object('activation', v_ids[(j->>'opens')::integer + 1]) ELSE '{}'::jsonb END), '[]') FROM jsonb_array_elements(n->'judged') j)
  FROM jsonb_array_elements(p->'judged') n
  WHERE s.agent_id = v_agent AND s.cluster = p->>'cluster' AND s.seq = (n->>'seq')::bigint;
  RETURN jsonb_build_object('status', 'done', 'ids', to_jsonb(v_ids));
END $$;
