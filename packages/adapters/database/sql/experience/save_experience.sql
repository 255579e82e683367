-- Stores the episode of an experience with its sign code, once. Its sources are the step and the exchange of its turn, if any. p: an
-- episode as in save_episodes, with experienceId, durability and retryId. Returns {status: stored | known}. The caller holds the
-- agent's memory lock.
CREATE OR REPLACE FUNCTION salience.save_experience(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_row salience.experiences;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  UPDATE salience.experiences x SET state = 'stored', error = NULL, episode_id = p->>'id', settled_at = v_now
  WHERE x.id = p->>'experienceId' AND x.agent_id = v_agent AND x.state IN ('pending', 'failed')
    -- Forgetting empties the text of the step; an answer forgotten while a model read it is not stored.
    AND EXISTS (SELECT 1 FROM salience.act_steps s WHERE s.run_id = x.run_id AND s.n = x.step_n AND s.result->>'text' <> '')
  RETURNING * INTO v_row;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'known'); END IF;
  INSERT INTO salience.episodes (id, agent_id, thread_id, experience_id, topic_id, gist, intent, action, outcome, open_loops, refused,
    durability, salience, complete, trust, source, model, started_at, ended_at, created_at)
  VALUES (p->>'id', v_agent, v_row.thread_id, v_row.id, v_row.topic_id, p->>'gist', p->>'intent', p->>'action', '', '[]',
    (p->>'refused')::integer, p->>'durability', (p->>'salience')::real, true, p->>'trust', 'experience', p->>'model',
    (p->>'at')::timestamptz, (p->>'at')::timestamptz, v_now);
  INSERT INTO salience.episode_exchanges (episode_id, exchange_id, agent_id)
  SELECT p->>'id', e.id, v_agent FROM salience.exchanges e WHERE e.turn_id = v_row.turn_id;
  -- The job that makes episodes also makes its concepts.
  INSERT INTO salience.memory_retries (id, agent_id, kind, thread_id, first_seq, last_seq, episode_id, due_at, created_at)
  VALUES (p->>'retryId', v_agent, 'concepts', v_row.thread_id, 0, 0, p->>'id', v_now, v_now);
  IF jsonb_typeof(p->'code') = 'string' THEN
    PERFORM salience.save_codes(v_agent, jsonb_build_array(jsonb_build_object('id', p->'id', 'kind', 'episode', 'modelId', p->'codeModelId', 'code', p->'code')));
  END IF;
  RETURN jsonb_build_object('status', 'stored');
END $$;
