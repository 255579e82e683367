-- Adds what a process counted of its calls to the day of p.now (business time; UTC days). p: {now, rows: [{agentId, role, model, calls, errors, failedOver, inputTokens, outputTokens, untold, costUsd,
-- unpriced, totalMs, longestMs, lastError (or null)}]}. Rows are locked in one order, so two workers wait for each other and never in a circle.
CREATE OR REPLACE FUNCTION salience.note_model_usage(p jsonb) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  r record;
BEGIN
  -- Losing counts of a moment in a crash of the server does no harm.
  PERFORM set_config('synchronous_commit', 'off', true);
  FOR r IN
    SELECT * FROM jsonb_to_recordset(p->'rows') AS u("agentId" text, role text, model text, calls integer, errors integer, "failedOver" integer, "inputTokens" bigint, "outputTokens" bigint,
      untold integer, "costUsd" double precision, unpriced integer, "totalMs" bigint, "longestMs" integer, "lastError" text)
    ORDER BY u."agentId" COLLATE "C", u.role, u.model
  LOOP
    PERFORM set_config('app.agent', r."agentId", true);
    INSERT INTO salience.model_usage AS m (agent_id, day, role, model, calls, errors, failed_over, input_tokens, output_tokens, untold, cost_usd, unpriced, total_ms, longest_ms, last_at,
      last_error, last_error_at)
    VALUES (r."agentId", (v_now AT TIME ZONE 'UTC')::date, r.role, r.model, r.calls, r.errors, r."failedOver", r."inputTokens", r."outputTokens", r.untold, r."costUsd", r.unpriced,
      r."totalMs", r."longestMs", v_now, r."lastError", CASE WHEN r."lastError" IS NOT NULL THEN v_now END)
    ON CONFLICT (agent_id, day, role, model) DO UPDATE SET calls = m.calls + excluded.calls, errors = m.errors + excluded.errors, failed_over = m.failed_over + excluded.failed_over,
      input_tokens = m.input_tokens + excluded.input_tokens, output_tokens = m.output_tokens + excluded.output_tokens, untold = m.untold + excluded.untold,
      cost_usd = m.cost_usd + excluded.cost_usd, unpriced = m.unpriced + excluded.unpriced, total_ms = m.total_ms + excluded.total_ms,
      longest_ms = greatest(m.longest_ms, excluded.longest_ms), last_at = greatest(m.last_at, excluded.last_at),
      last_error = coalesce(excluded.last_error, m.last_error), last_error_at = coalesce(excluded.last_error_at, m.last_error_at);
  END LOOP;
END $$;
