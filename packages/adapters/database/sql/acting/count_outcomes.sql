-- Counts the outcomes of steps since p_before, each once: in its tool's record, by code, and in the standing of its kind of call. A
-- success in a tainted run does not count for the standing, unless the tool only observes; failures and refusals always count. A doubt
-- after a success takes the success back and is no failure: a model only proposes (law 6). An action that was evaluated before its step learns how it went; a
-- tainted step tells nothing of it, and what a person thinks of the turn stands.
CREATE OR REPLACE FUNCTION salience.count_outcomes(p_agent text, p_now timestamptz, p_before salience.act_steps[],
  p_run text, p_ns integer[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_day date := (p_now AT TIME ZONE 'UTC')::date;
BEGIN
  WITH ended AS (
    SELECT s.turn_id, s.n, coalesce((s.ruling->>'tainted')::boolean, false) AS touched, s.call->>'tool' AS tool, coalesce(s.ruling->>'kind', '') AS kind, coalesce((s.ruling->>'tainted')::boolean, false) AND s.ruling->>'tier' <> 'observe' AS tainted,
      salience.outcome_code(s) AS code, salience.outcome_code(b) AS was
    FROM salience.act_steps s LEFT JOIN unnest(p_before) b ON b.run_id = s.run_id AND b.n = s.n
    WHERE s.run_id = p_run AND s.n = ANY (p_ns)
  ), changed AS (
    SELECT e.*, (code = 'succeeded')::integer - coalesce((was = 'succeeded')::integer, 0) AS good,
      (was IS NULL AND code <> 'succeeded')::integer AS bad
    FROM ended e WHERE code IS NOT NULL AND code IS DISTINCT FROM was
  ), told AS (
    UPDATE salience.pfc_action_log a SET outcome = c.code, outcome_trust = 'owner', outcome_at = p_now, outcome_value = CASE WHEN NOT c.touched THEN
        CASE c.code WHEN 'succeeded' THEN 1 WHEN 'doubted' THEN -0.5 WHEN 'failed' THEN -1 WHEN 'timed_out' THEN -0.5 WHEN 'denied' THEN -1 END END
    FROM changed c
    WHERE a.agent_id = p_agent AND a.turn_id = c.turn_id AND a.source = 'act' AND a.context->>'runId' = p_run AND (a.context->>'n')::integer = c.n
      AND (a.outcome IS NULL OR a.outcome IS NOT DISTINCT FROM c.was)
  ), counted AS (
    INSERT INTO salience.tool_records AS k (agent_id, day, tool, successes, failures, doubted, failed, timed_out, unknown, denied, expired, refused)
    SELECT p_agent, v_day, tool, sum(good), coalesce(sum(bad) FILTER (WHERE code NOT IN ('denied', 'expired', 'refused')), 0),
      count(*) FILTER (WHERE code = 'doubted'), count(*) FILTER (WHERE code = 'failed'), count(*) FILTER (WHERE code = 'timed_out'),
      count(*) FILTER (WHERE code = 'unknown'), count(*) FILTER (WHERE code = 'denied'), count(*) FILTER (WHERE code = 'expired'),
      count(*) FILTER (WHERE code = 'refused')
    FROM (SELECT tool, good, bad, code FROM changed) c GROUP BY tool ORDER BY tool
    ON CONFLICT (agent_id, day, tool) DO UPDATE SET successes = k.successes + excluded.successes, failures = k.failures + excluded.failures,
      doubted = k.doubted + excluded.doubted, failed = k.failed + excluded.failed, timed_out = k.timed_out + excluded.timed_out,
      unknown = k.unknown + excluded.unknown, denied = k.denied + excluded.denied, expired = k.expired + excluded.expired,
      refused = k.refused + excluded.refused
  )
  INSERT INTO salience.tool_standing AS k (agent_id, tool, kind, day, successes, failures)
  SELECT p_agent, tool, kind, v_day, sum(CASE WHEN tainted THEN 0 ELSE good END), sum(bad)
  FROM changed GROUP BY tool, kind ORDER BY tool, kind
  ON CONFLICT (agent_id, tool, kind, day) DO UPDATE SET successes = k.successes + excluded.successes, failures = k.failures + excluded.failures;
END $$;
