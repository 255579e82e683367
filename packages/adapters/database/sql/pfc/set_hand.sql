-- Moves a hand by what is no thought. A room gives its floor itself, and there what nobody vouches for moves nothing. p: {agentId, channel, event, bid, trust, now}. Returns {hand, moved},
-- with refused (hand.owner, floor.room) where it stays as it is.
CREATE OR REPLACE FUNCTION salience.set_hand(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_room boolean := salience.enter_room(p->>'channel', v_agent);
  v_refused text := CASE WHEN v_room AND p->>'event' IN ('floor-given', 'floor-over') THEN 'floor.room' WHEN v_room AND p->>'trust' = 'unverified' THEN 'hand.owner' END;
  h salience.pfc_hands;
BEGIN
  IF v_refused IS NULL THEN
    RETURN salience.apply_hand(v_agent, p->>'channel', v_room, p - 'agentId' - 'channel' - 'now', (p->>'now')::timestamptz);
  END IF;
  SELECT * INTO h FROM salience.pfc_hands WHERE agent_id = v_agent AND channel = p->>'channel';
  IF NOT FOUND THEN
    h.channel := p->>'channel'; h.state := 'lowered'; h.count := 0; h.bid := 0; h.version := 0;
  END IF;
  RETURN jsonb_build_object('hand', salience.hand_view(h), 'moved', false, 'refused', v_refused);
END $$;
