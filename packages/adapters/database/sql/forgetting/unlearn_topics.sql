-- Takes what exchanges taught out of the sums of their topics, where it was added: sums are of whole numbers, so the rest is what it would be
-- without them. Those that were not added yet will not be. No sum is made meanwhile (settle_topics takes the same lock).
CREATE OR REPLACE FUNCTION salience.unlearn_topics(p_agent text, p_exchanges text[]) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('topics of ' || p_agent, 0));
  WITH gone AS MATERIALIZED (
    SELECT e.topic_id, e.code_model_id AS model_id, e.vector FROM salience.turn_ends e
    WHERE e.agent_id = p_agent AND e.exchange_id = ANY (p_exchanges) AND e.vector IS NOT NULL
      AND e.written_xid < (SELECT s.settled_xid FROM salience.topic_sums s WHERE s.agent_id = p_agent AND s.model_id = e.code_model_id
        ORDER BY s.settled_xid DESC LIMIT 1)
  ), summed AS (
    SELECT c.topic_id, c.model_id, array_agg(c.total ORDER BY c.i) AS numbers FROM (
      SELECT g.topic_id, g.model_id, n.i, sum(n.number) AS total FROM gone g CROSS JOIN LATERAL salience.taught_numbers(g.vector) n
      GROUP BY 1, 2, 3) c GROUP BY 1, 2
  )
  UPDATE salience.topic_sums s SET
    numbers = ARRAY(SELECT u.a - u.b FROM unnest(s.numbers, m.numbers) WITH ORDINALITY AS u(a, b, i) ORDER BY u.i),
    learned = s.learned - (SELECT count(*) FROM gone g WHERE g.topic_id = m.topic_id AND g.model_id = m.model_id)
  FROM summed m WHERE s.agent_id = p_agent AND s.model_id = m.model_id AND s.topic_id = m.topic_id;
END $$;
