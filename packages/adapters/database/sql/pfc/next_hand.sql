-- A hand after an event; a place says that it may go up at once. The same as `test/oracles/next-hand.ts`. e: {event: thought | asked | own-message | floor-given |
-- floor-over | lowered | cleared | left} and {type, focus, threshold, immediateTypes, bid} of a thought, {bid} of `asked`. Its version rises where its state changes.
CREATE OR REPLACE FUNCTION salience.next_hand(h salience.pfc_hands, e jsonb, p_place boolean, p_now timestamptz) RETURNS salience.pfc_hands LANGUAGE plpgsql IMMUTABLE
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_event text := e->>'event';
  v_bid real := coalesce((e->>'bid')::real, 1);
  v_before text := h.state;
  v_reason text;
  v_rests boolean := v_event IN ('own-message', 'left') OR (v_event IN ('lowered', 'cleared') AND h.state <> 'granted')
    OR (v_event = 'floor-over' AND h.state = 'granted');
BEGIN
  IF v_rests THEN
    h.state := 'lowered'; h.count := 0; h.reason := NULL; h.bid := 0;
  ELSIF v_event IN ('lowered', 'cleared') THEN
    h.count := 0;
  ELSIF v_event = 'floor-given' AND h.state <> 'granted' THEN
    h.state := 'granted'; h.count := 0;
  ELSIF v_event = 'asked' AND h.state <> 'granted' THEN
    v_reason := 'asked';
  ELSIF v_event = 'thought' AND e->>'focus' = 'full' AND e->>'type' <> 'background' AND h.state <> 'granted' THEN
    IF e->'immediateTypes' ? (e->>'type') THEN
      v_reason := e->>'type';
    ELSE
      h.count := h.count + 1;
      IF h.count >= (e->>'threshold')::integer THEN v_reason := 'threshold'; END IF;
    END IF;
  END IF;
  IF v_reason IS NOT NULL AND h.state IN ('raised', 'waiting') THEN
    -- Up already, or in line: it bids higher.
    h.bid := greatest(h.bid, v_bid);
    IF p_place THEN h.state := 'raised'; END IF;
  ELSIF v_reason IS NOT NULL THEN
    h.state := CASE WHEN p_place THEN 'raised' ELSE 'waiting' END; h.reason := v_reason; h.bid := v_bid;
  END IF;
  IF h.state <> v_before THEN
    h.version := h.version + 1;
    h.raised_at := CASE WHEN h.state <> 'lowered' THEN coalesce(h.raised_at, p_now) END;
    h.updated_at := p_now;
  END IF;
  RETURN h;
END $$;
