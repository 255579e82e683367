-- The last phase of forgetting. It runs after everything else was recomputed, because only then have names that lost their last
-- source disappeared. Returns what must be recomputed.
CREATE OR REPLACE FUNCTION salience.forget_rest(r salience.forget_requests, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_words bigint[];
  v_unsettled jsonb;
BEGIN
  SELECT coalesce(array_agg(word), '{}') INTO v_words FROM salience.forget_words WHERE request_id = r.id;
  v_unsettled := salience.forget_derived_remnants(r, v_words, p_now);
  PERFORM salience.forget_record_remnants(r, v_words, p_now);
  PERFORM salience.mark_repeats(r.agent_id);
  RETURN v_unsettled;
END $$;
