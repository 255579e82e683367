-- Sets the channel that an agent is in with its voice. In the one that it leaves and in the one that it enters counts begin anew. What nobody vouches for changes nothing that somebody did, and
-- leads into no room and out of none. p: {agentId, channel, trust, now}. Returns {changed}, or {refused}.
CREATE OR REPLACE FUNCTION salience.set_focus(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  v_trust text := coalesce(p->>'trust', 'owner');
  v_before text;
  v_channels text[];
  v_rooms text[];
BEGIN
  SELECT channel INTO v_before FROM salience.pfc_focus WHERE agent_id = v_agent;
  v_channels := array_remove(ARRAY[v_before, p->>'channel'], NULL);
  v_rooms := salience.enter_rooms(v_agent, v_channels);
  IF v_trust = 'unverified' AND v_rooms <> '{}' THEN RETURN '{"refused": "focus.owner"}'; END IF;
  INSERT INTO salience.pfc_focus AS f (agent_id, channel, updated_at, trust) VALUES (v_agent, p->>'channel', v_now, v_trust)
  ON CONFLICT (agent_id) DO UPDATE SET channel = excluded.channel, updated_at = excluded.updated_at, trust = excluded.trust
  WHERE (f.channel IS DISTINCT FROM excluded.channel OR f.trust <> excluded.trust) AND NOT (excluded.trust = 'unverified' AND f.trust = 'owner' AND f.channel IS NOT NULL);
  IF FOUND THEN
    PERFORM salience.rest_hands(v_agent, v_channels, v_rooms, v_trust, v_now);
  ELSIF EXISTS (SELECT 1 FROM salience.pfc_focus f WHERE f.agent_id = v_agent AND f.channel IS DISTINCT FROM p->>'channel') THEN
    RETURN '{"refused": "focus.owner"}';
  END IF;
  RETURN jsonb_build_object('changed', v_before IS DISTINCT FROM p->>'channel');
END $$;
