-- The agents in a room, with what a message is measured by: what was set, the focus, and the active goals that somebody vouches for. p: {room}.
CREATE OR REPLACE FUNCTION salience.room_listeners(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('agentId', m.member, 'name', a.name, 'display', m.display,
    'config', jsonb_build_object('revision', coalesce(c.revision, 0), 'doc', coalesce(c.doc, '{}')), 'focus', f.channel,
    'goals', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'goal', g.goal, 'priority', g.priority, 'context', g.context, 'trust', g.trust)
      ORDER BY g.priority DESC, g.created_at, g.id), '[]') FROM salience.pfc_goals g WHERE g.agent_id = m.member AND g.status = 'active' AND g.trust = 'owner')) ORDER BY m.member), '[]')
  FROM salience.room_members m JOIN salience.agents a ON a.id = m.member LEFT JOIN salience.pfc_config c ON c.agent_id = m.member
    LEFT JOIN salience.pfc_focus f ON f.agent_id = m.member AND f.trust = 'owner'
  WHERE m.room = p->>'room' AND m.kind = 'agent' AND m.left_at IS NULL
$$;

ALTER FUNCTION salience.room_listeners OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.room_listeners FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.room_listeners TO salience_consumer;
