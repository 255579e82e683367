-- Notes the code that a delivery is about to take to its channel; those before it are void. Only while the caller holds the delivery.
-- p: {deliveryId, attempt, codeHash, expiresAt}. Returns whether it does.
CREATE OR REPLACE FUNCTION salience.set_channel_code(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  UPDATE salience.channels c SET code_hash = p->>'codeHash', code_expires_at = (p->>'expiresAt')::timestamptz, code_tries = 0
  FROM salience.deliveries d WHERE d.id = p->>'deliveryId' AND d.kind = 'code' AND d.attempts = (p->>'attempt')::integer
    AND d.state IN ('pending', 'sending') AND d.claimed_until >= clock_timestamp() AND c.id = d.channel_id AND c.state = 'unconfirmed';
  RETURN to_jsonb(FOUND);
END $$;
