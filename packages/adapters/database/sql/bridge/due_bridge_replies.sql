-- Answers that are owed to channels of a Bridge, whose turns have ended, oldest first. p: {agentId, now, limit}. Returns [{turnId, channel, messageId, attempts, reply (null: nothing to
-- say), endedAt (of the turn)}].
CREATE OR REPLACE FUNCTION salience.due_bridge_replies(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
BEGIN
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('turnId', d.turn_id, 'channel', d.channel, 'messageId', d.message_id, 'attempts', d.attempts, 'reply', d.reply,
      'endedAt', d.ended_at) ORDER BY d.created_at, d.turn_id), '[]')
    FROM (SELECT r.*, e.reply, e.ended_at FROM salience.bridge_replies r JOIN salience.turn_ends e ON e.turn_id = r.turn_id AND e.agent_id = r.agent_id
      WHERE r.agent_id = v_agent AND r.state = 'waiting' AND r.next_at <= (p->>'now')::timestamptz ORDER BY r.created_at, r.turn_id LIMIT (p->>'limit')::integer) d);
END $$;
