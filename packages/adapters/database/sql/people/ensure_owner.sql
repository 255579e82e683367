-- The id of the agent's owner, whose row is made when it is first needed; p_id is that of a new row.
CREATE OR REPLACE FUNCTION salience.ensure_owner(p_agent text, p_id text, p_now timestamptz) RETURNS text LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_id text;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  SELECT id INTO v_id FROM salience.people WHERE agent_id = p_agent AND is_owner;
  IF v_id IS NOT NULL THEN RETURN v_id; END IF;
  INSERT INTO salience.people (id, agent_id, name, is_owner, created_at, updated_at) VALUES (p_id, p_agent, 'owner', true, p_now, p_now)
  ON CONFLICT (agent_id) WHERE is_owner DO NOTHING;
  -- Another transaction may have made it meanwhile.
  SELECT id INTO v_id FROM salience.people WHERE agent_id = p_agent AND is_owner;
  RETURN v_id;
END $$;
