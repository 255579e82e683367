-- Inserts the rows of a thought. Foreign keys hold its episode and concepts until the commit, so none can vanish unseen.
CREATE OR REPLACE FUNCTION salience.insert_thought(p_agent text, p jsonb, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO salience.thoughts (id, agent_id, type, content, seed_concept_id, strategy, energy, grounding_episode_id, thread_id, trust,
    source, model, tokens, fatigue, created_at, expires_at)
  VALUES (p->>'id', p_agent, p->>'type', p->>'content', p->>'seedId', p->>'strategy', (p->>'energy')::real, p->>'episodeId',
    p->>'threadId', p->>'trust', 'drift', p->>'model', (p->>'tokens')::integer, (p->>'fatigue')::real, p_now, (p->>'expiresAt')::timestamptz);
  INSERT INTO salience.thought_concepts (thought_id, concept_id, agent_id, energy, is_seed)
  SELECT p->>'id', c->>'id', p_agent, (c->>'energy')::real, c->>'id' = p->>'seedId' FROM jsonb_array_elements(p->'concepts') c;
  IF p->>'code' IS NOT NULL THEN
    PERFORM salience.save_codes(p_agent, jsonb_build_array(jsonb_build_object('id', p->>'id', 'kind', 'thought',
      'modelId', p->>'codeModelId', 'code', p->>'code')));
  END IF;
  IF p->>'reinforce' IS NOT NULL THEN
    INSERT INTO salience.drift_reinforcements (thought_id, concept_id, agent_id, amount, at)
    VALUES (p->>'id', p->>'seedId', p_agent, (p->>'reinforce')::real, p_now);
    UPDATE salience.concepts SET strength = least(1, strength + (p->>'reinforce')::real)
    WHERE id = p->>'seedId' AND agent_id = p_agent;
  END IF;
END $$;
