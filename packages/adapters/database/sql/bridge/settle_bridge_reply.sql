-- Notes how an answer ended: `posted` (postedId), `silent`, `unknown`, `failed` (error), or `retry` at nextAt. What was unknown may turn out to be posted, and nothing else. p: {agentId, turnId,
-- outcome, now} and {error, nextAt, postedId}. Returns whether it was still open.
CREATE OR REPLACE FUNCTION salience.settle_bridge_reply(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_retry boolean := p->>'outcome' = 'retry';
BEGIN
  UPDATE salience.bridge_replies SET state = CASE WHEN v_retry THEN 'waiting' ELSE p->>'outcome' END, error = p->>'error', posted_id = p->>'postedId',
    next_at = CASE WHEN v_retry THEN (p->>'nextAt')::timestamptz ELSE next_at END, settled_at = CASE WHEN v_retry THEN NULL ELSE (p->>'now')::timestamptz END
  WHERE agent_id = v_agent AND turn_id = p->>'turnId' AND (state IN ('waiting', 'sending') OR (state = 'unknown' AND p->>'outcome' = 'posted'));
  RETURN to_jsonb(FOUND);
END $$;
