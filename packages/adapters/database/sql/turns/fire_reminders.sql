-- Fires due reminders, each once: the turn and the reminder's new state are one commit, and the reminder is the turn's idempotency
-- key. The turn has the reminder's zone, its due time and the trace of the request that created it. Returns the lanes to wake:
-- [{agentId, threadId, fence, heldBy (the live worker that held it last), reminderId, lateMs}].
CREATE OR REPLACE FUNCTION salience.fire_reminders(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_row salience.reminders;
  v_accepted jsonb;
  v_fired jsonb := '[]'::jsonb;
  v_index integer := 0;
BEGIN
  FOR v_row IN
    -- Lanes are locked in the order of their threads, or two schedulers could deadlock.
    WITH due AS MATERIALIZED (
      SELECT * FROM salience.reminders WHERE state = 'pending' AND due_at <= v_now
      ORDER BY due_at, id LIMIT jsonb_array_length(p->'turnIds') FOR UPDATE SKIP LOCKED
    ) SELECT * FROM due ORDER BY thread_id, due_at, id
  LOOP
    v_accepted := salience.accept_turn(jsonb_build_object('agentId', v_row.agent_id, 'threadId', v_row.thread_id,
      'turnId', p->'turnIds'->>v_index, 'text', v_row.text, 'source', 'reminder', 'trust', v_row.trust, 'now', v_now,
      'zone', v_row.zone, 'dueAt', v_row.due_at,
      -- The leading space separates it from every client's key: no HTTP header can begin with one.
      'idempotencyKey', ' reminder:' || v_row.id, 'requestHash', v_row.id, 'midRun', 'queue',
      'traceparent', coalesce(v_row.traceparent, p->>'traceparent')));
    v_index := v_index + 1;
    UPDATE salience.reminders SET state = 'fired', turn_id = v_accepted->>'turnId' WHERE id = v_row.id AND state = 'pending';
    v_fired := v_fired || jsonb_build_object('agentId', v_row.agent_id, 'threadId', v_row.thread_id,
      'fence', v_accepted->'fence', 'heldBy', v_accepted->'heldBy', 'reminderId', v_row.id,
      'lateMs', floor(extract(epoch FROM v_now - v_row.due_at) * 1000));
  END LOOP;
  RETURN v_fired;
END $$;
