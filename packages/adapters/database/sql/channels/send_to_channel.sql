-- Asks for a new code (kind code) to an unconfirmed channel, or for a test to a confirmed one: at most one of a kind each half minute.
-- One that failed and waits to be tried again is tried now.
-- p: {id, agentId, kind, now, deliveryId}. Returns {status: asked | missing | too_soon | confirmed | not_confirmed}.
CREATE OR REPLACE FUNCTION salience.send_to_channel(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  v_state text;
BEGIN
  SELECT state INTO v_state FROM salience.channels WHERE id = p->>'id' AND agent_id = v_agent AND state <> 'removed' FOR UPDATE;
  IF NOT FOUND THEN RETURN '{"status": "missing"}'; END IF;
  IF p->>'kind' = 'code' AND v_state <> 'unconfirmed' THEN RETURN '{"status": "confirmed"}'; END IF;
  IF p->>'kind' = 'test' AND v_state <> 'confirmed' THEN RETURN '{"status": "not_confirmed"}'; END IF;
  UPDATE salience.deliveries SET next_at = v_now WHERE channel_id = p->>'id' AND kind = p->>'kind' AND state = 'pending'
    AND attempts > 0 AND claimed_until IS NULL AND next_at > v_now;
  IF FOUND THEN RETURN '{"status": "asked"}'; END IF;
  IF EXISTS (SELECT FROM salience.deliveries WHERE channel_id = p->>'id' AND kind = p->>'kind'
    AND (state IN ('pending', 'sending') OR created_at > v_now - interval '30 seconds')) THEN RETURN '{"status": "too_soon"}'; END IF;
  INSERT INTO salience.deliveries (id, agent_id, channel_id, kind, next_at, created_at)
  VALUES (p->>'deliveryId', v_agent, p->>'id', p->>'kind', v_now, v_now);
  RETURN '{"status": "asked"}';
END $$;
