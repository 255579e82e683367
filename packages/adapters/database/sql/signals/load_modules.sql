-- The modules that are sensed for, of all agents, with what their zone and their quiet hours are where they say nothing: the owner's. Returns [{agentId, id, name, cluster, fingerprint,
-- state, threshold, lastWakeAt, breakerUntil, zone, quietFrom, quietUntil, settings}] by agent and name. Pulse-sensor.
CREATE OR REPLACE FUNCTION salience.load_modules() RETURNS jsonb LANGUAGE plpgsql VOLATILE
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_all jsonb := '[]';
  a record;
BEGIN
  FOR a IN SELECT DISTINCT m.agent_id FROM salience.modules m WHERE m.state <> 'removed' ORDER BY 1 LOOP
    PERFORM set_config('app.agent', a.agent_id, true);
    v_all := v_all || (SELECT coalesce(jsonb_agg(jsonb_build_object('agentId', m.agent_id, 'id', m.id, 'name', m.name, 'cluster', m.cluster, 'fingerprint', m.fingerprint,
        'state', m.state, 'threshold', m.threshold, 'lastWakeAt', m.last_wake_at, 'breakerUntil', m.breaker_until,
        'zone', coalesce(m.fingerprint->>'time_zone', o.zone, g.settings->>'timeZone'), 'quietFrom', o.quiet_from, 'quietUntil', o.quiet_until,
        'settings', g.settings->'pulse') ORDER BY m.name COLLATE "C"), '[]')
      FROM salience.modules m JOIN salience.agents g ON g.id = m.agent_id
      LEFT JOIN LATERAL (SELECT zone, quiet_from, quiet_until FROM salience.people WHERE agent_id = m.agent_id AND is_owner LIMIT 1) o ON true
      WHERE m.agent_id = a.agent_id AND m.state <> 'removed');
  END LOOP;
  RETURN v_all;
END $$;
