-- Logs an evaluation. One to be considered goes into one that waits and is like it, else it waits itself until `heldUntil`; one to be done takes those that wait and are like it.
-- Like: named in `like`, or of the same words and channel. p: see LoggedAction. Returns the row. Two at once are like each other under the agent's lock.
CREATE OR REPLACE FUNCTION salience.log_action(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  v_decision text := p->>'decision';
  v_held integer[] := '{}';
  v_holds boolean := v_decision = 'consider' AND p->>'heldUntil' IS NOT NULL;
  a salience.pfc_action_log;
BEGIN
  IF v_holds OR v_decision = 'act' THEN
    IF v_holds THEN PERFORM pg_advisory_xact_lock(hashtextextended('held ' || v_agent, 0)); END IF;
    v_held := ARRAY(SELECT o.id FROM salience.pfc_action_log o WHERE o.agent_id = v_agent AND o.hold = 'held' AND o.held_until > v_now AND o.trust = p->>'trust'
      AND (coalesce(p->'like', '[]') @> to_jsonb(o.id) OR (lower(btrim(o.action)) = lower(btrim(p->>'action')) AND o.channel IS NOT DISTINCT FROM p->>'channel'))
      ORDER BY o.created_at, o.id);
  END IF;
  INSERT INTO salience.pfc_action_log (agent_id, action, context, kind, channel, salience, decision, matched_goals, reasoning, factors, source, trust, held_until, hold,
    merged_into, turn_id, created_at)
  VALUES (v_agent, p->>'action', coalesce(p->'context', '{}'), p->>'kind', p->>'channel', (p->>'salience')::real, v_decision, p->'matchedGoals', p->>'reasoning',
    p->'factors', p->>'source', p->>'trust', CASE WHEN v_holds THEN (p->>'heldUntil')::timestamptz END,
    CASE WHEN v_holds AND v_held <> '{}' THEN 'merged' WHEN v_holds THEN 'held' END, CASE WHEN v_holds THEN v_held[1] END, p->>'turnId', v_now)
  RETURNING * INTO a;
  IF v_decision = 'act' AND v_held <> '{}' THEN
    UPDATE salience.pfc_action_log SET hold = 'merged', merged_into = a.id WHERE id = ANY (v_held) AND hold = 'held';
  END IF;
  IF a.trust = 'unverified' AND a.id % 20 = 0 THEN PERFORM salience.give_way(v_agent); END IF;
  RETURN salience.action_view(a);
END $$;
