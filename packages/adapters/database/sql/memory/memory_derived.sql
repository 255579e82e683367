-- The items derived directly from an item: {kind, id} of each, at most 500.
CREATE OR REPLACE FUNCTION salience.memory_derived(p_agent text, p_id text) RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT jsonb_build_object('kind', d.kind, 'id', d.id) FROM (
    SELECT 'gist' AS kind, id FROM salience.gists WHERE exchange_id = p_id
    UNION ALL SELECT 'fact', id FROM salience.facts WHERE exchange_id = p_id
    UNION SELECT 'trait', trait_id FROM salience.trait_sources WHERE exchange_id = p_id AND trait_id IS NOT NULL
    UNION SELECT 'episode', episode_id FROM salience.episode_exchanges WHERE exchange_id = p_id
    UNION SELECT 'concept', concept_id FROM salience.concept_sources WHERE agent_id = p_agent AND episode_id = p_id
    UNION SELECT 'relation', relation_id FROM salience.relation_sources WHERE agent_id = p_agent AND episode_id = p_id
    UNION SELECT 'relation', id FROM salience.relations WHERE agent_id = p_agent AND (from_id = p_id OR to_id = p_id)
    UNION SELECT 'thought', id FROM salience.thoughts WHERE agent_id = p_agent AND grounding_episode_id = p_id
    UNION SELECT 'thought', thought_id FROM salience.thought_concepts WHERE agent_id = p_agent AND concept_id = p_id
    UNION SELECT 'autobiography', autobiography_id FROM salience.autobiography_sources WHERE agent_id = p_agent AND item_id = p_id
  ) d ORDER BY d.kind, d.id LIMIT 500;
END $$;
