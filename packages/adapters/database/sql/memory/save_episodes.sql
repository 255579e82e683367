-- Stores episodes of one agent with the exchanges that they tell and the sign codes of both, and marks repetitions. An episode that exists has
-- grown: it gets a new text and more exchanges of its thread. The caller holds the agent's memory lock.
CREATE OR REPLACE FUNCTION salience.save_episodes(p jsonb) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := p->0->>'agentId';
  v_keys text[];
  v_codes jsonb;
BEGIN
  WITH saved AS (
    INSERT INTO salience.episodes AS o (id, agent_id, thread_id, first_seq, last_seq, reason, traceparent, topic_id, gist, intent,
      intent_type, direction, context, action, emotion, outcome, open_loops, factors, refused, salience, complete, trust, source, model,
      said_key, repeated_code, started_at, ended_at, created_at)
    SELECT e->>'id', v_agent, e->>'threadId', (e->>'firstSeq')::bigint, (e->>'lastSeq')::bigint, e->>'reason', e->>'traceparent', e->>'topicId',
      e->>'gist', e->>'intent', e->>'intentType', e->>'direction', coalesce(e->'context', '{}'), e->>'action', nullif(e->'emotion', 'null'),
      e->>'outcome', e->'openLoops', nullif(e->'factors', 'null'), coalesce((e->>'refused')::integer, 0), (e->>'salience')::real,
      (e->>'complete')::boolean, e->>'trust', e->>'source', e->>'model',
      salience.said_key(e->>'said', (SELECT string_agg(DISTINCT coalesce(lower(x.speaker), ''), ', ') FROM salience.exchanges x
        WHERE e->'exchangeIds' ? x.id AND x.thread_id = e->>'threadId' AND x.seq BETWEEN (e->>'firstSeq')::bigint AND (e->>'lastSeq')::bigint),
        e->>'source', e->>'trust'),
      CASE WHEN e ? 'said' AND jsonb_typeof(e->'code') = 'string' THEN jsonb_build_object('modelId', e->'codeModelId', 'code', e->'code') END,
      (e->>'startedAt')::timestamptz, (e->>'endedAt')::timestamptz, (e->>'now')::timestamptz
    FROM jsonb_array_elements(p) e ORDER BY e->>'id'
    ON CONFLICT (id) DO UPDATE SET last_seq = excluded.last_seq, reason = excluded.reason, topic_id = excluded.topic_id, gist = excluded.gist,
      intent = excluded.intent, intent_type = excluded.intent_type, direction = excluded.direction, context = excluded.context,
      action = excluded.action, emotion = excluded.emotion, outcome = excluded.outcome, open_loops = excluded.open_loops,
      factors = excluded.factors, refused = excluded.refused, salience = excluded.salience, complete = excluded.complete,
      trust = excluded.trust, source = excluded.source, model = excluded.model, said_key = excluded.said_key, repeats_of = NULL,
      repeated_code = excluded.repeated_code, ended_at = excluded.ended_at, told_version = NULL
    RETURNING o.said_key
  ) SELECT array_agg(said_key) FILTER (WHERE said_key IS NOT NULL) INTO v_keys FROM saved;
  INSERT INTO salience.episode_exchanges (episode_id, exchange_id, agent_id)
  SELECT e->>'id', x #>> '{}', v_agent FROM jsonb_array_elements(p) e, jsonb_array_elements(e->'exchangeIds') x ON CONFLICT DO NOTHING;
  SELECT jsonb_agg(jsonb_build_object('id', e->'id', 'kind', 'episode', 'modelId', e->'codeModelId', 'code', e->'code')) INTO v_codes
  FROM jsonb_array_elements(p) e WHERE NOT e ? 'said' AND jsonb_typeof(e->'code') = 'string';
  -- Of exchanges that were told before their vectors were made.
  SELECT coalesce(v_codes, '[]') || coalesce(jsonb_agg(x), '[]') INTO v_codes
  FROM jsonb_array_elements(p) e, jsonb_array_elements(e->'exchangeCodes') x;
  IF v_codes <> '[]' THEN PERFORM salience.save_codes(v_agent, v_codes); END IF;
  -- Last, as mark_repeated_gists says.
  PERFORM salience.mark_repeated_episodes(v_agent, v_keys);
END $$;
