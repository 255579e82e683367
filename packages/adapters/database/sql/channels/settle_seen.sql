-- Settles notices that a stream showed, also those that had reached nobody, and withdraws what waits to be sent for them. p: {now, limit}.
-- Returns how many.
CREATE OR REPLACE FUNCTION salience.settle_seen(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_turns text[] := ARRAY(SELECT turn_id FROM salience.notices
    WHERE seen_at IS NOT NULL AND (settled_at IS NULL OR settled_as = 'undelivered')
    ORDER BY seen_at LIMIT (p->>'limit')::integer FOR UPDATE SKIP LOCKED);
BEGIN
  IF cardinality(v_turns) = 0 THEN RETURN '0'; END IF;
  UPDATE salience.notices SET settled_at = v_now, settled_as = 'seen', reason = NULL, look_at = NULL WHERE turn_id = ANY (v_turns);
  UPDATE salience.deliveries SET state = 'withdrawn', settled_at = v_now, claimed_until = NULL
  WHERE turn_id = ANY (v_turns) AND state = 'pending';
  RETURN to_jsonb(cardinality(v_turns));
END $$;
