-- Takes the next slot for one request to `model` (GCRA): at most `perMinute` start in any 60 s over all replicas, a tenth of them at
-- once. Returns the wait until that slot; the slot is taken only if the wait is at most `maxWaitMs`. A pause in force comes first.
-- Uses the database's clock, read under the row's lock.
CREATE OR REPLACE FUNCTION salience.claim_model_slot(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_model text := p->>'model';
  v_rate integer := (p->>'perMinute')::integer;
  v_burst integer := greatest(1, v_rate / 10);
  -- The burst and the rest of the minute together make `perMinute`.
  v_step interval := interval '60 seconds' / (v_rate - v_burst + 1);
  v_row salience.model_limits;
  v_now timestamptz;
  v_start timestamptz;
  v_wait double precision;
BEGIN
  -- Losing a slot in a crash of the server does no harm.
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT * INTO v_row FROM salience.model_limits WHERE model = v_model FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO salience.model_limits (model) VALUES (v_model) ON CONFLICT DO NOTHING;
    SELECT * INTO v_row FROM salience.model_limits WHERE model = v_model FOR UPDATE;
  END IF;
  v_now := clock_timestamp();
  v_start := greatest(v_now, v_row.paused_until, v_row.next_at - v_step * (v_burst - 1));
  v_wait := ceil(extract(epoch FROM v_start - v_now) * 1000);
  IF v_wait > (p->>'maxWaitMs')::double precision THEN
    RETURN jsonb_build_object('granted', false, 'waitMs', v_wait);
  END IF;
  UPDATE salience.model_limits SET next_at = greatest(v_row.next_at, v_start) + v_step WHERE model = v_model;
  RETURN jsonb_build_object('granted', true, 'waitMs', v_wait);
END $$;

REVOKE ALL ON FUNCTION salience.claim_model_slot FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.claim_model_slot TO salience_digest, salience_memory_chunker, salience_episodic;
