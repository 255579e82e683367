-- Takes up what people think of an agent's thoughts. p: {agentId, now, reinforce, windowMs}. A good one adds to the strength of its seed, once.
-- Returns {strategies: {strategy: the mean of the last windowMs, −1 to 1}, seeds: {concept: when a thought from it was judged bad last}}.
CREATE OR REPLACE FUNCTION salience.heed_feedback(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  WITH liked AS (
    INSERT INTO salience.drift_reinforcements (thought_id, concept_id, agent_id, amount, at)
    SELECT t.id, t.seed_concept_id, v_agent, (p->>'reinforce')::real * avg(f.value), v_now
    FROM salience.feedback f JOIN salience.thoughts t ON t.id = f.target AND t.agent_id = v_agent
    WHERE f.agent_id = v_agent AND f.target LIKE 'tht\_%'
    GROUP BY t.id, t.seed_concept_id HAVING avg(f.value) > 0
    ON CONFLICT (thought_id) DO NOTHING RETURNING concept_id, amount
  ) UPDATE salience.concepts c SET strength = least(1, c.strength + l.amount)
    FROM (SELECT concept_id, sum(amount) AS amount FROM liked GROUP BY 1) l WHERE c.id = l.concept_id AND c.agent_id = v_agent;
  RETURN (WITH judged AS (
    SELECT t.strategy, t.seed_concept_id AS seed, f.value, f.created_at AS at FROM salience.feedback f
    JOIN salience.thoughts t ON t.id = f.target AND t.agent_id = v_agent
    WHERE f.agent_id = v_agent AND f.target LIKE 'tht\_%' AND f.created_at > v_now - (p->>'windowMs')::bigint * interval '1 millisecond'
  ) SELECT jsonb_build_object(
      'strategies', coalesce((SELECT jsonb_object_agg(s.strategy, s.liking)
        FROM (SELECT j.strategy, avg(j.value) AS liking FROM judged j GROUP BY 1) s), '{}'),
      'seeds', coalesce((SELECT jsonb_object_agg(s.seed, s.at) FROM (SELECT j.seed, max(j.at) AS at FROM judged j WHERE j.value < 0
        GROUP BY 1) s), '{}')));
END $$;
