-- Ends letters whose sender died while they left: nobody knows whether they arrived, and a second one would be worse than none. p: {now, limit}.
-- Returns how many.
CREATE OR REPLACE FUNCTION salience.expire_letters(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_count integer;
BEGIN
  UPDATE salience.letters SET state = 'unknown', error = 'interrupted', settled_at = (p->>'now')::timestamptz, claimed_until = NULL
  WHERE id IN (SELECT id FROM salience.letters WHERE kind = 'send' AND state = 'sending' AND claimed_until < clock_timestamp()
    ORDER BY next_at LIMIT (p->>'limit')::integer FOR UPDATE SKIP LOCKED);
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN to_jsonb(v_count);
END $$;
