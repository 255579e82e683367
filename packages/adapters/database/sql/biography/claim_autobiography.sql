-- Takes the lease of an agent whose autobiography is due: enough episodes that no version has included (p_first for the first
-- version, p_later for the others), or forgetting removed a sentence. No row: none is due. Cross-agent.
CREATE OR REPLACE FUNCTION salience.claim_autobiography(p_owner text, p_lease_ms integer, p_now timestamptz,
  p_first integer, p_later integer) RETURNS TABLE(agent_id text, fence bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_agent text;
  v_fence bigint;
BEGIN
  FOR v_agent IN
    SELECT a.id FROM salience.agents a LEFT JOIN salience.chores c ON c.agent_id = a.id AND c.task = 'autobiography'
    CROSS JOIN LATERAL (SELECT CASE WHEN EXISTS (SELECT 1 FROM salience.autobiographies b WHERE b.agent_id = a.id)
      THEN p_later ELSE p_first END AS least) n
    WHERE (c.next_at IS NULL OR c.next_at <= p_now OR (c.rewrite AND c.error IS NULL))
      AND (c.lease_until IS NULL OR c.lease_until < clock_timestamp())
      AND (c.rewrite OR (SELECT count(*) FROM (SELECT 1 FROM salience.episodes e
        WHERE e.agent_id = a.id AND e.told_version IS NULL LIMIT n.least) x) >= n.least)
    ORDER BY c.next_at NULLS FIRST, a.id LIMIT 8
  LOOP
    v_fence := salience.take_chore(v_agent, 'autobiography', p_owner, p_lease_ms);
    IF v_fence IS NOT NULL THEN
      RETURN QUERY SELECT v_agent, v_fence;
      RETURN;
    END IF;
  END LOOP;
END $$;
