-- The outcome of an action as a code; null if it has not ended, or if its end says nothing about the tool: it was never ruled on, or
-- budget, time or unusable arguments stopped it.
CREATE OR REPLACE FUNCTION salience.outcome_code(s salience.act_steps) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN s.kind <> 'action' OR s.call->>'tool' IS NULL THEN NULL
    WHEN s.state IN ('denied', 'expired') OR s.state = 'refused' AND s.ruling->>'path' = 'refuse' THEN s.state
    WHEN s.attempt = 0 THEN NULL
    WHEN s.state = 'succeeded' AND coalesce(s.verdict->>'verdict', 'accept') <> 'accept' THEN 'doubted'
    WHEN s.state IN ('succeeded', 'failed', 'timed_out', 'unknown') THEN s.state
  END
$$;
