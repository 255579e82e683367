-- Begins a turn that nobody asked for: the one way for whatever an agent starts by itself. Accepted once per source and key, and told to
-- somebody: its notice is part of the commit (law 18). p: {agentId, threadId, turnId, text, source, key, trust, now} and, where known,
-- {speaker (whom it is for; null: the owner), zone, dueAt, standsFor, parentTurnId, traceparent, quiet (true: part of what is told when it is over,
-- so it has no notice)}. Returns what accept_turn does.
CREATE OR REPLACE FUNCTION salience.start_turn(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_accepted jsonb;
BEGIN
  v_accepted := salience.accept_turn((p - 'speaker' - 'key') || jsonb_build_object('midRun', 'queue',
    -- The leading space separates it from every client's key: no HTTP header can begin with one.
    'idempotencyKey', ' ' || (p->>'source') || ':' || (p->>'key'), 'requestHash', p->>'key'));
  IF v_accepted->>'status' = 'accepted' AND NOT (v_accepted->>'replayed')::boolean AND NOT coalesce((p->>'quiet')::boolean, false) THEN
    INSERT INTO salience.notices (turn_id, agent_id, thread_id, source, speaker, created_at, look_at)
    VALUES (p->>'turnId', p->>'agentId', v_accepted->>'threadId', p->>'source', p->>'speaker', (p->>'now')::timestamptz,
      (p->>'now')::timestamptz);
  END IF;
  RETURN v_accepted;
END $$;
