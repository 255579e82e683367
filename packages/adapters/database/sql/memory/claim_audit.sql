-- Claims the audit of an agent for five minutes: the oldest one from before p_before, a missing one first. Null if none is due. No two
-- callers get the same agent. Cross-agent; scheduler only.
CREATE OR REPLACE FUNCTION salience.claim_audit(p_before timestamptz) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_agent text;
BEGIN
  INSERT INTO salience.memory_audits (agent_id, body, audited_at) SELECT a.id, '{}', '-infinity' FROM salience.agents a
  WHERE NOT EXISTS (SELECT 1 FROM salience.memory_audits m WHERE m.agent_id = a.id) ON CONFLICT DO NOTHING;
  UPDATE salience.memory_audits SET claimed_until = clock_timestamp() + interval '5 minutes' WHERE agent_id = (
    SELECT agent_id FROM salience.memory_audits WHERE audited_at < p_before AND (claimed_until IS NULL OR claimed_until < clock_timestamp())
    ORDER BY audited_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING agent_id INTO v_agent;
  RETURN v_agent;
END $$;
