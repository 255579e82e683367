-- Moves a hand in a channel that is no room of ours: it has a place always. What nobody vouches for raises a hand that nobody is told of, until somebody does. Returns {hand, moved (its state changed)}.
CREATE OR REPLACE FUNCTION salience.move_hand(p_agent text, p_channel text, e jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  h salience.pfc_hands;
  n salience.pfc_hands;
BEGIN
  SELECT * INTO h FROM salience.pfc_hands WHERE agent_id = p_agent AND channel = p_channel FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO salience.pfc_hands (agent_id, channel, updated_at) VALUES (p_agent, p_channel, p_now) ON CONFLICT DO NOTHING;
    SELECT * INTO h FROM salience.pfc_hands WHERE agent_id = p_agent AND channel = p_channel FOR UPDATE;
  END IF;
  n := salience.next_hand(h, e, true, p_now);
  IF n IS DISTINCT FROM h THEN
    UPDATE salience.pfc_hands SET state = n.state, count = n.count, reason = n.reason, bid = n.bid, version = n.version, raised_at = n.raised_at, updated_at = p_now
    WHERE agent_id = p_agent AND channel = p_channel;
  END IF;
  IF n.state = 'raised' AND e->>'event' IN ('thought', 'asked') AND coalesce(e->>'trust', '') <> 'unverified' THEN PERFORM salience.note_raise(n, false, p_now); END IF;
  RETURN jsonb_build_object('hand', salience.hand_view(n), 'moved', n.version <> h.version);
END $$;
