-- Begins the turn of a slot of a schedule. The schedule with the slot is its key, so a slot begins one turn at most. A reminder's turn has
-- the source `reminder`, which says its text and does nothing; that of a prompt has the source `schedule`. p: {turnId, standsFor, traceparent}.
CREATE OR REPLACE FUNCTION salience.start_schedule_turn(s salience.schedules, p_slot timestamptz, p_now timestamptz, p jsonb)
RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_accepted jsonb;
BEGIN
  v_accepted := salience.start_turn(jsonb_build_object('agentId', s.agent_id, 'threadId', s.thread_id, 'turnId', p->>'turnId', 'text', s.text,
    'source', CASE s.kind WHEN 'reminder' THEN 'reminder' ELSE 'schedule' END,
    'key', s.id || '@' || floor(extract(epoch FROM p_slot) * 1000), 'trust', s.trust, 'now', p_now, 'zone', s.zone, 'dueAt', p_slot,
    'standsFor', p->'standsFor', 'speaker', s.speaker, 'traceparent', coalesce(s.traceparent, p->>'traceparent')));
  IF v_accepted->>'status' <> 'accepted' THEN
    RAISE EXCEPTION 'the turn of schedule % was not accepted: %', s.id, v_accepted->>'status';
  END IF;
  RETURN v_accepted;
END $$;
