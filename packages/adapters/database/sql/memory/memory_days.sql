-- The days in a zone on which something was remembered, the latest first, before p_before: {day, from, to, counts: {kind: items}, summary}. `summary` is the most
-- salient episode that ended on it, {episode_id, text, trust, salience}, or null. An item counts on the day on which it was said, ended or was made.
CREATE OR REPLACE FUNCTION salience.memory_days(p_agent text, p_zone text, p_before date, p_limit integer) RETURNS SETOF jsonb LANGUAGE plpgsql
SET jit = off
AS $$
DECLARE
  v_before timestamptz := coalesce(p_before::timestamp AT TIME ZONE p_zone, 'infinity');
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY
  WITH items AS (
    SELECT 'exchange' AS kind, e.said_at AS at FROM salience.exchanges e WHERE e.agent_id = p_agent AND e.said_at < v_before
    UNION ALL SELECT 'gist', g.created_at FROM salience.gists g WHERE g.agent_id = p_agent AND g.created_at < v_before
    UNION ALL SELECT 'fact', f.said_at FROM salience.facts f WHERE f.agent_id = p_agent AND f.said_at < v_before
    UNION ALL SELECT 'episode', s.ended_at FROM salience.episodes s WHERE s.agent_id = p_agent AND s.ended_at < v_before
    UNION ALL SELECT 'thought', t.created_at FROM salience.thoughts t WHERE t.agent_id = p_agent AND t.created_at < v_before
  ), counted AS (
    SELECT (i.at AT TIME ZONE p_zone)::date AS day, i.kind, count(*) AS n FROM items i GROUP BY 1, 2
  ), days AS (
    SELECT c.day, jsonb_object_agg(c.kind, c.n) AS counts, c.day::timestamp AT TIME ZONE p_zone AS starts,
      (c.day + 1)::timestamp AT TIME ZONE p_zone AS ends
    FROM counted c GROUP BY c.day ORDER BY c.day DESC LIMIT p_limit
  ), told AS (
    SELECT DISTINCT ON (d.day) d.day, jsonb_build_object('episode_id', s.id, 'text', s.gist, 'trust', s.trust, 'salience', s.salience) AS summary
    FROM days d JOIN salience.episodes s ON s.agent_id = p_agent AND s.ended_at >= d.starts AND s.ended_at < d.ends
    ORDER BY d.day, s.salience DESC, s.id
  )
  SELECT jsonb_build_object('day', d.day, 'from', d.starts, 'to', d.ends, 'counts', d.counts, 'summary', t.summary)
  FROM days d LEFT JOIN told t USING (day) ORDER BY d.day DESC;
END $$;
