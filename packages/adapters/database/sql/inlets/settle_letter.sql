-- Notes how an attempt at a letter ended, while it is still the caller's: `done`, `failed`, `unknown`, or `retry` at nextAt. p: {id, agentId, attempt, outcome,
-- now} and {error, nextAt}. Returns whether it was.
CREATE OR REPLACE FUNCTION salience.settle_letter(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_retry boolean := p->>'outcome' = 'retry';
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  UPDATE salience.letters SET claimed_until = NULL, error = p->>'error', state = CASE WHEN v_retry THEN 'pending' ELSE p->>'outcome' END,
    next_at = CASE WHEN v_retry THEN (p->>'nextAt')::timestamptz ELSE next_at END, settled_at = CASE WHEN v_retry THEN NULL ELSE (p->>'now')::timestamptz END
  WHERE id = p->>'id' AND attempts = (p->>'attempt')::integer AND state IN ('pending', 'sending');
  RETURN to_jsonb(FOUND);
END $$;
