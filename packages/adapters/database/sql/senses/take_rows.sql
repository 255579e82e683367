-- Takes in signals made of rows of another table, and moves the cursor of their source, in one commit. p: {agentId, source, from (null: it had none), upto, now,
-- signals: as take_signals}. Returns what take_signals does; null where somebody else has moved the cursor.
CREATE OR REPLACE FUNCTION salience.take_rows(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
BEGIN
  INSERT INTO salience.sense_cursors AS c (agent_id, source, upto) VALUES (v_agent, p->>'source', p->>'upto')
  ON CONFLICT (agent_id, source) DO UPDATE SET upto = excluded.upto WHERE c.upto = p->>'from';
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN salience.take_signals(p);
END $$;
