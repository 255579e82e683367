-- The tools used since their profiles were written, stalest first; `since`: the time from which to read steps. It includes a day of
-- overlap, because a step commits later than its time says; reading one twice does no harm. The daily counts name the tools, so no
-- long history of steps is read.
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
