-- Ends a turn and writes all its results: the exchange with the trust of its reply, the decision, the sign code of the message, and
-- one access of each memory that the reply cites. Writes nothing if the caller no longer owns the fence. With takeNext the lane's
-- next turn is returned in the same round trip; without it the lane is released, and `more` says whether to wake it.
CREATE OR REPLACE FUNCTION salience.commit_turn(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_fence bigint := (p->>'fence')::bigint;
  v_state text := p->>'state';
  v_reply jsonb := p->'reply';
  v_exchange jsonb := p->'exchange';
  v_decision jsonb := p->'decision';
  v_thread jsonb := p->'thread';
  v_lane salience.lanes;
  v_turn salience.turns;
  v_topic text;
  v_next jsonb;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  UPDATE salience.lanes SET cursor = (p->>'seq')::bigint,
    lease_until = clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond'
  WHERE thread_id = p->>'threadId' AND fence = v_fence AND owner IS NOT NULL AND cursor = (p->>'seq')::bigint - 1
  RETURNING * INTO v_lane;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'fenced'); END IF;

  v_turn := salience.finish_turn(p->>'turnId', 'running', v_fence, v_state, v_fence, v_now, nullif(p->'error', 'null'::jsonb), p->'timings');
  IF v_state = 'answered' THEN
    INSERT INTO salience.replies (turn_id, agent_id, text, trust, source, citations, model, usage, created_at)
    VALUES (v_turn.id, v_agent, v_reply->>'text', v_reply->>'trust', v_reply->>'source', v_reply->'citations', v_reply->>'model',
      v_reply->'usage', v_now);
  END IF;
  v_topic := salience.save_topic(v_agent, p->'topic', v_now);
  IF v_exchange <> 'null'::jsonb THEN
    INSERT INTO salience.exchanges (id, agent_id, thread_id, turn_id, seq, topic_id, speaker, message, reply, mode, trust,
      reply_trust, source, said_at, created_at, traceparent)
    VALUES (v_exchange->>'id', v_agent, v_turn.thread_id, v_turn.id, v_turn.seq, v_topic, v_turn.speaker,
      -- Includes the steering messages of its run, which have no exchange of their own.
      concat_ws(E'\n', v_turn.text, v_turn.steered_text),
      v_reply->>'text', v_exchange->>'mode', v_turn.trust, v_reply->>'trust', v_turn.source, v_turn.said_at, v_now,
      v_exchange->>'traceparent');
    IF v_exchange ? 'code' THEN
      INSERT INTO salience.memory_codes (agent_id, item_id, kind, model_id, code)
      VALUES (v_agent, v_exchange->>'id', 'exchange', v_exchange->>'codeModelId', decode(v_exchange->>'code', 'base64'));
    END IF;
  END IF;
  IF jsonb_typeof(p->'used') = 'array' THEN PERFORM salience.use_memories(v_agent, p->'used', v_now); END IF;
  IF v_decision <> 'null'::jsonb THEN
    INSERT INTO salience.decisions (turn_id, agent_id, thread_id, policy_name, policy_version, body, created_at)
    VALUES (v_turn.id, v_agent, v_turn.thread_id, v_decision->>'policyName', (v_decision->>'policyVersion')::integer, v_decision, v_now);
  END IF;
  IF jsonb_typeof(p->'contexts') = 'array' THEN PERFORM salience.save_contexts(v_agent, v_turn.id, p->'contexts', v_now); END IF;
  IF v_thread <> 'null'::jsonb THEN
    UPDATE salience.threads SET topic_id = coalesce(v_topic, topic_id), confidence = (v_thread->>'confidence')::real,
      session = v_thread->'session', boundary = coalesce(v_thread->'boundary', boundary), last_mode = v_thread->>'lastMode',
      recent_confidences = ARRAY(SELECT x::real FROM jsonb_array_elements_text(v_thread->'recentConfidences') x),
      last_activity_at = greatest(last_activity_at, (v_thread->>'activityAt')::timestamptz)
    WHERE id = v_turn.thread_id;
  END IF;

  IF NOT (p->>'takeNext')::boolean THEN
    -- In the same commit, so that a worker that dies now leaves no owner on a lane without work.
    UPDATE salience.lanes SET owner = NULL, lease_until = NULL WHERE thread_id = v_lane.thread_id AND fence = v_fence;
  ELSIF v_lane.tail = v_lane.cursor THEN
    -- Nothing waits, and nothing can arrive under this lock: the common case, without a search for the next turn.
    UPDATE salience.lanes SET owner = NULL, lease_until = NULL WHERE thread_id = v_lane.thread_id AND fence = v_fence;
    v_next := jsonb_build_object('status', 'released', 'fence', v_fence, 'ended', '[]'::jsonb, 'endedAs', '[]'::jsonb);
  ELSE
    v_next := salience.next_turn(v_lane, v_now, (p->>'leaseMs')::integer, (p->>'history')::integer);
  END IF;
  RETURN jsonb_build_object('status', 'committed', 'topicId', v_topic, 'next', v_next,
    'more', v_next IS NULL AND v_lane.tail > v_lane.cursor);
END $$;
