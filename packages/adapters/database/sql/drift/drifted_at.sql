-- When drift last used a concept: in a thought, or as the seed of a run that ended by itself.
CREATE OR REPLACE FUNCTION salience.drifted_at(p_agent text, p_concept text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT greatest(
    (SELECT max(t.created_at) FROM salience.thought_concepts c JOIN salience.thoughts t ON t.id = c.thought_id
      WHERE c.concept_id = p_concept AND c.agent_id = p_agent),
    (SELECT max(r.started_at) FROM salience.drift_runs r
      WHERE r.seed_concept_id = p_concept AND r.agent_id = p_agent AND r.state IN ('stored', 'refused', 'failed')))
$$;
