-- Takes or keeps the lease of a loop of learning that nobody else holds. Returns its fence, or null. Regulator.
CREATE OR REPLACE FUNCTION salience.take_learning(p_job text, p_owner text, p_lease_ms integer) RETURNS bigint LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_fence bigint;
BEGIN
  INSERT INTO salience.learning_marks AS m (job, fence, owner, lease_until)
  VALUES (p_job, 1, p_owner, clock_timestamp() + p_lease_ms * interval '1 millisecond')
  ON CONFLICT (job) DO UPDATE SET owner = excluded.owner, lease_until = excluded.lease_until,
    fence = m.fence + CASE WHEN m.owner = excluded.owner AND m.lease_until >= clock_timestamp() THEN 0 ELSE 1 END
  WHERE m.lease_until IS NULL OR m.lease_until < clock_timestamp() OR m.owner = excluded.owner
  RETURNING m.fence INTO v_fence;
  RETURN v_fence;
END $$;
