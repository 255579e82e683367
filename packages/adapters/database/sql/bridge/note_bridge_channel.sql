-- Notes the last message of a channel that was taken, and with `turnId` that its answer is owed to the channel; each once. p: {agentId, fence, channel, messageId, now} and {turnId}.
-- Returns whether the caller still held the Bridge and the channel is one of its; if not, nothing was noted.
CREATE OR REPLACE FUNCTION salience.note_bridge_channel(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
BEGIN
  PERFORM FROM salience.bridges WHERE agent_id = v_agent AND fence = (p->>'fence')::bigint AND owner IS NOT NULL
    AND channels ? (p->>'channel') FOR SHARE;
  IF NOT FOUND THEN RETURN 'false'; END IF;
  INSERT INTO salience.bridge_channels AS c (agent_id, channel, last_message, updated_at) VALUES (v_agent, p->>'channel', p->>'messageId', v_now)
  ON CONFLICT (agent_id, channel) DO UPDATE SET last_message = excluded.last_message, updated_at = excluded.updated_at;
  IF p->>'turnId' IS NOT NULL THEN
    INSERT INTO salience.bridge_replies (agent_id, turn_id, channel, message_id, next_at, created_at)
    VALUES (v_agent, p->>'turnId', p->>'channel', p->>'messageId', v_now, v_now) ON CONFLICT DO NOTHING;
  END IF;
  RETURN 'true';
END $$;
