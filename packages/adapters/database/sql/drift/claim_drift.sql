-- Takes the lease of an agent. p: {agentId, owner, leaseMs, now, firstAt, episodeMs, fatigueMs, budgetMs}. Returns {status: claimed |
-- waits, fence, episodeAt (the latest episode within episodeMs), fatigue, tokens}. A run that an earlier owner left open is lost.
CREATE OR REPLACE FUNCTION salience.claim_drift(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_row salience.drift_agents;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  INSERT INTO salience.drift_agents (agent_id, next_at) VALUES (v_agent, (p->>'firstAt')::timestamptz) ON CONFLICT DO NOTHING;
  UPDATE salience.drift_agents SET owner = p->>'owner', fence = fence + 1,
    lease_until = clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond'
  WHERE agent_id = v_agent AND next_at <= v_now AND (lease_until IS NULL OR lease_until < clock_timestamp())
  RETURNING * INTO v_row;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'waits'); END IF;
  UPDATE salience.drift_runs SET state = 'lost', ended_at = v_now WHERE agent_id = v_agent AND state = 'running';
  RETURN jsonb_build_object('status', 'claimed', 'fence', v_row.fence,
    'episodeAt', (SELECT max(ended_at) FROM salience.episodes
      WHERE agent_id = v_agent AND ended_at > v_now - (p->>'episodeMs')::bigint * interval '1 millisecond'),
    'fatigue', (SELECT coalesce(sum(fatigue), 0) FROM salience.thoughts
      WHERE agent_id = v_agent AND created_at > v_now - (p->>'fatigueMs')::bigint * interval '1 millisecond'),
    'tokens', (SELECT coalesce(sum(tokens), 0) FROM salience.drift_runs
      WHERE agent_id = v_agent AND started_at > v_now - (p->>'budgetMs')::bigint * interval '1 millisecond'));
END $$;
