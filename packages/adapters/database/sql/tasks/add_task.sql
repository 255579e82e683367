-- Adds a task that a person asked for, once per key. p: {agentId, id, source, title, text, fromName, trust, authority, actionClass, grant, plan, runAt,
-- now, speaker, zone, reportThreadId, idempotencyKey, madeTurnId, traceparent, openMax}. Returns {status: added | known | full, task}.
CREATE OR REPLACE FUNCTION salience.add_task(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_open integer;
  t salience.tasks;
BEGIN
  SELECT * INTO t FROM salience.tasks WHERE agent_id = v_agent AND idempotency_key = p->>'idempotencyKey';
  IF FOUND THEN RETURN jsonb_build_object('status', 'known', 'task', salience.task_facts(t)); END IF;
  -- One after another, so that many at once are no more than the agent may have, and the same one is made once.
  INSERT INTO salience.agendas (agent_id) VALUES (v_agent) ON CONFLICT DO NOTHING;
  SELECT open INTO v_open FROM salience.agendas WHERE agent_id = v_agent FOR UPDATE;
  SELECT * INTO t FROM salience.tasks WHERE agent_id = v_agent AND idempotency_key = p->>'idempotencyKey';
  IF FOUND THEN RETURN jsonb_build_object('status', 'known', 'task', salience.task_facts(t)); END IF;
  IF v_open >= (p->>'openMax')::integer THEN RETURN jsonb_build_object('status', 'full', 'task', NULL); END IF;
  INSERT INTO salience.tasks (id, agent_id, source, title, text, from_name, trust, authority, action_class, granted, plan, state, reason, run_at, speaker,
    zone, report_thread_id, idempotency_key, made_turn_id, traceparent, created_at)
  VALUES (p->>'id', v_agent, p->>'source', p->>'title', p->>'text', p->>'fromName', p->>'trust', p->>'authority', p->>'actionClass', p->'grant', p->'plan',
    'scheduled', 'asked-for', (p->>'runAt')::timestamptz, p->>'speaker', coalesce(p->>'zone', 'UTC'),
    coalesce(p->>'reportThreadId', salience.latest_thread(v_agent, p->>'speaker')), p->>'idempotencyKey', p->>'madeTurnId', p->>'traceparent',
    (p->>'now')::timestamptz)
  RETURNING * INTO t;
  RETURN jsonb_build_object('status', 'added', 'task', salience.task_facts(t));
END $$;
