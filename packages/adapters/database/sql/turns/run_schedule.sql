-- Runs a schedule now, beside its slots: an occurrence of its own, at an instant between the whole seconds that slots lie on. p: {agentId, id,
-- turnId, now, wall, key (of the action that asks: the same one asks once; null: none), traceparent}. Returns {turnId, threadId, fence,
-- heldBy, replayed}; null for a schedule that is unknown, ended or cancelled.
CREATE OR REPLACE FUNCTION salience.run_schedule(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  v_slot timestamptz := date_trunc('milliseconds', v_now);
  v_row salience.schedules;
  v_known salience.occurrences;
  v_accepted jsonb;
BEGIN
  SELECT * INTO v_row FROM salience.schedules WHERE id = p->>'id' AND agent_id = v_agent FOR UPDATE;
  SELECT * INTO v_known FROM salience.occurrences WHERE schedule_id = v_row.id AND idempotency_key = p->>'key';
  IF FOUND THEN
    RETURN jsonb_build_object('turnId', v_known.turn_id, 'threadId', v_row.thread_id, 'replayed', true);
  END IF;
  IF v_row.id IS NULL OR v_row.state NOT IN ('active', 'paused') THEN RETURN NULL; END IF;
  WHILE date_trunc('second', v_slot) = v_slot OR v_slot = v_row.due_at
    OR EXISTS (SELECT FROM salience.occurrences WHERE schedule_id = v_row.id AND slot = v_slot)
  LOOP
    v_slot := v_slot + interval '1 millisecond';
  END LOOP;
  v_accepted := salience.start_schedule_turn(v_row, v_slot, v_now, p);
  INSERT INTO salience.occurrences (schedule_id, slot, agent_id, wall, fate, reason, turn_id, late_ms, decided_at, idempotency_key)
  VALUES (v_row.id, v_slot, v_agent, p->>'wall', 'fired', 'asked', p->>'turnId', 0, v_now, p->>'key');
  RETURN jsonb_build_object('turnId', p->>'turnId', 'threadId', v_row.thread_id, 'fence', v_accepted->'fence', 'heldBy', v_accepted->'heldBy',
    'replayed', false);
END $$;
