-- The caller's current thread; a new one if there is none, or it expired or was silent for p.expiryMs (four hours unless told).
CREATE OR REPLACE FUNCTION salience.current_thread(p jsonb) RETURNS salience.threads LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_current salience.current_threads;
  v_thread salience.threads;
BEGIN
  -- The upsert takes the row's lock, so two first messages at once get the same thread.
  INSERT INTO salience.current_threads (agent_id, caller, thread_id, used_at)
  VALUES (p->>'agentId', p->>'caller', '', v_now)
  ON CONFLICT (agent_id, caller) DO UPDATE SET caller = excluded.caller
  RETURNING * INTO v_current;
  IF v_current.thread_id <> '' AND v_current.used_at > v_now - coalesce((p->>'expiryMs')::bigint, 14400000) * interval '1 millisecond' THEN
    SELECT * INTO v_thread FROM salience.threads WHERE id = v_current.thread_id AND state = 'active';
  END IF;
  IF v_thread.id IS NULL THEN
    v_thread := salience.ensure_thread(p, p->>'newThreadId');
  END IF;
  UPDATE salience.current_threads SET thread_id = v_thread.id, used_at = v_now
  WHERE agent_id = p->>'agentId' AND caller = p->>'caller';
  RETURN v_thread;
END $$;
