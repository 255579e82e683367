-- Notes how telling a raised hand ended, while it is still the caller's: `sent`, `failed`; or `pending` or `unknown` to be tried again at nextAt; without nextAt it is not. p: {agentId, channel,
-- version, target, attempt, state, now} and {error, nextAt}. Returns whether it was.
CREATE OR REPLACE FUNCTION salience.settle_hand_delivery(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  UPDATE salience.hand_deliveries SET state = p->>'state', last_error = p->>'error', claimed_until = NULL,
    next_at = coalesce((p->>'nextAt')::timestamptz, 'infinity'), settled_at = CASE WHEN p->>'nextAt' IS NULL THEN (p->>'now')::timestamptz END
  WHERE agent_id = p->>'agentId' AND channel = p->>'channel' AND version = (p->>'version')::bigint AND target = p->>'target' AND attempts = (p->>'attempt')::integer
    AND state IN ('pending', 'unknown');
  RETURN to_jsonb(FOUND);
END $$;
