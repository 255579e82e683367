-- An experience with what decides whether it is assimilated now (`waiting`): model calls made for others, an equal answer stored or
-- found worthless before. p: {agentId, experienceId, now, day, cooldownMs}. Null if it does not exist. The caller holds the agent's
-- memory lock.
CREATE OR REPLACE FUNCTION salience.load_experience(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_row salience.experiences;
  v_topic text;
  v_exchange text;
  v_key text;
BEGIN
  SELECT * INTO v_row FROM salience.experiences WHERE id = p->>'experienceId' AND agent_id = v_agent;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT e.topic_id, e.id INTO v_topic, v_exchange FROM salience.exchanges e WHERE e.turn_id = v_row.turn_id;
  v_key := coalesce(v_topic, v_row.thread_id);
  RETURN jsonb_build_object(
    'waiting', jsonb_build_object('state', v_row.state, 'asked_at', v_row.asked_at,
      'twin_episode_id', (SELECT x.episode_id FROM salience.experiences x WHERE x.agent_id = v_agent AND x.content_hash = v_row.content_hash
        AND x.settled_at IS NOT NULL AND x.state = 'stored' LIMIT 1),
      'worthless_at', (SELECT max(x.settled_at) FROM salience.experiences x WHERE x.agent_id = v_agent AND x.content_hash = v_row.content_hash
        AND x.settled_at IS NOT NULL AND x.error = 'experience.not-worth'),
      'has_words', EXISTS (SELECT 1 FROM salience.act_steps s WHERE s.run_id = v_row.run_id AND s.n = v_row.step_n AND s.result->>'text' <> ''),
      'asked_of_day', (SELECT count(*) FROM salience.experiences x WHERE x.agent_id = v_agent AND x.asked_at >= (p->>'day')::timestamptz),
      'topic_asked_at', (SELECT max(x.asked_at) FROM salience.experiences x WHERE x.agent_id = v_agent
        AND x.asked_at > v_now - (p->>'cooldownMs')::double precision * interval '1 millisecond' AND x.cooldown_key = v_key AND x.id <> v_row.id),
      'topic_due_at', (SELECT max(x.due_at) FROM salience.experiences x WHERE x.state = 'pending' AND x.due_at > v_now
        AND x.agent_id = v_agent AND x.cooldown_key = v_key AND x.id <> v_row.id)),
    'topicId', v_topic, 'cooldownKey', v_key,
    'experience', (SELECT jsonb_build_object('id', v_row.id, 'threadId', v_row.thread_id, 'topicId', v_topic, 'exchangeId', v_exchange,
        'tool', v_row.tool, 'arguments', s.call->'arguments', 'text', left(s.result->>'text', 20000), 'at', s.at, 'request', t.text,
        'requestTrust', t.trust, 'traceparent', t.traceparent,
        'zone', coalesce((SELECT o.zone FROM salience.turns o WHERE o.id = v_row.turn_id), 'UTC'))
      FROM salience.act_steps s JOIN salience.turns t ON t.id = s.run_id WHERE s.run_id = v_row.run_id AND s.n = v_row.step_n));
END $$;
