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
  -- Words of items that were written again or merged into others since; of a block that is being made too.
  PERFORM salience.forget_overflow(r.agent_id, '{}');
  PERFORM salience.forget_overflow(r.agent_id, ARRAY(SELECT o.id FROM salience.overflow_items o WHERE o.agent_id = r.agent_id
    AND o.kind <> 'exchange' AND o.words NOT IN (
      SELECT f.search FROM salience.facts f WHERE f.id = o.id
      UNION ALL SELECT e.search FROM salience.episodes e WHERE e.id = o.id
      UNION ALL SELECT c.search FROM salience.concepts c WHERE c.id = o.id)));
  PERFORM salience.mark_repeats(r.agent_id);
  RETURN v_unsettled;
END $$;
