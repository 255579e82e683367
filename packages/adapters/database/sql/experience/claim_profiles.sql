-- Takes the lease of an agent that used a tool since its profiles were written. No row: there is none. Cross-agent.
CREATE OR REPLACE FUNCTION salience.claim_profiles(p_owner text, p_lease_ms integer, p_now timestamptz)
RETURNS TABLE(agent_id text, fence bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_agent text;
  v_fence bigint;
BEGIN
  FOR v_agent IN
    SELECT a.id FROM salience.agents a LEFT JOIN salience.chores c ON c.agent_id = a.id AND c.task = 'profiles'
    WHERE (c.next_at IS NULL OR c.next_at <= p_now) AND (c.lease_until IS NULL OR c.lease_until < clock_timestamp())
      AND EXISTS (SELECT 1 FROM salience.stale_tools(a.id, p_now, 1))
    ORDER BY c.next_at NULLS FIRST, a.id LIMIT 8
  LOOP
    v_fence := salience.take_chore(v_agent, 'profiles', p_owner, p_lease_ms);
    IF v_fence IS NOT NULL THEN
      RETURN QUERY SELECT v_agent, v_fence;
      RETURN;
    END IF;
  END LOOP;
END $$;
