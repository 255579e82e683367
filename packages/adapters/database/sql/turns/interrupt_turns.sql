-- Interrupts every open turn of a lane for a new one: waiting turns end here, running ones are flagged and ended by their worker.
-- What schedules began and continuations of approved actions stay, or they would be lost. Runs under the lane's lock. Returns [{turnId, state}].
CREATE OR REPLACE FUNCTION salience.interrupt_turns(p_lane salience.lanes, p_by text, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_turn salience.turns;
  v_told jsonb := '[]'::jsonb;
BEGIN
  FOR v_turn IN
    SELECT * FROM salience.turns WHERE thread_id = p_lane.thread_id AND seq > p_lane.cursor
      AND state IN ('pending', 'running') AND source NOT IN ('reminder', 'schedule', 'approval', 'thought', 'task', 'triage', 'review', 'report', 'floor') ORDER BY seq FOR UPDATE
  LOOP
    UPDATE salience.turns SET interrupted_by = coalesce(interrupted_by, p_by),
      cancel_requested_at = coalesce(cancel_requested_at, p_now) WHERE id = v_turn.id;
    IF v_turn.state = 'pending' THEN PERFORM salience.end_turn(v_turn, 'cancelled', v_turn.fence, p_now, NULL); END IF;
    v_told := v_told || jsonb_build_object('turnId', v_turn.id,
      'state', CASE v_turn.state WHEN 'pending' THEN 'cancelled' ELSE 'running' END);
  END LOOP;
  RETURN v_told;
END $$;
