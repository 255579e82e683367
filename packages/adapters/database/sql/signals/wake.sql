-- Asks the agent about an activation, once: it leaves `open`, and the turn that asks begins, in one commit. What holds it back is looked at under the agent's lock, so the pause of a module and the
-- day's limits hold on any number of replicas. Of these, mails and messages of hooks use up half at most. p: {agentId, id, count (as it was read: one that grew is read again), turnId, newThreadId, text, question, values, zone, now, cooldownMs, dayStart, wakesMax, tokensMax,
-- traceparent, evaluated (see log_action; null where the agent pursues nothing)}. Returns {status: asked | gone | grew | early | budget, turn: {threadId, turnId, fence, heldBy} | null}.
CREATE OR REPLACE FUNCTION salience.wake(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  v_pause interval := (p->>'cooldownMs')::bigint * interval '1 millisecond';
  a salience.activations;
  v_last timestamptz;
  v_asked bigint;
  v_tokens bigint;
  v_sent bigint;
  v_sent_tokens bigint;
  v_turn jsonb;
  v_thread text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('wakes ' || v_agent, 1));
  SELECT * INTO a FROM salience.activations WHERE id = p->>'id' AND agent_id = v_agent;
  IF NOT FOUND OR a.state <> 'open' THEN RETURN jsonb_build_object('status', 'gone'); END IF;
  SELECT max(last_wake_at) INTO v_last FROM salience.modules WHERE agent_id = v_agent AND state <> 'removed'
    AND (name = a.module OR (a.module IS NULL AND a.candidates ? name));
  -- Of two processes one may have read the time before the other and ask after it; only a clock that was set far back passes a pause over.
  IF v_last > v_now - v_pause AND v_last < v_now + v_pause THEN
    UPDATE salience.activations SET due_at = v_last + v_pause WHERE id = a.id AND state = 'open';
    RETURN jsonb_build_object('status', 'early');
  END IF;
  SELECT count(*), coalesce(sum(n.tokens), 0), count(*) FILTER (WHERE n.sent), coalesce(sum(n.tokens) FILTER (WHERE n.sent), 0) INTO v_asked, v_tokens, v_sent, v_sent_tokens
  FROM (SELECT coalesce((e.usage->>'inputTokens')::bigint, 0) + coalesce((e.usage->>'outputTokens')::bigint, 0) AS tokens, w.latest->-1->>'source' IN ('mail', 'hook') AS sent
    FROM salience.activations w LEFT JOIN salience.turn_ends e ON e.turn_id = w.turn_id
    WHERE w.agent_id = v_agent AND w.asked_at >= (p->>'dayStart')::timestamptz) n;
  -- What anybody may send uses up half of a day at most, where the agent senses something else too: no stranger keeps the rest from being asked.
  IF v_asked >= (p->>'wakesMax')::integer OR v_tokens >= (p->>'tokensMax')::bigint OR (a.latest->-1->>'source' IN ('mail', 'hook')
    AND (v_sent * 2 >= (p->>'wakesMax')::integer OR v_sent_tokens * 2 >= (p->>'tokensMax')::bigint)
    AND EXISTS (SELECT 1 FROM salience.modules m WHERE m.agent_id = v_agent AND m.state = 'active' AND (m.fingerprint->'signal_priors') - 'mail' - 'hook' <> '{}')) THEN
    UPDATE salience.activations SET state = 'told', reason = 'budget' WHERE id = a.id AND state = 'open' AND count = (p->>'count')::integer;
    RETURN jsonb_build_object('status', CASE WHEN FOUND THEN 'budget' ELSE 'grew' END);
  END IF;
  v_thread := salience.latest_thread(v_agent, NULL);
  -- Lane before activation, as everywhere: the turn first.
  v_turn := salience.start_turn(jsonb_build_object('agentId', v_agent, 'turnId', p->>'turnId', 'text', p->>'text', 'source', 'pulse', 'key', a.id, 'trust', 'external',
    'now', p->>'now', 'zone', coalesce(p->>'zone', 'UTC'), 'traceparent', p->>'traceparent', 'newThreadId', p->>'newThreadId')
    || CASE WHEN v_thread IS NULL THEN jsonb_build_object('threadKey', ' pulse') ELSE jsonb_build_object('threadId', v_thread) END);
  IF v_turn->>'status' <> 'accepted' THEN RAISE EXCEPTION 'the wake % was not accepted: %', a.id, v_turn->>'status'; END IF;
  UPDATE salience.activations SET state = 'asked', turn_id = v_turn->>'turnId', asked_at = v_now, question = p->>'question', "values" = p->'values'
  WHERE id = a.id AND state = 'open' AND count = (p->>'count')::integer;
  IF NOT FOUND THEN RAISE EXCEPTION 'activation % has grown', a.id USING ERRCODE = '40001'; END IF;
  IF p->>'evaluated' IS NOT NULL THEN
    PERFORM salience.log_action(p->'evaluated' || jsonb_build_object('agentId', v_agent, 'turnId', v_turn->>'turnId', 'now', p->>'now'));
  END IF;
  UPDATE salience.modules SET last_wake_at = v_now WHERE agent_id = v_agent AND state <> 'removed'
    AND (name = a.module OR (a.module IS NULL AND a.candidates ? name));
  RETURN jsonb_build_object('status', 'asked', 'turn', jsonb_build_object('threadId', v_turn->>'threadId', 'turnId', v_turn->>'turnId', 'fence', v_turn->'fence',
    'heldBy', v_turn->'heldBy'));
END $$;
