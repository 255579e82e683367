-- Puts closed ranges that lost exchanges in hand again: under a new id, so that an episode of the old one that is being made
-- now finds its range gone. One that lost all of them is closed for good.
CREATE OR REPLACE FUNCTION salience.reopen_ranges(r salience.forget_requests, p_ids text[], p_now timestamptz)
RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  WITH old AS (
    DELETE FROM salience.ranges WHERE agent_id = r.agent_id AND id = ANY (p_ids) RETURNING *
  )
  INSERT INTO salience.ranges (id, agent_id, thread_id, first_seq, last_seq, reason, state, created_at, swept_at, traceparent)
  SELECT 'rng_' || substr(o.id, 5, 12) || substr(replace(gen_random_uuid()::text, '-', ''), 1, 20), o.agent_id, o.thread_id, o.first_seq,
    o.last_seq, o.reason, CASE WHEN EXISTS (SELECT 1 FROM salience.exchanges e WHERE e.thread_id = o.thread_id
      AND e.seq BETWEEN o.first_seq AND o.last_seq) THEN 'pending' ELSE 'built' END, p_now, NULL, o.traceparent
  FROM old o;
END $$;
