-- Accepts one message: thread, seq, turn. Idempotent by key. Returns {status, turnId, threadId, seq, state, fence, replayed, heldBy},
-- and under the policy interrupt also interrupted: [{turnId, state}] of the turns that give way. The zone is the caller's, else that of
-- the parent turn. `overheard`: it is heard and not answered, so it waits for its place whatever the mid-run policy is. Limits apply to callers that send "limits" (their defaults) and never to a repeated message.
CREATE OR REPLACE FUNCTION salience.accept_turn(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  v_key text := p->>'idempotencyKey';
  v_thread text;
  v_keyed text;
  v_turn salience.turns;
  v_lane salience.lanes;
  v_policy text;
  v_overheard boolean := coalesce((p->>'overheard')::boolean, false);
  v_settings jsonb;
  v_limits jsonb;
  v_limited jsonb;
  v_interrupted jsonb;
  v_holder text;
BEGIN
  IF v_key IS NOT NULL THEN
    -- Two retries at once must not both insert.
    PERFORM pg_advisory_xact_lock(hashtextextended(v_agent || ' ' || v_key, 0));
    SELECT * INTO v_turn FROM salience.turns WHERE agent_id = v_agent AND idempotency_key = v_key;
    IF FOUND THEN
      IF v_turn.request_hash IS DISTINCT FROM p->>'requestHash' THEN
        RETURN jsonb_build_object('status', 'key_reused', 'turnId', v_turn.id);
      END IF;
      RETURN jsonb_build_object('status', 'accepted', 'replayed', true, 'turnId', v_turn.id, 'threadId', v_turn.thread_id,
        'seq', v_turn.seq, 'state', v_turn.state, 'fence', v_turn.fence);
    END IF;
  END IF;

  SELECT (SELECT settings FROM salience.agents WHERE id = v_agent), (SELECT id FROM salience.threads WHERE id = p->>'threadId'),
    (SELECT id FROM salience.threads WHERE agent_id = v_agent AND key = p->>'threadKey')
  INTO v_settings, v_thread, v_keyed;
  v_limits := (p->'limits') || coalesce(v_settings->'limits', '{}'::jsonb);
  IF v_limits <> '{}'::jsonb THEN
    v_limited := salience.check_limits(v_agent, v_limits);
    IF v_limited IS NOT NULL THEN RETURN v_limited; END IF;
  END IF;

  IF p->>'threadId' IS NOT NULL THEN
    IF v_thread IS NULL THEN RETURN jsonb_build_object('status', 'no_thread'); END IF;
  ELSIF p->>'threadKey' IS NOT NULL THEN
    v_thread := coalesce(v_keyed, (salience.ensure_thread(p, p->>'threadKey')).id);
  ELSE
    v_thread := (salience.current_thread(p)).id;
  END IF;
  SELECT * INTO v_lane FROM salience.lanes WHERE thread_id = v_thread FOR UPDATE;
  -- What was said to others neither gives way nor takes another message's place.
  v_policy := CASE WHEN v_overheard THEN 'queue' ELSE coalesce(p->>'midRun', v_settings->>'midRun', 'queue') END;
  IF v_policy = 'reject' AND v_lane.tail > v_lane.cursor THEN
    RETURN jsonb_build_object('status', 'busy', 'threadId', v_thread);
  END IF;
  IF v_policy = 'interrupt' AND v_lane.tail > v_lane.cursor THEN
    v_interrupted := salience.interrupt_turns(v_lane, p->>'turnId', v_now);
  END IF;
  IF v_limits <> '{}'::jsonb THEN PERFORM salience.spend_limits(v_agent, v_limits); END IF;
  WITH active AS (
    -- Under the lane's lock, which expiry takes too: a thread with work is never left expired.
    UPDATE salience.threads SET state = 'active' WHERE id = v_thread AND state = 'expired'
  ), lane AS (
    UPDATE salience.lanes SET tail = tail + 1, swept_at = clock_timestamp(),
      -- An interrupted turn may have parked the lane for its retry; nothing waits for that now.
      wake_at = CASE WHEN v_interrupted IS NULL THEN wake_at END
    WHERE thread_id = v_thread RETURNING tail
  )
  INSERT INTO salience.turns (id, agent_id, thread_id, seq, text, speaker, source, trust, context, idempotency_key,
    request_hash, traceparent, parent_turn_id, mergeable, steering, said_at, accepted_at, zone, due_at, stands_for, overheard, may_approve)
  SELECT p->>'turnId', v_agent, v_thread, lane.tail, p->>'text', p->>'speaker', p->>'source', p->>'trust',
    nullif(p->'context', 'null'::jsonb), v_key, p->>'requestHash', p->>'traceparent', p->>'parentTurnId',
    v_policy = 'merge', v_policy = 'steer',
    coalesce((p->>'saidAt')::timestamptz, v_now), v_now,
    coalesce(p->>'zone', (SELECT t.zone FROM salience.turns t WHERE t.id = p->>'parentTurnId'), 'UTC'), (p->>'dueAt')::timestamptz,
    (p->>'standsFor')::integer, v_overheard, coalesce((p->>'mayApprove')::boolean, true)
  FROM lane
  -- The live worker that held the lane last; for a new lane, the one that held another of the agent's lanes of the latest hour.
  RETURNING seq, (SELECT w.id FROM salience.workers w
    WHERE w.id = coalesce(v_lane.held_by, (SELECT l.held_by
      FROM (SELECT t.id, t.last_activity_at FROM salience.threads t WHERE t.agent_id = v_agent ORDER BY t.active_hour DESC LIMIT 8) t
      JOIN salience.lanes l ON l.thread_id = t.id WHERE l.held_by IS NOT NULL ORDER BY t.last_activity_at DESC LIMIT 1))
      AND w.state = 'ready' AND w.seen_at > clock_timestamp() - interval '15 seconds') INTO v_lane.tail, v_holder;

  RETURN jsonb_build_object('status', 'accepted', 'replayed', false, 'turnId', p->>'turnId', 'threadId', v_thread,
    'seq', v_lane.tail, 'state', 'pending', 'fence', v_lane.fence, 'heldBy', v_holder)
    || CASE WHEN v_interrupted IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('interrupted', v_interrupted) END;
END $$;
