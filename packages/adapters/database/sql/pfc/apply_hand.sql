-- What happens to an agent's hand in a channel: by the room's places where the channel is a room that the agent is in. Returns {hand, moved}. The agent is the transaction's.
CREATE OR REPLACE FUNCTION salience.apply_hand(p_agent text, p_channel text, p_room boolean, e jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_done jsonb;
BEGIN
  IF NOT p_room THEN RETURN salience.move_hand(p_agent, p_channel, e, p_now); END IF;
  v_done := salience.room_hand(e || jsonb_build_object('room', p_channel, 'agentId', p_agent, 'now', p_now));
  RETURN jsonb_build_object('hand', v_done->'hand', 'moved', v_done->'changed');
END $$;
