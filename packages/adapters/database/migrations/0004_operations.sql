-- Why: finding due and forgotten work is one statement each, so any number of schedulers may run them.
-- Safe with the previous image: yes, functions are only added.

-- Closes the open range of threads that fell silent, and expires those that stayed so. Only lanes without work and
-- without an owner are touched, and their row is locked, so a turn that arrives now waits or is seen.
-- Returns the ranges to build: [{rangeId, agentId}].
CREATE FUNCTION salience.close_silent_threads(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_expiry timestamptz := v_now - (p->>'expiryMs')::bigint * interval '1 millisecond';
  v_row record;
  v_range text;
  v_made jsonb := '[]'::jsonb;
  v_index integer := 0;
BEGIN
  FOR v_row IN
    SELECT t.id FROM salience.threads t JOIN salience.lanes l ON l.thread_id = t.id
    WHERE t.state = 'active' AND l.tail = l.cursor AND l.owner IS NULL
      AND (t.last_activity_at < v_expiry
        OR (t.session->>'openFromSeq' IS NOT NULL
            AND t.last_activity_at < v_now - (p->>'silenceMs')::bigint * interval '1 millisecond'))
    ORDER BY t.last_activity_at LIMIT jsonb_array_length(p->'rangeIds')
    FOR UPDATE OF l SKIP LOCKED
  LOOP
    -- The candidates were read before their lanes were locked; what counts is how each stands now.
    SELECT t.id, t.agent_id, t.session, t.last_activity_at,
      (SELECT max(seq) FROM salience.exchanges WHERE thread_id = t.id) AS last_seq INTO v_row
    FROM salience.threads t JOIN salience.lanes l ON l.thread_id = t.id
    WHERE t.id = v_row.id AND t.state = 'active' AND l.tail = l.cursor AND l.owner IS NULL
      AND (t.last_activity_at < v_expiry
        OR (t.session->>'openFromSeq' IS NOT NULL
            AND t.last_activity_at < v_now - (p->>'silenceMs')::bigint * interval '1 millisecond'));
    CONTINUE WHEN NOT FOUND;
    IF v_row.session->>'openFromSeq' IS NOT NULL AND v_row.last_seq >= (v_row.session->>'openFromSeq')::bigint THEN
      v_range := p->'rangeIds'->>v_index;
      v_index := v_index + 1;
      INSERT INTO salience.ranges (id, agent_id, thread_id, first_seq, last_seq, reason, created_at, swept_at, traceparent)
      VALUES (v_range, v_row.agent_id, v_row.id, (v_row.session->>'openFromSeq')::bigint, v_row.last_seq,
        CASE WHEN v_row.last_activity_at < v_expiry THEN 'expiry' ELSE 'silence' END, v_now, clock_timestamp(),
        (SELECT traceparent FROM salience.exchanges WHERE thread_id = v_row.id AND seq = v_row.last_seq));
      v_made := v_made || jsonb_build_object('rangeId', v_range, 'agentId', v_row.agent_id);
    END IF;
    UPDATE salience.threads SET
      session = CASE WHEN session IS NULL THEN NULL
        ELSE session || '{"openFromSeq": null, "topicCount": 0, "sessionCount": 0}'::jsonb END,
      state = CASE WHEN last_activity_at < v_expiry THEN 'expired' ELSE state END
    WHERE id = v_row.id;
  END LOOP;
  RETURN v_made;
END $$;
--> statement-breakpoint
-- Fires due reminders, each once: the turn and the reminder's new state are one commit, and the turn's idempotency key
-- is the reminder. Returns the lanes to wake: [{agentId, threadId, fence, reminderId, lateMs}].
CREATE FUNCTION salience.fire_reminders(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_row salience.reminders;
  v_accepted jsonb;
  v_fired jsonb := '[]'::jsonb;
  v_index integer := 0;
BEGIN
  FOR v_row IN
    -- Lanes are locked in the order of their threads, or two schedulers would wait for each other in a circle.
    WITH due AS MATERIALIZED (
      SELECT * FROM salience.reminders WHERE state = 'pending' AND due_at <= v_now
      ORDER BY due_at, id LIMIT jsonb_array_length(p->'turnIds') FOR UPDATE SKIP LOCKED
    ) SELECT * FROM due ORDER BY thread_id, due_at, id
  LOOP
    v_accepted := salience.accept_turn(jsonb_build_object('agentId', v_row.agent_id, 'threadId', v_row.thread_id,
      'turnId', p->'turnIds'->>v_index, 'text', v_row.text, 'source', 'reminder', 'trust', v_row.trust, 'now', v_now,
      -- The leading space keeps it apart from every client's key: no HTTP header can begin with one.
      'idempotencyKey', ' reminder:' || v_row.id, 'requestHash', v_row.id, 'midRun', 'queue',
      'traceparent', p->>'traceparent'));
    v_index := v_index + 1;
    UPDATE salience.reminders SET state = 'fired', turn_id = v_accepted->>'turnId' WHERE id = v_row.id AND state = 'pending';
    v_fired := v_fired || jsonb_build_object('agentId', v_row.agent_id, 'threadId', v_row.thread_id,
      'fence', v_accepted->'fence', 'reminderId', v_row.id,
      'lateMs', floor(extract(epoch FROM v_now - v_row.due_at) * 1000));
  END LOOP;
  RETURN v_fired;
END $$;
--> statement-breakpoint
-- Lanes with turns and no live lease, each offered again after a second. `lost`: its owner died; it has waited for the
-- lease already. Cross-agent; scheduler only.
CREATE FUNCTION salience.sweep_lanes(p_limit integer) RETURNS jsonb LANGUAGE sql AS $$
  WITH due AS (
    SELECT thread_id FROM salience.lanes
    WHERE tail > cursor AND (lease_until IS NULL OR lease_until < clock_timestamp())
      AND (swept_at IS NULL OR swept_at < clock_timestamp() - interval '1 second')
    ORDER BY owner IS NULL, swept_at NULLS FIRST LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), touched AS (
    UPDATE salience.lanes l SET swept_at = clock_timestamp() FROM due WHERE l.thread_id = due.thread_id RETURNING l.*
  ) SELECT coalesce(jsonb_agg(jsonb_build_object('agentId', agent_id, 'threadId', thread_id, 'fence', fence,
      'lost', owner IS NOT NULL)), '[]') FROM touched
$$;
--> statement-breakpoint
-- Exchanges without chunk and ranges without episode, each offered again after five seconds. Cross-agent; scheduler only.
CREATE FUNCTION salience.sweep_memory(p_limit integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_exchanges jsonb;
  v_ranges jsonb;
BEGIN
  WITH due AS (
    SELECT id FROM salience.exchanges WHERE chunk_state = 'pending'
      AND (swept_at IS NULL OR swept_at < clock_timestamp() - interval '5 seconds')
    ORDER BY swept_at NULLS FIRST LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), touched AS (
    UPDATE salience.exchanges e SET swept_at = clock_timestamp() FROM due WHERE e.id = due.id RETURNING e.id, e.agent_id
  ) SELECT coalesce(jsonb_agg(jsonb_build_object('agentId', agent_id, 'exchangeId', id)), '[]') INTO v_exchanges FROM touched;
  WITH due AS (
    SELECT id FROM salience.ranges WHERE state = 'pending'
      AND (swept_at IS NULL OR swept_at < clock_timestamp() - interval '5 seconds')
    ORDER BY swept_at NULLS FIRST LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), touched AS (
    UPDATE salience.ranges r SET swept_at = clock_timestamp() FROM due WHERE r.id = due.id RETURNING r.id, r.agent_id
  ) SELECT coalesce(jsonb_agg(jsonb_build_object('agentId', agent_id, 'rangeId', id)), '[]') INTO v_ranges FROM touched;
  RETURN jsonb_build_object('exchanges', v_exchanges, 'ranges', v_ranges);
END $$;
