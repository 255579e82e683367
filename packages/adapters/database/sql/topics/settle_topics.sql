-- Adds what turns said since the last time to the sums of their topics, once there are p_least of them; returns how many were added.
-- Everything written before the horizon of the one snapshot is in the sums then, and nothing else: a turn is added once, whoever does it,
-- and sums of whole numbers are the same in whatever order. Where another worker does it already, this one leaves.
CREATE OR REPLACE FUNCTION salience.settle_topics(p_agent text, p_model text, p_least integer) RETURNS integer LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_from xid8;
  v_added integer;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  IF NOT pg_try_advisory_xact_lock(hashtextextended('topics of ' || p_agent, 0)) THEN RETURN 0; END IF;
  v_from := coalesce((SELECT s.settled_xid FROM salience.topic_sums s WHERE s.agent_id = p_agent AND s.model_id = p_model
    ORDER BY s.settled_xid DESC LIMIT 1), '0'::xid8);
  WITH tail AS MATERIALIZED (
    SELECT x.* FROM salience.read_taught(p_agent, p_model, v_from) x WHERE x.xid < pg_snapshot_xmin(pg_current_snapshot())
  ), enough AS (
    SELECT count(*) AS turns FROM tail HAVING count(*) >= greatest(p_least, 1)
  ), summed AS (
    SELECT c.topic_id, array_agg(c.total ORDER BY c.i) AS numbers FROM (
      SELECT x.topic_id, n.i, sum(n.number) AS total FROM tail x CROSS JOIN LATERAL salience.taught_numbers(x.vector) n GROUP BY 1, 2) c GROUP BY 1
  ), said AS (
    SELECT x.topic_id, count(x.vector)::integer AS learned, max(x.said_at) AS seen_at FROM tail x GROUP BY 1
  ), added AS (
    INSERT INTO salience.topic_sums AS s (agent_id, model_id, topic_id, numbers, learned, seen_at, settled_xid)
    SELECT p_agent, p_model, d.topic_id, coalesce(n.numbers, '{}'), d.learned, d.seen_at, pg_snapshot_xmin(pg_current_snapshot())
    FROM said d LEFT JOIN summed n USING (topic_id) WHERE EXISTS (SELECT 1 FROM enough) ORDER BY d.topic_id
    ON CONFLICT (agent_id, model_id, topic_id) DO UPDATE SET
      numbers = CASE WHEN s.learned = 0 THEN excluded.numbers WHEN excluded.learned = 0 THEN s.numbers
        ELSE ARRAY(SELECT u.a + u.b FROM unnest(s.numbers, excluded.numbers) WITH ORDINALITY AS u(a, b, i) ORDER BY u.i) END,
      learned = s.learned + excluded.learned, seen_at = greatest(s.seen_at, excluded.seen_at), settled_xid = excluded.settled_xid
  )
  SELECT turns INTO v_added FROM enough;
  RETURN coalesce(v_added, 0);
END $$;
