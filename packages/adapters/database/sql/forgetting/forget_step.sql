-- Performs one step of a request to forget. The caller holds the agent's memory lock, recomputes what `unsettled` names, and calls
-- again with `next` as the phase until it is null, all in one transaction; then a step may be repeated. Running turns are waited for
-- (`open`). After the deletion comes the watch period: workers that read the deleted rows earlier may still write, and its end removes
-- what they wrote. p: {agentId, requestId, now, batch, watchSeconds, phase, turns}. Returns {state, open, turns, unsettled, next}.
CREATE OR REPLACE FUNCTION salience.forget_step(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  v_phase text := p->>'phase';
  r salience.forget_requests;
  v_turns text[] := ARRAY(SELECT jsonb_array_elements_text(p->'turns'));
  v_about text[] := ARRAY(SELECT jsonb_array_elements_text(p->'about'));
  v_open integer := 0;
  v_unsettled jsonb := '[]';
  v_next text;
  v_remnants jsonb;
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  SELECT * INTO r FROM salience.forget_requests WHERE id = p->>'requestId' AND agent_id = p->>'agentId' FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN '{"state": "busy", "open": 0, "turns": [], "unsettled": [], "next": null}'; END IF;
  -- An image holds words of what is forgotten, and so may one that is made of what was read before now.
  DELETE FROM salience.memory_images WHERE agent_id = r.agent_id;
  UPDATE salience.forget_requests SET stepped_xid = pg_current_xact_id() WHERE id = r.id;
  -- A batch loaded earlier may contain what is deleted now. Without its fence it is not saved, and the next one reads what is left.
  UPDATE salience.memory_leases SET fence = fence + 1, owner = NULL, lease_until = NULL, attempt = NULL WHERE agent_id = r.agent_id;
  DELETE FROM salience.memory_proposals WHERE agent_id = r.agent_id;
  IF v_phase = 'remnants' THEN
    v_remnants := salience.forget_remnants(r, v_now);
    v_unsettled := v_remnants->'unsettled';
    v_turns := ARRAY(SELECT jsonb_array_elements_text(v_remnants->'turns'));
    v_next := 'rest';
  ELSIF v_phase = 'rest' THEN
    v_unsettled := salience.forget_rest(r, v_now);
    -- The caller drops the live events of these turns after the commit and may die before. The end of the watch names them again.
    -- A turn's end travels with the name of its topic, which may have been forgotten; live events are kept for ten minutes.
    v_turns := v_turns || ARRAY(SELECT item_id FROM salience.tombstones WHERE request_id = r.id AND kind = 'turn')
      || ARRAY(SELECT e.turn_id FROM salience.topics t JOIN salience.turn_ends e ON e.agent_id = r.agent_id AND e.topic_id = t.id
        WHERE t.agent_id = r.agent_id AND t.name LIKE 'forgotten-%' AND e.added_at > clock_timestamp() - interval '15 minutes');
    IF r.state = 'deleting' THEN
      INSERT INTO salience.forget_work (request_id, turn_id, agent_id)
      SELECT r.id, t, r.agent_id FROM jsonb_array_elements_text(p->'turns') t ON CONFLICT DO NOTHING;
      -- What is watched for are hashes: the request itself needs no name any more.
      UPDATE salience.forget_requests SET state = 'watching', gone_at = v_now, target = NULL, also_named = '[]',
        watch_until = clock_timestamp() + (p->>'watchSeconds')::integer * interval '1 second' WHERE id = r.id;
    ELSE
      v_turns := v_turns || ARRAY(SELECT turn_id FROM salience.forget_work WHERE request_id = r.id);
      DELETE FROM salience.forget_work WHERE request_id = r.id;
      DELETE FROM salience.forget_words WHERE request_id = r.id;
      UPDATE salience.forget_requests SET state = 'done' WHERE id = r.id;
    END IF;
  ELSIF r.state = 'pending' THEN
    -- From here on a person has the names that are theirs alone.
    r.also_named := coalesce(p->'names', r.also_named);
    -- First, so that no turn of theirs begins that is not seen below.
    PERFORM salience.forget_tasks(r, ARRAY(SELECT salience.tasks_to_forget(r, v_about)), true, v_now);
    INSERT INTO salience.forget_work (request_id, turn_id, agent_id)
    SELECT r.id, t, r.agent_id FROM salience.turns_to_forget(r, v_about) t ON CONFLICT DO NOTHING;
    UPDATE salience.forget_requests SET state = 'deleting', also_named = r.also_named WHERE id = r.id;
  ELSIF r.state = 'deleting' AND EXISTS (SELECT 1 FROM salience.turns t WHERE t.id = r.asked_in AND t.state IN ('pending', 'running')) THEN
    -- What that turn writes until it ends would come back.
    v_open := 1;
  ELSIF r.state = 'deleting' THEN
    SELECT coalesce(array_agg(w.turn_id), '{}') INTO v_turns FROM (
      SELECT w.turn_id FROM salience.forget_work w JOIN salience.turns t ON t.id = w.turn_id
      WHERE w.request_id = r.id AND t.state NOT IN ('pending', 'running') ORDER BY w.turn_id LIMIT (p->>'batch')::integer) w;
    IF cardinality(v_turns) > 0 THEN
      v_unsettled := salience.forget_turns(r, v_turns, v_now);
      DELETE FROM salience.forget_work WHERE request_id = r.id AND turn_id = ANY (v_turns);
    ELSE
      SELECT count(*) INTO v_open FROM salience.forget_work WHERE request_id = r.id;
      IF v_open = 0 THEN
        v_unsettled := salience.forget_named(r, v_now);
        v_next := 'remnants';
      END IF;
    END IF;
  ELSIF r.state = 'watching' AND r.watch_until <= clock_timestamp() THEN
    v_next := 'remnants';
  END IF;
  RETURN (SELECT jsonb_build_object('state', f.state, 'open', v_open, 'turns', to_jsonb(v_turns), 'unsettled', v_unsettled, 'next', v_next)
    FROM salience.forget_requests f WHERE f.id = r.id);
END $$;

ALTER FUNCTION salience.forget_step OWNER TO salience_fn_forgetting;
REVOKE ALL ON FUNCTION salience.forget_step FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.forget_step TO salience_consumer, salience_scheduler;
