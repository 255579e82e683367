-- Moves a hand in a channel that is no room of ours: it has a place always. What nobody vouches for moves no hand that somebody who vouches moved, until that one rests; it gives way when somebody does, and nobody is told of it.
-- Returns {hand, moved (its state changed), refused}.
CREATE OR REPLACE FUNCTION salience.move_hand(p_agent text, p_channel text, e jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_trust text := coalesce(e->>'trust', 'owner');
  h salience.pfc_hands;
  b salience.pfc_hands;
  n salience.pfc_hands;
BEGIN
  SELECT * INTO h FROM salience.pfc_hands WHERE agent_id = p_agent AND channel = p_channel FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO salience.pfc_hands (agent_id, channel, updated_at, trust) VALUES (p_agent, p_channel, p_now, v_trust) ON CONFLICT DO NOTHING;
    SELECT * INTO h FROM salience.pfc_hands WHERE agent_id = p_agent AND channel = p_channel FOR UPDATE;
  END IF;
  b := h;
  IF v_trust = 'unverified' AND h.trust = 'owner' AND (h.state <> 'lowered' OR h.count > 0) THEN
    RETURN jsonb_build_object('hand', salience.hand_view(h), 'moved', false, 'refused', 'hand.owner');
  ELSIF v_trust = 'owner' AND h.trust = 'unverified' THEN
    b := salience.next_hand(h, '{"event": "left"}', true, p_now);
  END IF;
  b.trust := v_trust;
  n := salience.next_hand(b, e, true, p_now);
  IF n IS DISTINCT FROM h THEN
    UPDATE salience.pfc_hands SET state = n.state, count = n.count, reason = n.reason, bid = n.bid, version = n.version, raised_at = n.raised_at, updated_at = p_now, trust = n.trust
    WHERE agent_id = p_agent AND channel = p_channel;
  END IF;
  IF n.state = 'raised' AND b.state <> 'raised' AND v_trust = 'owner' THEN PERFORM salience.note_raise(n, false, p_now); END IF;
  IF h.state = 'raised' AND n.state <> 'raised' THEN PERFORM salience.note_lower(h, n.version, p_now); END IF;
  RETURN jsonb_build_object('hand', salience.hand_view(n), 'moved', n.version <> h.version);
END $$;
