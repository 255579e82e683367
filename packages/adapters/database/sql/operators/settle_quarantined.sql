-- Settles a quarantined turn once: `drop` only marks it, `retry` accepts it again as a new turn of the same lane with the old one as
-- its parent, in the same trace. The caller wakes the lane. Runs as the settling role, because operators settle turns of every agent.
-- Returns {status: settled | settled_before | unknown, …}.
CREATE OR REPLACE FUNCTION salience.settle_quarantined(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_outcome text := CASE p->>'outcome' WHEN 'retry' THEN 'retried' WHEN 'drop' THEN 'dropped' END;
  v_turn salience.turns;
  v_known jsonb;
  v_accepted jsonb;
BEGIN
  IF v_outcome IS NULL THEN RAISE EXCEPTION 'expected the outcome retry or drop, got %', p->>'outcome'; END IF;
  SELECT * INTO v_turn FROM salience.turns WHERE id = p->>'turnId' AND state = 'quarantined';
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'unknown'); END IF;
  -- Lane first, as in every function.
  PERFORM 1 FROM salience.lanes WHERE thread_id = v_turn.thread_id FOR UPDATE;
  SELECT * INTO v_turn FROM salience.turns WHERE id = v_turn.id FOR UPDATE;
  v_known := jsonb_build_object('turnId', v_turn.id, 'agentId', v_turn.agent_id, 'threadId', v_turn.thread_id);
  IF v_turn.settled_as IS NOT NULL THEN
    RETURN v_known || jsonb_build_object('status', 'settled_before', 'outcome', v_turn.settled_as,
      'settledAt', v_turn.settled_at, 'childTurnId', (SELECT c.id FROM salience.turns c
        WHERE c.parent_turn_id = v_turn.id AND (c.source <> 'approval' OR v_turn.source = 'approval') ORDER BY c.seq LIMIT 1));
  END IF;
  UPDATE salience.turns SET settled_as = v_outcome, settled_at = (p->>'now')::timestamptz WHERE id = v_turn.id;
  IF v_outcome = 'retried' THEN
    v_accepted := salience.accept_turn(jsonb_build_object('agentId', v_turn.agent_id, 'threadId', v_turn.thread_id,
      'turnId', p->>'newTurnId', 'text', v_turn.text, 'speaker', v_turn.speaker, 'source', v_turn.source,
      'trust', v_turn.trust, 'context', v_turn.context, 'saidAt', v_turn.said_at, 'now', p->>'now', 'midRun', 'queue', 'mayApprove', v_turn.may_approve,
      'parentTurnId', v_turn.id, 'traceparent', coalesce(p->>'traceparent', v_turn.traceparent)));
  END IF;
  RETURN v_known || jsonb_build_object('status', 'settled', 'outcome', v_outcome,
    'childTurnId', v_accepted->'turnId', 'fence', v_accepted->'fence', 'heldBy', v_accepted->'heldBy');
END $$;

ALTER FUNCTION salience.settle_quarantined OWNER TO salience_fn_settling;
REVOKE ALL ON FUNCTION salience.settle_quarantined FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.settle_quarantined TO salience_consumer, salience_operator;
