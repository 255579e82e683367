-- Takes the lease of a chore that no worker holds. Returns its new fence, or null.
CREATE OR REPLACE FUNCTION salience.take_chore(p_agent text, p_task text, p_owner text, p_lease_ms integer)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_fence bigint;
BEGIN
  INSERT INTO salience.chores AS c (agent_id, task, fence, owner, lease_until)
  VALUES (p_agent, p_task, 1, p_owner, clock_timestamp() + p_lease_ms * interval '1 millisecond')
  ON CONFLICT (agent_id, task) DO UPDATE SET fence = c.fence + 1, owner = excluded.owner, lease_until = excluded.lease_until
  WHERE c.lease_until IS NULL OR c.lease_until < clock_timestamp()
  RETURNING fence INTO v_fence;
  RETURN v_fence;
END $$;
