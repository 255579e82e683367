-- The thread with this key, created with its lane if it does not exist.
CREATE OR REPLACE FUNCTION salience.ensure_thread(p jsonb, p_key text) RETURNS salience.threads LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE v_thread salience.threads;
BEGIN
  SELECT * INTO v_thread FROM salience.threads WHERE agent_id = p->>'agentId' AND key = p_key;
  IF FOUND THEN RETURN v_thread; END IF;
  INSERT INTO salience.threads (id, agent_id, key, source, created_at, last_activity_at)
  VALUES (p->>'newThreadId', p->>'agentId', p_key, p->>'source', (p->>'now')::timestamptz, (p->>'now')::timestamptz)
  ON CONFLICT (agent_id, key) DO NOTHING RETURNING * INTO v_thread;
  IF FOUND THEN
    INSERT INTO salience.lanes (thread_id, agent_id) VALUES (v_thread.id, v_thread.agent_id);
    RETURN v_thread;
  END IF;
  SELECT * INTO v_thread FROM salience.threads WHERE agent_id = p->>'agentId' AND key = p_key;
  RETURN v_thread;
END $$;
