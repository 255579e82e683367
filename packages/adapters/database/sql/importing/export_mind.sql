-- What an agent pursues and was thinking, as it travels: goals, and the newest buffered thoughts with their words, the oldest first; those that somebody vouches for go before others.
-- left_out: how many stay. Operator.
CREATE OR REPLACE FUNCTION salience.export_mind(p_agent text, p_thoughts integer) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  p_agent := set_config('app.agent', p_agent, true);
  RETURN jsonb_build_object(
    'goals', (SELECT coalesce(jsonb_agg(jsonb_build_object('goal', g.goal, 'priority', g.priority, 'context', g.context, 'status', g.status, 'trust', g.trust,
        'created_at', g.created_at, 'updated_at', g.updated_at, 'completed_at', g.completed_at) ORDER BY g.created_at, g.id), '[]')
      FROM salience.pfc_goals g WHERE g.agent_id = p_agent),
    'left_out', greatest((SELECT count(*) FROM salience.pfc_monologue m WHERE m.agent_id = p_agent AND m.consumed_at IS NULL) - p_thoughts, 0),
    'monologue', (SELECT coalesce(jsonb_agg(jsonb_build_object('channel', v->'channel', 'thought_type', v->'thoughtType', 'content', v->'content',
        'trigger_message_id', v->'triggerMessageId', 'trigger_author', v->'triggerAuthor', 'trigger_content', v->'triggerContent', 'rule', v->'rule', 'trust', v->'trust',
        'created_at', v->'createdAt') ORDER BY x.created_at, x.id), '[]')
      FROM (SELECT m.created_at, m.id, salience.thought_view(m, coalesce(t.own_text, t.text)) AS v FROM salience.pfc_monologue m LEFT JOIN salience.turns t ON t.id = m.turn_id
        WHERE m.agent_id = p_agent AND m.consumed_at IS NULL ORDER BY m.trust = 'owner' DESC, m.created_at DESC, m.id DESC LIMIT p_thoughts) x));
END $$;
