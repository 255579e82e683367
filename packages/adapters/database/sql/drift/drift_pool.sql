-- The concepts that a seed is chosen from. p: {agentId, limit}: above the limit, half are the most recently seen and half the least
-- recently seen. Returns [{id, strength, lastSeenAt, salience (of the most salient episode it came from), driftedAt}].
CREATE OR REPLACE FUNCTION salience.drift_pool(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_half integer := (p->>'limit')::integer / 2;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  RETURN (
    WITH pool AS (
      (SELECT id, strength, last_seen_at FROM salience.concepts WHERE agent_id = v_agent ORDER BY last_seen_at DESC, id LIMIT v_half)
      UNION
      (SELECT id, strength, last_seen_at FROM salience.concepts WHERE agent_id = v_agent ORDER BY last_seen_at, id LIMIT v_half)
    )
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'strength', c.strength, 'lastSeenAt', c.last_seen_at,
      'salience', coalesce((SELECT max(e.salience) FROM salience.concept_sources s JOIN salience.episodes e ON e.id = s.episode_id
        WHERE s.concept_id = c.id AND s.agent_id = v_agent), 0),
      'driftedAt', salience.drifted_at(v_agent, c.id)) ORDER BY c.id), '[]')
    FROM pool c);
END $$;
