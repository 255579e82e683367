-- Notes how an attempt ended, while the delivery is still the caller's: `delivered`, `failed`, `unknown`, `gone` (failed, and the channel
-- with it), or `retry` at nextAt; what need not be tried again, because a stream showed it or the channel is no more, is withdrawn
-- then. Settles the notice if that decides it. With `expired` only a delivery whose claim ran out.
-- p: {id, attempt, outcome, now} and {error, nextAt, expired}. Returns whether it was.
CREATE OR REPLACE FUNCTION salience.settle_delivery(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_outcome text := p->>'outcome';
  v_retry boolean;
  v_turn text;
  v_channel text;
BEGIN
  SELECT turn_id, channel_id INTO v_turn, v_channel FROM salience.deliveries WHERE id = p->>'id';
  -- Before the delivery: two that end at once must see each other.
  PERFORM FROM salience.notices WHERE turn_id = v_turn FOR UPDATE;
  IF v_outcome = 'retry' AND (EXISTS (SELECT FROM salience.notices WHERE turn_id = v_turn AND seen_at IS NOT NULL) OR EXISTS (
    SELECT FROM salience.deliveries d JOIN salience.channels c ON c.id = d.channel_id WHERE d.id = p->>'id'
      AND NOT salience.may_carry(c.state, d.kind))) THEN
    v_outcome := 'withdrawn';
  END IF;
  v_retry := v_outcome = 'retry';
  UPDATE salience.deliveries SET claimed_until = NULL, error = p->>'error',
    state = CASE v_outcome WHEN 'retry' THEN 'pending' WHEN 'gone' THEN 'failed' ELSE v_outcome END,
    next_at = CASE WHEN v_retry THEN (p->>'nextAt')::timestamptz ELSE next_at END,
    settled_at = CASE WHEN v_retry THEN NULL ELSE v_now END
  WHERE id = p->>'id' AND attempts = (p->>'attempt')::integer AND state IN ('pending', 'sending')
    AND (p->'expired' IS NULL OR claimed_until < clock_timestamp());
  IF NOT FOUND THEN RETURN 'false'; END IF;
  IF v_outcome = 'gone' THEN
    UPDATE salience.channels SET state = 'gone' WHERE id = v_channel AND state <> 'removed';
    PERFORM salience.end_deliveries(v_channel, 'failed', p->>'error', v_now);
  END IF;
  IF v_turn IS NOT NULL THEN PERFORM salience.settle_notice(v_turn, v_now); END IF;
  RETURN 'true';
END $$;
