-- Notes what an inlet turned away before it could be told from another message: unsigned, late, too large. Each is a row, so that it is seen with its
-- reason; where an inlet is flooded, a row stands for several. p: {agentId, id, source, sender, reason, authority, actionClass, contentHash, subject, now,
-- rowsPerMinute}. Returns whether it has a row of its own.
CREATE OR REPLACE FUNCTION salience.refuse_inbound(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  v_last text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(v_agent || ' ' || (p->>'source'), 2));
  IF (SELECT count(*) FROM salience.inbound WHERE agent_id = v_agent AND source = p->>'source' AND sender = p->>'sender' AND external_id IS NULL
    AND received_at > v_now - interval '1 minute') >= (p->>'rowsPerMinute')::integer
  THEN
    SELECT id INTO v_last FROM salience.inbound WHERE agent_id = v_agent AND source = p->>'source' AND sender = p->>'sender' AND external_id IS NULL
      AND reason = p->>'reason' AND received_at > v_now - interval '1 minute' ORDER BY received_at DESC, id DESC LIMIT 1;
    IF FOUND THEN
      UPDATE salience.inbound SET count = count + 1 WHERE id = v_last;
      RETURN 'false';
    END IF;
  END IF;
  INSERT INTO salience.inbound (id, agent_id, source, content_hash, sender, subject, authority, action_class, authorisation, reason, received_at)
  VALUES (p->>'id', v_agent, p->>'source', p->>'contentHash', p->>'sender', coalesce(p->>'subject', ''), p->>'authority', p->>'actionClass', 'reject', p->>'reason', v_now);
  RETURN 'true';
END $$;
