-- Confirms a channel with the code that was sent over it. Five wrong answers void a code. p: {id, agentId, codeHash, now}.
-- Returns {status: confirmed | already | missing | expired | wrong, left: answers that are left}.
CREATE OR REPLACE FUNCTION salience.answer_channel_code(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  c record;
BEGIN
  SELECT id, state, code_hash, code_expires_at, code_tries INTO c FROM salience.channels WHERE id = p->>'id' AND agent_id = v_agent
    AND state <> 'removed' FOR UPDATE;
  IF NOT FOUND THEN RETURN '{"status": "missing", "left": 0}'; END IF;
  IF c.state <> 'unconfirmed' THEN RETURN '{"status": "already", "left": 0}'; END IF;
  IF c.code_hash IS NULL OR c.code_expires_at <= v_now OR c.code_tries >= 5 THEN RETURN '{"status": "expired", "left": 0}'; END IF;
  IF c.code_hash <> p->>'codeHash' THEN
    UPDATE salience.channels SET code_tries = code_tries + 1 WHERE id = c.id;
    RETURN jsonb_build_object('status', 'wrong', 'left', 4 - c.code_tries);
  END IF;
  UPDATE salience.channels SET state = 'confirmed', confirmed_at = v_now, code_hash = NULL, code_expires_at = NULL, code_tries = 0
  WHERE id = c.id AND state = 'unconfirmed';
  UPDATE salience.deliveries SET state = 'withdrawn', settled_at = v_now, claimed_until = NULL
  WHERE channel_id = c.id AND kind = 'code' AND state = 'pending';
  RETURN '{"status": "confirmed", "left": 0}';
END $$;
