-- Ends mails whose sender died while they left: nobody knows whether they arrived, and a second one would be worse than none. So ends what
-- was left of a channel that is no more.
-- p: {now, limit}. Returns how many.
CREATE OR REPLACE FUNCTION salience.expire_deliveries(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  d record;
  v_count integer := 0;
BEGIN
  FOR d IN
    SELECT x.id, x.attempts FROM salience.deliveries x JOIN salience.channels c ON c.id = x.channel_id
      AND (c.kind = 'mail' OR NOT salience.may_carry(c.state, x.kind))
    WHERE x.state = 'sending' AND x.claimed_until < clock_timestamp() ORDER BY x.turn_id, x.id LIMIT (p->>'limit')::integer
  LOOP
    IF (salience.settle_delivery(jsonb_build_object('id', d.id, 'attempt', d.attempts, 'outcome', 'unknown', 'error', 'interrupted',
      'now', p->>'now', 'expired', true)))::boolean THEN v_count := v_count + 1; END IF;
  END LOOP;
  RETURN to_jsonb(v_count);
END $$;
