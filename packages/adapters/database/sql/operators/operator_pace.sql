-- The number of turns accepted and ended between `p_now` (business time) minus the window and now, and the milliseconds from
-- acceptance to the end of the latest thousand that ended. Ids begin with their milliseconds, so the primary key counts acceptances;
-- a block range index finds ends. Neither reads rows before the window.
CREATE OR REPLACE FUNCTION salience.operator_pace(p_now timestamptz, p_window interval) RETURNS jsonb LANGUAGE plpgsql STABLE
SET search_path = salience, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_from timestamptz := p_now - p_window;
  v_first text := 'turn_' || lpad(to_hex(greatest(0, floor(extract(epoch FROM v_from) * 1000))::bigint), 12, '0');
  v_accepted integer;
  v_ended integer;
  v_tempo jsonb;
BEGIN
  SELECT count(*) INTO v_accepted FROM turns WHERE id >= v_first;
  SELECT count(*) INTO v_ended FROM terminal_events WHERE at >= v_from;
  SELECT jsonb_build_object('p50Ms', percentile_cont(0.5) WITHIN GROUP (ORDER BY took),
      'p95Ms', percentile_cont(0.95) WITHIN GROUP (ORDER BY took)) INTO v_tempo
  FROM (SELECT (extract(epoch FROM e.at - t.accepted_at) * 1000)::float8 AS took
    FROM (SELECT turn_id, at FROM terminal_events WHERE at >= v_from ORDER BY at DESC LIMIT 1000) e
    CROSS JOIN LATERAL (SELECT accepted_at FROM turns WHERE id = e.turn_id LIMIT 1) t) x;
  RETURN jsonb_build_object('accepted', v_accepted, 'ended', v_ended) || v_tempo;
END $$;

REVOKE ALL ON FUNCTION salience.operator_pace FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_pace TO salience_fn_sight;
