-- The last look for what was forgotten, once what the others left has been settled: names that nobody gives any more are gone then. Returns
-- what has to be settled anew.
CREATE OR REPLACE FUNCTION salience.forget_rest(r salience.forget_requests, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_words bigint[];
  v_unsettled jsonb;
BEGIN
  SELECT coalesce(array_agg(word), '{}') INTO v_words FROM salience.forget_words WHERE request_id = r.id;
  v_unsettled := salience.forget_told(r, v_words, p_now);
  PERFORM salience.forget_noted(r, v_words, p_now);
  PERFORM salience.settle_repeats(r.agent_id);
  RETURN v_unsettled;
END $$;
