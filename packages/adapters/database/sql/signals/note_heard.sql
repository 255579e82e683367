-- Notes when the question of a wake was found in what a model was shown. p: {agentId, id, now}.
CREATE OR REPLACE FUNCTION salience.note_heard(p jsonb) RETURNS boolean LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
BEGIN
  UPDATE salience.activations SET heard_at = (p->>'now')::timestamptz WHERE id = p->>'id' AND agent_id = v_agent AND state = 'asked' AND heard_at IS NULL;
  RETURN FOUND;
END $$;
