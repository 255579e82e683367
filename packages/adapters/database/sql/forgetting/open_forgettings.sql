-- Requests to forget that have work to do now, oldest first. Cross-agent; scheduler only.
CREATE OR REPLACE FUNCTION salience.open_forgettings(p_limit integer) RETURNS SETOF jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', id, 'agentId', agent_id) FROM salience.forget_requests
  WHERE state IN ('pending', 'deleting') OR (state = 'watching' AND watch_until <= clock_timestamp()) ORDER BY requested_at LIMIT p_limit
$$;
