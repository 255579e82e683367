-- The buffered thoughts of an agent, the newest first, with their words. p: {agentId, channel, type, since, limit, trust}.
CREATE OR REPLACE FUNCTION salience.list_thoughts(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(salience.thought_view(x.m, coalesce(t.own_text, t.text)) ORDER BY x.created_at DESC, x.id DESC), '[]') FROM (
    SELECT m, m.created_at, m.id, m.turn_id FROM salience.pfc_monologue m WHERE m.agent_id = v_agent AND m.consumed_at IS NULL
      AND (p->>'channel' IS NULL OR m.channel = p->>'channel') AND (p->>'type' IS NULL OR m.thought_type = p->>'type')
      AND (p->>'since' IS NULL OR m.created_at >= (p->>'since')::timestamptz) AND (p->>'trust' IS NULL OR m.trust = p->>'trust')
    ORDER BY m.created_at DESC, m.id DESC LIMIT (p->>'limit')::integer) x LEFT JOIN salience.turns t ON t.id = x.turn_id);
END $$;
