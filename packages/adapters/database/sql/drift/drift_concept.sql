-- A concept as jsonb for drift, with the energy that reached it (0..1) and the last time that drift used it.
CREATE OR REPLACE FUNCTION salience.drift_concept(p_agent text, p_id text, p_energy real) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', c.id, 'name', c.name, 'kind', c.kind, 'definition', c.definition, 'trust', c.trust,
    'energy', p_energy, 'driftedAt', salience.drifted_at(p_agent, c.id))
  FROM salience.concepts c WHERE c.id = p_id AND c.agent_id = p_agent
$$;
