-- Stores the episode of a range with the exchanges it was made from, once. Whether it repeats another, and its sign code, are settled by
-- the caller (save_episodes). Returns {status: stored | known}.
CREATE OR REPLACE FUNCTION salience.save_episode(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_range salience.ranges;
  v_stored boolean;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  UPDATE salience.ranges SET state = 'built', error = NULL WHERE id = p->>'rangeId' AND state <> 'built' RETURNING * INTO v_range;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'known'); END IF;
  INSERT INTO salience.episodes (id, agent_id, thread_id, range_id, first_exchange_id, last_exchange_id, topic_id, gist, intent,
    intent_type, direction, context, action, emotion, outcome, open_loops, factors, refused, salience, complete, trust, source, model,
    said_key, repeated_code, started_at, ended_at, created_at)
  VALUES (p->>'id', v_agent, v_range.thread_id, v_range.id, p->>'firstExchangeId', p->>'lastExchangeId', p->>'topicId',
    p->>'gist', p->>'intent', p->>'intentType', p->>'direction', coalesce(p->'context', '{}'), p->>'action', nullif(p->'emotion', 'null'),
    p->>'outcome', p->'openLoops', nullif(p->'factors', 'null'), coalesce((p->>'refused')::integer, 0), (p->>'salience')::real,
    (p->>'complete')::boolean, p->>'trust', p->>'source', p->>'model',
    salience.said_key(p->>'said', (SELECT string_agg(DISTINCT coalesce(lower(e.speaker), ''), ', ') FROM salience.exchanges e
      WHERE e.thread_id = v_range.thread_id AND e.seq BETWEEN v_range.first_seq AND v_range.last_seq
        AND p->'exchangeIds' ? e.id), p->>'source', p->>'trust'),
    CASE WHEN p ? 'said' AND jsonb_typeof(p->'code') = 'string' THEN jsonb_build_object('modelId', p->'codeModelId', 'code', p->'code') END,
    (p->>'startedAt')::timestamptz, (p->>'endedAt')::timestamptz, v_now)
  ON CONFLICT (thread_id, first_exchange_id, last_exchange_id) DO NOTHING RETURNING true INTO v_stored;
  IF v_stored IS NULL THEN RETURN jsonb_build_object('status', 'known'); END IF;
  INSERT INTO salience.episode_exchanges (episode_id, exchange_id, agent_id)
  SELECT p->>'id', e.id, v_agent FROM salience.exchanges e
  WHERE e.thread_id = v_range.thread_id AND e.seq BETWEEN v_range.first_seq AND v_range.last_seq
    AND p->'exchangeIds' ? e.id;
  IF NOT p ? 'said' AND jsonb_typeof(p->'code') = 'string' THEN
    PERFORM salience.save_codes(v_agent, jsonb_build_array(jsonb_build_object('id', p->'id', 'kind', 'episode', 'modelId', p->'codeModelId', 'code', p->'code')));
  END IF;
  RETURN jsonb_build_object('status', 'stored');
END $$;
