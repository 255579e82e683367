-- Removes the Bridge of an agent with its key, how far its channels were heard, and what is owed to them. p: {agentId, now}. Returns whether there was one.
CREATE OR REPLACE FUNCTION salience.remove_bridge(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_channels jsonb;
BEGIN
  DELETE FROM salience.bridges WHERE agent_id = v_agent RETURNING channels INTO v_channels;
  IF NOT FOUND THEN RETURN 'false'; END IF;
  PERFORM salience.leave_channels(v_agent, ARRAY(SELECT jsonb_array_elements_text(v_channels)), true, (p->>'now')::timestamptz);
  DELETE FROM salience.bridge_replies WHERE agent_id = v_agent;
  RETURN 'true';
END $$;
