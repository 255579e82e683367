-- How an action ended, in our own words; null while it has not, and for an end that says nothing of its tool: what was never
-- judged, or did not run for want of budget, time or sense.
CREATE OR REPLACE FUNCTION salience.end_code(s salience.act_steps) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN s.kind <> 'action' OR s.call->>'tool' IS NULL THEN NULL
    WHEN s.state IN ('denied', 'expired') OR s.state = 'refused' AND s.ruling->>'path' = 'refuse' THEN s.state
    WHEN s.attempt = 0 THEN NULL
    WHEN s.state = 'succeeded' AND coalesce(s.verdict->>'verdict', 'accept') <> 'accept' THEN 'doubted'
    WHEN s.state IN ('succeeded', 'failed', 'timed_out', 'unknown') THEN s.state
  END
$$;
