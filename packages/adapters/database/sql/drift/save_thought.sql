-- Stores a thought with all its consequences and releases the agent, in one commit. p: {agentId, fence, runId, latestTurnId, nextAt,
-- now, thought: {id, type, content, seedId, strategy, energy, episodeId, threadId, trust, model, tokens, fatigue, expiresAt,
-- concepts: [{id, energy}], reinforce (added to the seed's strength, or null), code, codeModelId}}. Returns {status: stored | fenced
-- | yielded | gone}: yielded if a turn was accepted meanwhile, gone if a source no longer exists.
CREATE OR REPLACE FUNCTION salience.save_thought(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_end text := 'stored';
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  UPDATE salience.drift_agents SET owner = NULL, lease_until = NULL
  WHERE agent_id = v_agent AND fence = (p->>'fence')::bigint AND owner IS NOT NULL;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'fenced'); END IF;
  IF NOT salience.fleet_still_rests(p->>'latestTurnId') THEN
    v_end := 'yielded';
  ELSE
    BEGIN
      PERFORM salience.insert_thought(v_agent, p->'thought', v_now);
    EXCEPTION WHEN foreign_key_violation THEN
      -- What was forgotten while the model wrote must not return in other words.
      v_end := 'gone';
    END;
    UPDATE salience.drift_agents SET next_at = (p->>'nextAt')::timestamptz WHERE agent_id = v_agent;
  END IF;
  UPDATE salience.drift_runs SET state = CASE v_end WHEN 'gone' THEN 'refused' ELSE v_end END,
    reason = CASE v_end WHEN 'gone' THEN 'gone' END, tokens = (p->'thought'->>'tokens')::integer, ended_at = v_now,
    thought_id = CASE v_end WHEN 'stored' THEN p->'thought'->>'id' END
  WHERE id = p->>'runId' AND state = 'running';
  RETURN jsonb_build_object('status', v_end);
END $$;
