-- Whether the agent's limits allow one more turn: null, or {status: limited, limit, retryAfterMs}. Its row in agent_limits is locked
-- until the commit, before the lane's, so an agent's acceptances are counted one after another on any number of replicas. An agent
-- without limits has no row and never waits. The rate is a burst of turnsPerMinute after a quiet minute, then one every 60 s /
-- turnsPerMinute.
CREATE OR REPLACE FUNCTION salience.check_limits(p_agent text, p_limits jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_rate integer := (p_limits->>'turnsPerMinute')::integer;
  v_open integer := (p_limits->>'openTurns')::integer;
  v_free timestamptz;
  v_wait double precision;
BEGIN
  IF v_rate IS NULL AND v_open IS NULL THEN RETURN NULL; END IF;
  SELECT free_at INTO v_free FROM salience.agent_limits WHERE agent_id = p_agent FOR UPDATE;
  IF NOT FOUND THEN
    -- Two first messages at once: the second waits here for the first one's commit.
    INSERT INTO salience.agent_limits (agent_id, free_at) VALUES (p_agent, clock_timestamp())
    ON CONFLICT (agent_id) DO UPDATE SET agent_id = excluded.agent_id RETURNING free_at INTO v_free;
  END IF;
  IF v_rate IS NOT NULL THEN
    -- free_at is when the whole burst is free again. One more turn fits once at most (n - 1) / n of a minute is left until then.
    v_wait := extract(epoch FROM v_free - clock_timestamp()) * 1000 - 60000.0 * (v_rate - 1) / v_rate;
    IF v_wait > 0 THEN
      RETURN jsonb_build_object('status', 'limited', 'limit', 'rate', 'allowed', v_rate, 'retryAfterMs', ceil(v_wait));
    END IF;
  END IF;
  IF v_open IS NOT NULL AND (
    SELECT count(*) FROM salience.lanes l JOIN salience.turns t
      ON t.thread_id = l.thread_id AND t.seq > l.cursor AND t.state IN ('pending', 'running')
    WHERE l.agent_id = p_agent AND l.has_work) >= v_open
  THEN
    -- The end of a turn cannot be predicted; one second keeps the polling cheap.
    RETURN jsonb_build_object('status', 'limited', 'limit', 'open-turns', 'allowed', v_open, 'retryAfterMs', 1000);
  END IF;
  RETURN NULL;
END $$;
