-- The tools that were used since their profile was written, the stalest first; `since`: from when on steps are to be looked at. A day
-- of overlap: a step is committed later than its time says, and looking at one twice does no harm. Which tools there are say
-- the counts by day, so no long history of steps is read.
CREATE OR REPLACE FUNCTION salience.stale_tools(p_agent text, p_now timestamptz, p_limit integer)
RETURNS TABLE(tool text, since timestamptz) LANGUAGE sql STABLE AS $$
  SELECT k.tool, coalesce(p.enriched_at - interval '1 day', p_now - interval '90 days')
  FROM (SELECT DISTINCT r.tool FROM salience.tool_records r
    WHERE r.agent_id = p_agent AND r.day > (p_now AT TIME ZONE 'UTC')::date - 90) k
  LEFT JOIN salience.tool_profiles p ON p.agent_id = p_agent AND p.tool = k.tool
  WHERE p.enriched_at IS NULL OR EXISTS (
    SELECT 1 FROM salience.act_steps s WHERE s.agent_id = p_agent AND s.kind = 'action'
      AND s.state IN ('succeeded', 'failed', 'timed_out', 'unknown') AND s.at > p.enriched_at AND s.call->>'tool' = k.tool)
  ORDER BY p.enriched_at NULLS FIRST, k.tool LIMIT p_limit
$$;
