-- The topics of turns, each the one that it names or a new one: the one rule by which topics are made. A name that another thread took at this moment is
-- the same topic. An existing one is left as it is: what is said on it stands with the turn. p_topics: [{id, name, trust,
-- modelId, salience}]; returns for each id that was asked for the one that is stored.
CREATE OR REPLACE FUNCTION salience.save_topics(p_agent text, p_topics jsonb, p_now timestamptz) RETURNS TABLE(asked text, stored text)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY WITH given AS MATERIALIZED (
    SELECT x.place, x.body->>'id' AS id, x.body->>'name' AS name, x.body AS topic, o.id AS known
    FROM jsonb_array_elements(p_topics) WITH ORDINALITY x(body, place)
    LEFT JOIN salience.topics o ON o.id = x.body->>'id' AND o.agent_id = p_agent
  ), made AS (
    INSERT INTO salience.topics AS k (id, agent_id, name, trust, model_id, salience, created_at)
    SELECT DISTINCT ON (g.name) g.id, p_agent, g.name, coalesce(g.topic->>'trust', 'external'), g.topic->>'modelId',
      coalesce((g.topic->>'salience')::real, 0.5), p_now
    FROM given g WHERE g.known IS NULL ORDER BY g.name, g.place
    -- Changes nothing, but returns the row.
    ON CONFLICT (agent_id, name) DO UPDATE SET salience = k.salience
    RETURNING k.id, k.name
  )
  SELECT g.id, coalesce(g.known, m.id) FROM given g LEFT JOIN made m ON m.name = g.name;
END $$;
