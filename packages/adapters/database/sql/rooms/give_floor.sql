-- Gives the floor (room_floor); an agent's turn begins in the same transaction, which takes the thoughts that its text was made of; one whose own socket is in
-- the room speaks itself, and keeps its thoughts. p: {room, to, now, startTurn, consume:
-- {synthesisId, thoughtIds}}. Returns {seq, changed, to, turn}, or {refused}.
CREATE OR REPLACE FUNCTION salience.give_floor(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_done jsonb := salience.room_floor(jsonb_build_object('room', p->'room', 'to', p->'to', 'now', p->'now'));
  v_agent text := v_done->'to'->>'member';
  v_turn jsonb;
BEGIN
  IF v_done ? 'refused' THEN RETURN v_done; END IF;
  IF v_done->'to'->>'kind' = 'agent' AND (v_done->>'changed')::boolean AND NOT (v_done->>'self')::boolean THEN
    PERFORM set_config('app.agent', v_agent, true);
    IF jsonb_typeof(p->'startTurn') = 'object' THEN
      IF p->'startTurn'->>'agentId' <> v_agent THEN RAISE EXCEPTION 'the floor is for %, the turn for %', v_agent, p->'startTurn'->>'agentId'; END IF;
      v_turn := salience.start_turn(p->'startTurn');
      IF v_turn->>'status' = 'accepted' THEN
        PERFORM salience.note_room_turn(jsonb_build_object('turnId', v_turn->'turnId', 'room', p->'room', 'agentId', v_agent, 'why', 'floor', 'now', p->'now'));
      END IF;
    END IF;
    UPDATE salience.pfc_monologue SET synthesis_id = p->'consume'->>'synthesisId', consumed_at = (p->>'now')::timestamptz
    WHERE agent_id = v_agent AND consumed_at IS NULL AND jsonb_typeof(p->'consume') = 'object'
      AND id IN (SELECT i::integer FROM jsonb_array_elements_text(p->'consume'->'thoughtIds') i);
  END IF;
  RETURN (v_done - 'self') || jsonb_build_object('turn', v_turn);
END $$;
