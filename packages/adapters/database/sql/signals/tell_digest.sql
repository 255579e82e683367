-- Tells in one turn what the day's limits kept from being asked, once a day and agent: all of it, however much there was, so that a flood makes no further turns. p: {agentId, ids: of activations that
-- the text is about, before: when the day began; what was opened earlier is told with them, day (the name of the day), turnId, newThreadId, text, zone, now, traceparent}. Returns {status: told | gone,
-- turn: {threadId, turnId, fence, heldBy} | null}.
CREATE OR REPLACE FUNCTION salience.tell_digest(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_turn jsonb;
  v_thread text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('wakes ' || v_agent, 1));
  PERFORM 1 FROM salience.activations WHERE agent_id = v_agent AND id = ANY(ARRAY(SELECT jsonb_array_elements_text(p->'ids'))) AND state = 'told' AND turn_id IS NULL;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'gone'); END IF;
  v_thread := salience.latest_thread(v_agent, NULL);
  v_turn := salience.start_turn(jsonb_build_object('agentId', v_agent, 'turnId', p->>'turnId', 'text', p->>'text', 'source', 'pulse', 'key', 'digest ' || (p->>'day'), 'trust', 'external',
    'now', p->>'now', 'zone', coalesce(p->>'zone', 'UTC'), 'traceparent', p->>'traceparent', 'newThreadId', p->>'newThreadId')
    || CASE WHEN v_thread IS NULL THEN jsonb_build_object('threadKey', ' pulse') ELSE jsonb_build_object('threadId', v_thread) END);
  IF v_turn->>'status' <> 'accepted' THEN RAISE EXCEPTION 'the digest of % was not accepted: %', p->>'day', v_turn->>'status'; END IF;
  UPDATE salience.activations SET turn_id = v_turn->>'turnId'
  WHERE agent_id = v_agent AND opened_at < (p->>'before')::timestamptz AND state = 'told' AND turn_id IS NULL;
  RETURN jsonb_build_object('status', 'told', 'turn', jsonb_build_object('threadId', v_turn->>'threadId', 'turnId', v_turn->>'turnId', 'fence', v_turn->'fence',
    'heldBy', v_turn->'heldBy'));
END $$;
