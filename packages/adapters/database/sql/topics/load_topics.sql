-- The topics of an agent and a model as whoever holds none needs them: what `topic_sums` has, and every turn since. Rows of three kinds: one
-- `place` (`xid` is where the next look begins, `learned` the version of the statistics, null for none), `topic` (`numbers` is its sum over
-- `learned` messages, `xid` the transaction that made or renamed it), and `taught` (as `read_taught` returns them; `other` is the topic,
-- `numbers` the vector). Topics are the p_limit most recently seen and all that turns since then name. `at` is in milliseconds. Sums are
-- binary arrays: parsing half a million numbers as text costs more than comparing with them.
CREATE OR REPLACE FUNCTION salience.load_topics(p_agent text, p_model text, p_limit integer)
RETURNS TABLE(kind text, id text, other text, numbers bytea, learned integer, salience real, at double precision, xid xid8) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  -- After a restore everything lies behind: no backup holds sums.
  PERFORM salience.settle_topics(p_agent, p_model, 1024);
  RETURN QUERY WITH sums AS MATERIALIZED (
      SELECT s.topic_id, s.seen_at, s.settled_xid FROM salience.topic_sums s WHERE s.agent_id = p_agent AND s.model_id = p_model
    ), tail AS MATERIALIZED (
      SELECT x.* FROM salience.read_taught(p_agent, p_model, coalesce((SELECT s.settled_xid FROM sums s ORDER BY s.settled_xid DESC LIMIT 1), '0'::xid8)) x
    ), named AS (
      (SELECT s.topic_id FROM sums s ORDER BY s.seen_at DESC, s.topic_id DESC LIMIT p_limit)
      UNION SELECT x.topic_id FROM tail x
    )
    SELECT 'place', '', NULL::text, NULL::bytea,
      (SELECT s.version FROM salience.topic_statistics s WHERE s.agent_id = p_agent AND s.model_id = p_model), NULL::real,
      NULL::double precision, pg_snapshot_xmin(pg_current_snapshot())
    UNION ALL SELECT 'topic', t.id, t.name, array_send(s.numbers), coalesce(s.learned, 0), t.salience,
      floor(1000 * extract(epoch FROM coalesce(s.seen_at, '-infinity')))::double precision, t.written_xid
    FROM named n JOIN salience.topics t ON t.id = n.topic_id
      LEFT JOIN salience.topic_sums s ON s.agent_id = p_agent AND s.model_id = p_model AND s.topic_id = t.id
    UNION ALL SELECT 'taught', x.turn_id, x.topic_id, x.vector, NULL, NULL, floor(1000 * extract(epoch FROM x.said_at))::double precision, x.xid
    FROM tail x;
END $$;
