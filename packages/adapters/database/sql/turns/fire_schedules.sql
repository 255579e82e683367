-- Commits the fates that were planned for schedules that are due, each by compare-and-set: its occurrences, the turn of the one that fires, and
-- its next slot. A schedule that moved on since, or that another scheduler is at, is left alone; a slot that has a fate keeps it.
-- p: {now, traceparent, plans: [{id, dueAt, state (both as they were planned from), to (its state afterwards), missed, nextAt (null: the slot
-- stays), occurrences: [{slot, wall, fate, reason, standsFor, turnId}]}]}. Returns one entry per schedule that was moved: [{scheduleId,
-- fates: [{fate, reason}]}], of one that fired also {agentId, threadId, fence, heldBy (the live worker that held the lane last), turnId,
-- fate, lateMs}.
CREATE OR REPLACE FUNCTION salience.fire_schedules(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_plan record;
  v_row salience.schedules;
  v_slot record;
  v_lateness bigint;
  v_accepted jsonb;
  v_fired jsonb;
  v_fates jsonb;
  v_moved jsonb := '[]'::jsonb;
BEGIN
  FOR v_plan IN
    -- Lanes are locked in the order of their threads, or two schedulers could deadlock.
    SELECT s.id, e.plan FROM jsonb_array_elements(p->'plans') e(plan) JOIN salience.schedules s ON s.id = e.plan->>'id'
    ORDER BY s.thread_id, s.due_at, s.id
  LOOP
    SELECT * INTO v_row FROM salience.schedules s
    WHERE s.id = v_plan.id AND s.due_at = (v_plan.plan->>'dueAt')::timestamptz AND s.state = v_plan.plan->>'state'
    FOR UPDATE SKIP LOCKED;
    CONTINUE WHEN NOT FOUND;
    PERFORM set_config('app.agent', v_row.agent_id, true);
    v_fired := '{}';
    v_fates := '[]';
    FOR v_slot IN
      SELECT * FROM jsonb_to_recordset(v_plan.plan->'occurrences')
        AS o(slot timestamptz, wall text, fate text, reason text, "standsFor" integer, "turnId" text) ORDER BY o.slot
    LOOP
      v_lateness := floor(extract(epoch FROM v_now - v_slot.slot) * 1000);
      INSERT INTO salience.occurrences (schedule_id, slot, agent_id, wall, fate, reason, stands_for, turn_id, late_ms, decided_at)
      VALUES (v_row.id, v_slot.slot, v_row.agent_id, v_slot.wall, v_slot.fate, v_slot.reason, v_slot."standsFor", v_slot."turnId", v_lateness, v_now)
      ON CONFLICT (schedule_id, slot) DO NOTHING;
      CONTINUE WHEN NOT FOUND;
      v_fates := v_fates || jsonb_build_object('fate', v_slot.fate, 'reason', v_slot.reason);
      IF v_slot."turnId" IS NOT NULL THEN
        v_accepted := salience.start_schedule_turn(v_row, v_slot.slot, v_now,
          p || jsonb_build_object('turnId', v_slot."turnId", 'standsFor', v_slot."standsFor"));
        v_fired := jsonb_build_object('agentId', v_row.agent_id, 'threadId', v_row.thread_id, 'fence', v_accepted->'fence',
          'heldBy', v_accepted->'heldBy', 'turnId', v_slot."turnId", 'fate', v_slot.fate, 'lateMs', v_lateness);
      END IF;
    END LOOP;
    UPDATE salience.schedules SET due_at = coalesce((v_plan.plan->>'nextAt')::timestamptz, due_at), state = v_plan.plan->>'to',
      missed = (v_plan.plan->>'missed')::integer WHERE id = v_row.id;
    v_moved := v_moved || (jsonb_build_object('scheduleId', v_row.id, 'fates', v_fates) || v_fired);
  END LOOP;
  RETURN v_moved;
END $$;
