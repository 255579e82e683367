-- Writes a thought with the turn that hears its message and what it does to the hand. Locks: room, lane, thought, hand. p: see WriteThought. Returns {row, created, hand, moved,
-- turn}; the same message again finds the row, and moves nothing; what nobody vouches for moves no hand in a room, and makes no turn of a message that somebody who vouches had heard.
-- `lowersHand`: whoever is asked has the floor, so the hand rests with the message, and where its turn was refused, with the time that it is taken. The agent is the transaction's.
CREATE OR REPLACE FUNCTION salience.write_thought(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_channel text := p->>'channel';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_moves boolean := v_channel IS NOT NULL AND p->'hand'->>'focus' = 'full' AND p->>'type' <> 'background';
  v_lowers boolean := v_channel IS NOT NULL AND coalesce((p->>'lowersHand')::boolean, false);
  v_room boolean := false;
  v_turn jsonb;
  v_kept jsonb;
  v_hand jsonb;
BEGIN
  IF v_moves OR v_lowers THEN v_room := salience.enter_room(v_channel, v_agent); END IF;
  v_moves := v_moves AND NOT (v_room AND p->>'trust' = 'unverified');
  IF p->>'trust' = 'unverified' AND jsonb_typeof(p->'acceptTurn') = 'object' AND EXISTS (SELECT 1 FROM salience.pfc_monologue o WHERE o.agent_id = v_agent
    AND coalesce(o.channel, '') = coalesce(v_channel, '') AND o.trigger_message_id = p->>'triggerMessageId' AND o.trust = 'owner') THEN
    p := jsonb_build_object('content', p->'acceptTurn'->>'text') || (p - 'acceptTurn');
  END IF;
  IF jsonb_typeof(p->'acceptTurn') = 'object' THEN v_turn := salience.accept_turn(p->'acceptTurn'); END IF;
  v_kept := CASE
    WHEN v_turn->>'status' = 'accepted' THEN salience.keep_thought(p, v_turn->>'turnId', CASE WHEN NOT (v_turn->>'replayed')::boolean THEN p->'acceptTurn'->>'text' END)
    -- The turn was refused; what was said is thought about nevertheless.
    WHEN v_turn IS NOT NULL THEN salience.keep_thought(jsonb_build_object('content', p->'acceptTurn'->>'text') || p, NULL, NULL)
    ELSE salience.keep_thought(p, p->>'turnId', NULL) END;
  v_lowers := v_lowers AND NOT (v_room AND p->>'trust' = 'unverified')
    AND CASE WHEN v_turn IS NULL THEN (v_kept->>'created')::boolean ELSE v_turn->>'status' = 'accepted' AND NOT (v_turn->>'replayed')::boolean END;
  IF v_lowers THEN
    v_hand := salience.apply_hand(v_agent, v_channel, v_room, jsonb_build_object('event', 'lowered', 'trust', p->>'trust'), v_now);
  ELSIF v_moves AND (v_kept->>'created')::boolean THEN
    v_hand := salience.apply_hand(v_agent, v_channel, v_room, p->'hand' || jsonb_build_object('event', 'thought', 'type', p->>'type', 'trust', p->>'trust'), v_now);
  ELSIF v_moves THEN
    SELECT jsonb_build_object('hand', salience.hand_view(h)) INTO v_hand FROM salience.pfc_hands h WHERE h.agent_id = v_agent AND h.channel = v_channel
      AND (h.trust = 'owner' OR p->>'trust' = 'unverified');
  END IF;
  IF p->>'trust' = 'unverified' AND (v_kept->>'created')::boolean AND (v_kept->'row'->>'id')::integer % 20 = 0 THEN PERFORM salience.give_way(v_agent); END IF;
  RETURN v_kept || jsonb_build_object('hand', v_hand->'hand', 'moved', coalesce((v_hand->>'moved')::boolean, false), 'turn', v_turn);
END $$;
