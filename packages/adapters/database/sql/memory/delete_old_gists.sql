-- Deletes gists older than retention.gistDays of their agent's settings, at most p_limit. Returns their number. Cross-agent; scheduler
-- only.
CREATE OR REPLACE FUNCTION salience.delete_old_gists(p_now timestamptz, p_limit integer)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agents text[];
  v_deleted integer;
  v_agent text;
BEGIN
  WITH gone AS (DELETE FROM salience.gists WHERE id IN (
    SELECT g.id FROM salience.agents a CROSS JOIN LATERAL (
      SELECT id FROM salience.gists x WHERE x.agent_id = a.id
        AND x.created_at < p_now - (a.settings->'retention'->>'gistDays')::integer * interval '1 day' LIMIT p_limit) g
    WHERE a.settings->'retention'->>'gistDays' IS NOT NULL LIMIT p_limit) RETURNING agent_id)
  SELECT count(*), array_agg(DISTINCT agent_id ORDER BY agent_id) INTO v_deleted, v_agents FROM gone;
  FOREACH v_agent IN ARRAY coalesce(v_agents, '{}') LOOP
    PERFORM mark_repeats(v_agent);
  END LOOP;
  RETURN v_deleted;
END $$;

ALTER FUNCTION salience.delete_old_gists OWNER TO salience_fn_retention;
REVOKE ALL ON FUNCTION salience.delete_old_gists FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.delete_old_gists TO salience_scheduler;
