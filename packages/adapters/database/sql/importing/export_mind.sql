-- What an agent pursues and was thinking, as it travels: goals, and the newest buffered thoughts with their words, the oldest first. Operator.
CREATE OR REPLACE FUNCTION salience.export_mind(p_agent text, p_thoughts integer) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  p_agent := set_config('app.agent', p_agent, true);
  RETURN jsonb_build_object(
    'goals', (SELECT coalesce(jsonb_agg(jsonb_build_object('goal', g.goal, 'priority', g.priority, 'context', g.context, 'status', g.status, 'trust', g.trust,
        'created_at', g.created_at, 'updated_at', g.updated_at, 'completed_at', g.completed_at) ORDER BY g.created_at, g.id), '[]')
      FROM salience.pfc_goals g WHERE g.agent_id = p_agent),
    'monologue', (SELECT coalesce(jsonb_agg(jsonb_build_object('channel', v->'channel', 'thought_type', v->'thoughtType', 'content', v->'content',
        'trigger_message_id', v->'triggerMessageId', 'trigger_author', v->'triggerAuthor', 'trigger_content', v->'triggerContent', 'rule', v->'rule', 'trust', v->'trust',
        'created_at', v->'createdAt') ORDER BY n DESC), '[]')
      FROM jsonb_array_elements(salience.list_thoughts(jsonb_build_object('agentId', p_agent, 'limit', p_thoughts))) WITH ORDINALITY x(v, n)));
END $$;
