-- Moves hands of a room by what happened to them, then gives its free places to those that wait: by bid, then by who has waited longest, then by agent. Each hand whose state
-- changed has one event, and its version has risen by one. Those that are up are never more than the room's limit. The room's row is locked. p_events: at most one for an
-- agent, each {agentId, event, …} (next_hand). Returns {<agent>: {hand, changed}} of these agents.
CREATE OR REPLACE FUNCTION salience.settle_hands(p_room text, p_events jsonb, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agents text[] := ARRAY(SELECT DISTINCT e->>'agentId' FROM jsonb_array_elements(p_events) e ORDER BY 1);
  v_before salience.pfc_hands[];
  v_after salience.pfc_hands[];
  v_free integer;
  v_done jsonb := '{}';
  v_event jsonb;
  v_chosen integer;
  i integer;
BEGIN
  INSERT INTO salience.pfc_hands (agent_id, channel, updated_at) SELECT a, p_room, p_now FROM unnest(v_agents) a ON CONFLICT DO NOTHING;
  v_before := ARRAY(SELECT h FROM salience.pfc_hands h WHERE h.channel = p_room AND (h.state <> 'lowered' OR h.agent_id = ANY (v_agents))
    AND EXISTS (SELECT 1 FROM salience.room_members m WHERE m.room = p_room AND m.kind = 'agent' AND m.member = h.agent_id AND m.left_at IS NULL)
    ORDER BY h.agent_id FOR UPDATE);
  v_after := v_before;
  FOR n IN 1 .. cardinality(v_after) LOOP
    FOR v_event IN SELECT e FROM jsonb_array_elements(p_events) e WHERE e->>'agentId' = v_after[n].agent_id LOOP
      v_after[n] := salience.next_hand(v_after[n], v_event, false, p_now);
    END LOOP;
  END LOOP;
  v_free := (SELECT hands_max FROM salience.rooms WHERE id = p_room) - (SELECT count(*) FROM unnest(v_after) h WHERE h.state = 'raised');
  FOR v_chosen IN SELECT o.place FROM unnest(v_after) WITH ORDINALITY AS o(agent_id, channel, state, count, reason, bid, version, raised_at, updated_at, trust, place)
    WHERE o.state = 'waiting' ORDER BY o.bid DESC, o.raised_at, o.agent_id LIMIT greatest(v_free, 0) LOOP
    v_after[v_chosen].state := 'raised';
    v_after[v_chosen].version := v_before[v_chosen].version + 1;
  END LOOP;
  -- Places are left before they are taken, so that no event shows more hands than the limit.
  FOR i IN SELECT o.place FROM unnest(v_after) WITH ORDINALITY AS o(agent_id, channel, state, count, reason, bid, version, raised_at, updated_at, trust, place)
    ORDER BY o.state = 'raised', o.bid DESC, o.raised_at, o.agent_id LOOP
    IF v_after[i] IS DISTINCT FROM v_before[i] THEN
      UPDATE salience.pfc_hands SET state = v_after[i].state, count = v_after[i].count, reason = v_after[i].reason, bid = v_after[i].bid, version = v_after[i].version,
        raised_at = v_after[i].raised_at, updated_at = p_now, trust = 'owner' WHERE agent_id = v_after[i].agent_id AND channel = p_room;
    END IF;
    IF v_after[i].version <> v_before[i].version THEN
      PERFORM salience.note_room_event(p_room, 'hand', jsonb_build_object('hand', salience.room_hand_view(v_after[i])), p_now);
    END IF;
    IF v_after[i].state = 'raised' AND v_before[i].state <> 'raised' THEN PERFORM salience.note_raise(v_after[i], true, p_now); END IF;
    IF v_after[i].agent_id = ANY (v_agents) THEN
      v_done := v_done || jsonb_build_object(v_after[i].agent_id,
        jsonb_build_object('hand', salience.hand_view(v_after[i]), 'changed', v_after[i].version <> v_before[i].version));
    END IF;
  END LOOP;
  RETURN v_done;
END $$;
