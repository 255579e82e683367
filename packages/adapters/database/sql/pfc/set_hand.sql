-- Moves a hand by what is no thought. p: {agentId, channel, event, bid, now}. Returns {hand, moved}.
CREATE OR REPLACE FUNCTION salience.set_hand(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
BEGIN
  RETURN salience.apply_hand(v_agent, p->>'channel', salience.enter_room(p->>'channel', v_agent), p - 'agentId' - 'channel' - 'now', (p->>'now')::timestamptz);
END $$;
