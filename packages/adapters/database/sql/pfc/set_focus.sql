-- Sets the channel that an agent is in with its voice. In the one that it leaves and in the one that it enters counts begin anew. p: {agentId, channel, now}. Returns whether it
-- is another.
CREATE OR REPLACE FUNCTION salience.set_focus(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  v_before text;
  v_channels text[];
  v_rooms text[];
BEGIN
  SELECT channel INTO v_before FROM salience.pfc_focus WHERE agent_id = v_agent;
  v_channels := array_remove(ARRAY[v_before, p->>'channel'], NULL);
  v_rooms := salience.enter_rooms(v_agent, v_channels);
  INSERT INTO salience.pfc_focus AS f (agent_id, channel, updated_at) VALUES (v_agent, p->>'channel', v_now)
  ON CONFLICT (agent_id) DO UPDATE SET channel = excluded.channel, updated_at = excluded.updated_at WHERE f.channel IS DISTINCT FROM excluded.channel;
  IF FOUND THEN PERFORM salience.rest_hands(v_agent, v_channels, v_rooms, v_now); END IF;
  RETURN to_jsonb(v_before IS DISTINCT FROM p->>'channel');
END $$;
