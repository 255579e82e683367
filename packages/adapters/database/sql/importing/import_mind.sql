-- Takes in what an agent pursued and was thinking elsewhere. A goal of the same words and trust becomes what is told of it, so a second import changes nothing; others stay. A thought of a
-- message that was thought about already, or that is there word for word, is not taken again. p: {agentId, goals, monologue} as export_mind returns them. Returns {goals, thoughts}: how many
-- there were to take. Operator.
CREATE OR REPLACE FUNCTION salience.import_mind(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_goals integer;
  v_thoughts integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('mind ' || v_agent, 0));
  WITH told AS (
    SELECT DISTINCT ON (lower(g.goal), g.trust) x.n, g.* FROM jsonb_array_elements(p->'goals') WITH ORDINALITY x(body, n), jsonb_to_record(x.body) AS g(goal text, priority integer, context text, status text, trust text,
      created_at timestamptz, updated_at timestamptz, completed_at timestamptz) ORDER BY lower(g.goal), g.trust, g.updated_at DESC
  ), known AS (
    UPDATE salience.pfc_goals k SET priority = t.priority, context = t.context, status = t.status, updated_at = t.updated_at, completed_at = t.completed_at
    FROM told t WHERE k.agent_id = v_agent AND lower(k.goal) = lower(t.goal) AND k.trust = t.trust RETURNING lower(t.goal) AS goal, t.trust
  ), made AS (
    INSERT INTO salience.pfc_goals (agent_id, goal, priority, context, status, trust, created_at, updated_at, completed_at)
    SELECT v_agent, t.goal, t.priority, t.context, t.status, t.trust, t.created_at, t.updated_at, t.completed_at FROM told t
    WHERE NOT EXISTS (SELECT 1 FROM known k WHERE k.goal = lower(t.goal) AND k.trust = t.trust) ORDER BY t.created_at, t.n
    RETURNING 1
  ) SELECT count(*) INTO v_goals FROM told;
  WITH made AS (
    INSERT INTO salience.pfc_monologue (agent_id, channel, thought_type, content, trigger_message_id, trigger_author, trigger_content, rule, trust, created_at)
    SELECT v_agent, m.channel, m.thought_type, m.content, m.trigger_message_id, m.trigger_author, m.trigger_content, m.rule, m.trust, m.created_at
    FROM jsonb_array_elements(p->'monologue') WITH ORDINALITY x(body, n), jsonb_to_record(x.body) AS m(channel text, thought_type text, content text,
      trigger_message_id text, trigger_author text, trigger_content text, rule text, trust text, created_at timestamptz)
    WHERE NOT EXISTS (SELECT 1 FROM salience.pfc_monologue o WHERE o.agent_id = v_agent AND o.channel IS NOT DISTINCT FROM m.channel
      AND o.created_at = m.created_at AND o.content = m.content)
    ORDER BY m.created_at, x.n
    ON CONFLICT DO NOTHING RETURNING 1
  ) SELECT count(*) INTO v_thoughts FROM made;
  RETURN jsonb_build_object('goals', v_goals, 'thoughts', v_thoughts);
END $$;
