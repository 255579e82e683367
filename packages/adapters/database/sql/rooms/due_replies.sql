-- Turns of rooms that have ended and whose answers were not posted, the oldest first. `reply` null: there is nothing to say.
CREATE OR REPLACE FUNCTION salience.due_replies(p_limit integer) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('turnId', x.turn_id, 'room', x.room, 'agentId', x.agent_id, 'display', x.display, 'why', x.why, 'messageId', x.message_id,
    'reply', x.reply) ORDER BY x.created_at, x.turn_id), '[]') FROM (
    SELECT o.turn_id, o.room, o.agent_id, coalesce(m.display, a.name) AS display, o.why, o.message_id, o.created_at,
      CASE WHEN t.state = 'answered' AND t.forgotten_at IS NULL THEN nullif(btrim(e.reply), '') END AS reply
    FROM salience.room_turns o JOIN salience.turns t ON t.id = o.turn_id LEFT JOIN salience.turn_ends e ON e.turn_id = o.turn_id
      LEFT JOIN salience.room_members m ON m.room = o.room AND m.kind = 'agent' AND m.member = o.agent_id LEFT JOIN salience.agents a ON a.id = o.agent_id
    WHERE o.posted_at IS NULL AND t.ended_at IS NOT NULL ORDER BY o.created_at, o.turn_id LIMIT p_limit) x
$$;

ALTER FUNCTION salience.due_replies OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.due_replies FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.due_replies TO salience_consumer;
