-- Thoughts of an agent, the latest first, with what each rests on and where it was said. p: {agentId, limit, type, id (that one alone), before: {at, id}}. `used`: how often replies named it. `said`: the turn that it was said in, and how
-- that reached somebody. Read-only.
CREATE OR REPLACE FUNCTION salience.list_drifted(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(to_jsonb(x) ORDER BY x."createdAt" DESC, x.id DESC), '[]') FROM (
    SELECT t.id, t.type, t.content, t.strategy, t.energy, t.trust, t.model, t.tokens, date_trunc('milliseconds', t.created_at) AS "createdAt", t.expires_at AS "expiresAt", t.thread_id AS "threadId",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'energy', k.energy, 'seed', k.is_seed) ORDER BY k.is_seed DESC, k.energy DESC, c.id), '[]')
        FROM salience.thought_concepts k JOIN salience.concepts c ON c.id = k.concept_id WHERE k.thought_id = t.id) AS concepts,
      (SELECT jsonb_build_object('id', e.id, 'gist', e.gist, 'at', e.ended_at) FROM salience.episodes e WHERE e.id = t.grounding_episode_id) AS episode,
      (SELECT jsonb_build_object('turnId', s.id, 'threadId', s.thread_id, 'at', s.accepted_at, 'state', s.state, 'outcome', n.settled_as)
        FROM salience.turns s LEFT JOIN salience.notices n ON n.turn_id = s.id WHERE s.agent_id = v_agent AND s.idempotency_key = ' thought:' || t.id) AS said,
      (SELECT jsonb_build_object('count', a.count, 'lastAt', a.last_at) FROM salience.memory_accesses a WHERE a.agent_id = v_agent AND a.item_id = t.id) AS used,
      (SELECT avg(f.value) FROM salience.feedback f WHERE f.agent_id = v_agent AND f.target = t.id) AS judged
    FROM salience.thoughts t WHERE t.agent_id = v_agent AND (p->>'type' IS NULL OR t.type = p->>'type') AND (p->>'id' IS NULL OR t.id = p->>'id')
      AND (p->'before'->>'id' IS NULL OR (date_trunc('milliseconds', t.created_at), t.id) < ((p->'before'->>'at')::timestamptz, p->'before'->>'id'))
    ORDER BY date_trunc('milliseconds', t.created_at) DESC, t.id DESC LIMIT (p->>'limit')::integer) x);
END $$;
