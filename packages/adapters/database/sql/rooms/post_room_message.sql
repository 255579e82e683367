-- Posts a message once, with what each agent of the room makes of it. An agent whose own socket is in the room only hears what is for it, and answers itself. One transaction; locks: room, lanes in the order of agents and threads, hands. p: see PostRoomMessage.
-- Returns {message, created, seq, heard: [{agentId, thoughtId, created, hand, turn}]}, or {refused}.
CREATE OR REPLACE FUNCTION salience.post_room_message(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_begun jsonb := salience.begin_room_message(p - 'heard');
  v_heard jsonb;
  v_turns jsonb := '{}';
  v_turn jsonb;
  v_self boolean;
  v_kept jsonb;
  v_events jsonb := '[]';
  v_targets jsonb := '[]';
  v_results jsonb := '[]';
  v_done jsonb;
  h jsonb;
BEGIN
  IF v_begun ? 'refused' THEN RETURN v_begun; END IF;
  IF NOT (v_begun->>'created')::boolean THEN
    RETURN (v_begun - 'agents' - 'selves') || jsonb_build_object('heard', '[]'::jsonb, 'seq', salience.room_seqs(jsonb_build_object('rooms', jsonb_build_array(p->'room')))->0->'seq');
  END IF;
  SELECT coalesce(jsonb_agg(x ORDER BY x->>'agentId'), '[]') INTO v_heard FROM jsonb_array_elements(p->'heard') x WHERE v_begun->'agents' ? (x->>'agentId');
  FOR h IN SELECT x FROM jsonb_array_elements(v_heard) x WHERE jsonb_typeof(x->'acceptTurn') = 'object'
    ORDER BY x->>'agentId', coalesce(x->'acceptTurn'->>'threadId', x->'acceptTurn'->>'threadKey') LOOP
    IF h->'acceptTurn'->>'agentId' <> h->>'agentId' THEN RAISE EXCEPTION '% hears with a turn of %', h->>'agentId', h->'acceptTurn'->>'agentId'; END IF;
    v_self := v_begun->'selves' ? (h->>'agentId');
    v_turn := salience.accept_turn(CASE WHEN v_self THEN (h->'acceptTurn') - 'limits' || '{"overheard": true}' ELSE h->'acceptTurn' END);
    v_turns := v_turns || jsonb_build_object(h->>'agentId', v_turn);
    IF (h->>'targeted')::boolean AND v_turn->>'status' = 'accepted' THEN
      v_targets := v_targets || jsonb_build_object('turnId', v_turn->'turnId', 'agentId', h->'agentId', 'messageId', p->'id', 'self', v_self);
    END IF;
  END LOOP;
  FOR h IN SELECT x FROM jsonb_array_elements(v_heard) x LOOP
    PERFORM set_config('app.agent', h->>'agentId', true);
    v_turn := v_turns->(h->>'agentId');
    v_kept := salience.keep_thought(jsonb_build_object('agentId', h->'agentId', 'channel', p->'room', 'type', h->'type', 'rule', h->'rule', 'content', p->'content',
      'triggerMessageId', p->'id', 'source', 'room', 'triggerAuthor', p->'display', 'trust', coalesce(h->>'trust', 'owner'), 'now', p->'now'),
      CASE WHEN v_turn->>'status' = 'accepted' THEN v_turn->>'turnId' END,
      CASE WHEN v_turn->>'status' = 'accepted' AND NOT (v_turn->>'replayed')::boolean THEN h->'acceptTurn'->>'text' END);
    -- Whoever is asked by name answers with a turn: no hand is wanted for that, unless the turn was refused.
    IF (v_kept->>'created')::boolean AND NOT (coalesce((h->>'targeted')::boolean, false) AND coalesce(v_turn->>'status', 'accepted') = 'accepted') AND coalesce(h->>'trust', 'owner') <> 'unverified' THEN
      v_events := v_events || jsonb_build_array(jsonb_build_object('agentId', h->'agentId', 'event', 'thought', 'type', h->'type', 'focus', h->'focus', 'bid', h->'bid')
        || (h->'config'));
    END IF;
    v_results := v_results || jsonb_build_object('agentId', h->'agentId', 'thoughtId', v_kept->'row'->'id', 'created', v_kept->'created', 'turn', v_turn);
  END LOOP;
  v_done := salience.finish_room_message(jsonb_build_object('room', p->'room', 'events', v_events, 'turns', v_targets, 'authorKind', p->'authorKind', 'author', p->'author',
    'turnId', p->'turnId', 'now', p->'now'));
  RETURN (v_begun - 'agents' - 'selves') || jsonb_build_object('seq', v_done->'seq', 'heard', (SELECT coalesce(jsonb_agg(x || jsonb_build_object('hand',
    v_done->'hands'->(x->>'agentId')->'hand')), '[]') FROM jsonb_array_elements(v_results) x));
END $$;
