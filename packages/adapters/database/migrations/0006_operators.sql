-- Why: operators get keys of their own, a record of what they did, and sight of every agent. The consumer, which serves
-- them over HTTP, gets that sight through the functions below and in no other way: its own role still sees one agent.
-- Lock: a column is added to a small table; the two indexes on the big tables are BRIN and read each once.
-- Safe with the previous image: yes, nothing is taken away. A previous consumer does not look at `expires_at`, so a key
-- that expires during a rolling deploy works there until that replica is replaced.

ALTER TABLE salience.api_keys ADD COLUMN expires_at timestamp with time zone;
--> statement-breakpoint
CREATE TABLE salience.operator_keys (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  hash text NOT NULL,
  hint text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX operator_keys_hash ON salience.operator_keys (hash);
--> statement-breakpoint
-- A browser that showed an operator key. Kept here and not in a replica, so every replica knows it and revoking the key
-- ends it.
CREATE TABLE salience.operator_sessions (
  hash text COLLATE "C" PRIMARY KEY,
  key_id text COLLATE "C" NOT NULL REFERENCES salience.operator_keys (id),
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  expires_at timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- What operators did. Nobody may change or delete a row.
CREATE TABLE salience.audit_log (
  id text COLLATE "C" PRIMARY KEY,
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL,
  action text NOT NULL,
  target text,
  details jsonb NOT NULL,
  outcome text NOT NULL,
  CONSTRAINT audit_log_outcome CHECK (outcome IN ('started', 'done', 'refused', 'failed'))
);
--> statement-breakpoint
CREATE INDEX audit_log_order ON salience.audit_log (at, id);
--> statement-breakpoint
CREATE INDEX dead_letters_order ON salience.dead_letters (created_at, id);
--> statement-breakpoint
CREATE INDEX lane_takeovers_at ON salience.lane_takeovers (taken_at);
--> statement-breakpoint
-- Append-only and in order of time, so a few pages are enough to find the latest; a write costs next to nothing.
CREATE INDEX terminal_events_at ON salience.terminal_events USING brin (at) WITH (pages_per_range = 16, autosummarize = on);
--> statement-breakpoint
GRANT SELECT ON salience.operator_keys, salience.operator_sessions, salience.audit_log TO salience_operator;
--> statement-breakpoint
GRANT INSERT ON salience.operator_keys, salience.audit_log TO salience_operator;
--> statement-breakpoint
GRANT UPDATE (expires_at, revoked_at) ON salience.operator_keys TO salience_operator;
--> statement-breakpoint
-- Who shows this key or session, for the door. `closed`: keys are in use here, so being on this machine is not enough.
-- A key that expired still closes the door: only revoking the last one opens it again. goodForMs: null without an end.
CREATE FUNCTION salience.operator_door(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path = salience, pg_temp AS $$
  SELECT jsonb_build_object(
    'closed', EXISTS (SELECT 1 FROM operator_keys WHERE revoked_at IS NULL),
    'key', (SELECT jsonb_build_object('id', k.id, 'name', k.name,
        'goodForMs', floor(extract(epoch FROM least(k.expires_at, s.expires_at) - clock_timestamp()) * 1000))
      FROM operator_keys k LEFT JOIN operator_sessions s ON s.key_id = k.id AND s.hash = p->>'sessionHash'
      WHERE (k.hash = p->>'keyHash' OR s.hash IS NOT NULL) AND k.revoked_at IS NULL
        AND (k.expires_at IS NULL OR k.expires_at > clock_timestamp())
        AND (s.hash IS NULL OR s.expires_at > clock_timestamp()) LIMIT 1))
$$;
--> statement-breakpoint
-- Writes one audit row. p: {id, actor, action, target, details, outcome}.
CREATE FUNCTION salience.write_audit(p jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = salience, pg_temp AS $$
  INSERT INTO audit_log (id, actor, action, target, details, outcome)
  VALUES (p->>'id', p->>'actor', p->>'action', p->>'target', coalesce(nullif(p->'details', 'null'), '{}'), coalesce(p->>'outcome', 'done'))
$$;
--> statement-breakpoint
-- Says how an action ended that could not be in one transaction with its row. Once, and of nothing else.
CREATE FUNCTION salience.finish_audit(p jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = salience, pg_temp AS $$
  UPDATE audit_log SET outcome = p->>'outcome' WHERE id = p->>'id' AND outcome = 'started'
$$;
--> statement-breakpoint
-- Opens a session for the holder of a key. p: {keyHash, sessionHash, seconds, auditId}. Returns {name, seconds}, or null
-- when the key is not good. Sessions that ended are swept out here.
CREATE FUNCTION salience.open_operator_session(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = salience, pg_temp AS $$
DECLARE
  v_key salience.operator_keys;
  v_until timestamptz;
BEGIN
  SELECT * INTO v_key FROM operator_keys
  WHERE hash = p->>'keyHash' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp());
  IF NOT FOUND THEN RETURN NULL; END IF;
  v_until := least(v_key.expires_at, clock_timestamp() + (p->>'seconds')::integer * interval '1 second');
  DELETE FROM operator_sessions WHERE expires_at < clock_timestamp();
  INSERT INTO operator_sessions (hash, key_id, expires_at) VALUES (p->>'sessionHash', v_key.id, v_until);
  PERFORM salience.write_audit(jsonb_build_object('id', p->>'auditId', 'actor', 'operator:' || v_key.name,
    'action', 'session.open', 'target', v_key.id));
  RETURN jsonb_build_object('name', v_key.name, 'seconds', floor(extract(epoch FROM v_until - clock_timestamp())));
END $$;
--> statement-breakpoint
-- Ends a session. p: {sessionHash, actor, auditId}.
CREATE FUNCTION salience.close_operator_session(p jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = salience, pg_temp AS $$
DECLARE v_key text;
BEGIN
  DELETE FROM operator_sessions WHERE hash = p->>'sessionHash' RETURNING key_id INTO v_key;
  IF FOUND THEN
    PERFORM salience.write_audit(jsonb_build_object('id', p->>'auditId', 'actor', p->>'actor', 'action', 'session.close',
      'target', v_key));
  END IF;
END $$;
--> statement-breakpoint
-- The state of the whole fleet in numbers. p: {now} (business time).
CREATE FUNCTION salience.operator_fleet(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path = salience, pg_temp AS $$
  SELECT jsonb_build_object(
    'lanes', (SELECT jsonb_build_object('waiting', count(*) FILTER (WHERE NOT busy), 'running', count(*) FILTER (WHERE busy),
        'turns', coalesce(sum(turns), 0), 'oldestMs', floor(extract(epoch FROM (p->>'now')::timestamptz
          - min(accepted_at) FILTER (WHERE NOT busy)) * 1000))
      FROM (SELECT coalesce(l.lease_until >= clock_timestamp(), false) AS busy, l.tail - l.cursor AS turns, t.accepted_at
        FROM lanes l LEFT JOIN turns t ON t.thread_id = l.thread_id AND t.seq = l.cursor + 1 WHERE l.tail > l.cursor) x),
    'deadLetters', (SELECT count(*) FROM dead_letters WHERE state = 'dead'),
    'quarantined', salience.count_quarantined(),
    'outbox', (SELECT jsonb_build_object('waiting', count(*),
        'oldestMs', floor(extract(epoch FROM clock_timestamp() - min(created_at)) * 1000)) FROM outbox))
$$;
--> statement-breakpoint
-- What happened in the fleet of late, in ids and numbers only, oldest first. p: {now, windowMs, limit}. Business time
-- decides for turns, the database's clock for the rest. At most `limit` of each kind, the latest: `key` tells an event
-- apart for ever, so whoever asks again with an overlapping window drops what it has had.
CREATE FUNCTION salience.operator_events(p jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = salience, pg_temp AS $$
DECLARE
  v_window interval := (p->>'windowMs')::bigint * interval '1 millisecond';
  v_from timestamptz := (p->>'now')::timestamptz - v_window;
  v_since timestamptz := clock_timestamp() - v_window;
  v_limit integer := (p->>'limit')::integer;
  -- Ids begin with their milliseconds, so the primary key finds the latest turns without an index of its own.
  v_first text := 'turn_' || lpad(to_hex(greatest(0, floor(extract(epoch FROM v_from) * 1000))::bigint), 12, '0');
BEGIN
  RETURN QUERY
  SELECT e.body || jsonb_build_object('at', e.at) FROM (
    (SELECT t.accepted_at AS at, jsonb_build_object('type', 'accepted', 'key', 'accepted.' || t.id, 'agentId', t.agent_id,
        'threadId', t.thread_id, 'turnId', t.id, 'seq', t.seq) AS body
      FROM turns t WHERE t.id >= v_first ORDER BY t.id DESC LIMIT v_limit)
    UNION ALL
    (SELECT e.at, jsonb_build_object('type', CASE e.kind WHEN 'quarantined' THEN 'quarantined' ELSE 'ended' END,
        'key', 'ended.' || t.id, 'agentId', t.agent_id, 'threadId', t.thread_id, 'turnId', t.id, 'seq', t.seq, 'state', e.kind,
        'attempts', t.attempts, 'durationMs', floor(extract(epoch FROM e.at - t.accepted_at) * 1000))
      FROM (SELECT * FROM terminal_events WHERE terminal_events.at >= v_from ORDER BY terminal_events.at DESC LIMIT v_limit) e
      JOIN turns t ON t.id = e.turn_id)
    UNION ALL
    (SELECT d.created_at, jsonb_build_object('type', 'dead-letter', 'key', 'dead-letter.' || d.id, 'agentId', d.agent_id,
        'deadLetterId', d.id, 'queue', d.queue, 'job', d.job, 'code', d.code, 'attempts', d.attempts)
      FROM dead_letters d WHERE d.created_at >= v_since ORDER BY d.created_at DESC LIMIT v_limit)
    UNION ALL
    (SELECT l.taken_at, jsonb_build_object('type', 'takeover', 'key', 'takeover.' || l.thread_id || '.' || l.fence,
        'agentId', l.agent_id, 'threadId', l.thread_id, 'fence', l.fence, 'lostWorker', l.lost_owner, 'worker', l.new_owner)
      FROM lane_takeovers l WHERE l.taken_at >= v_since ORDER BY l.taken_at DESC LIMIT v_limit)
    UNION ALL
    (SELECT w.started_at, jsonb_build_object('type', 'worker-up', 'key', 'worker-up.' || w.id, 'worker', w.id, 'app', w.app)
      FROM workers w WHERE w.started_at >= v_since)
    UNION ALL
    (SELECT w.seen_at + CASE w.state WHEN 'stopped' THEN interval '0' ELSE interval '15 seconds' END,
        jsonb_build_object('type', 'worker-down', 'key', 'worker-down.' || w.id || '.' || floor(extract(epoch FROM w.seen_at) * 1000),
          'worker', w.id, 'app', w.app, 'state', CASE w.state WHEN 'stopped' THEN 'stopped' ELSE 'lost' END)
      FROM workers w WHERE CASE w.state WHEN 'stopped' THEN w.seen_at >= v_since
        ELSE w.seen_at >= v_since - interval '15 seconds' AND w.seen_at < clock_timestamp() - interval '15 seconds' END)
    UNION ALL
    (SELECT a.at, jsonb_build_object('type', 'operator', 'key', 'operator.' || a.id || '.' || a.outcome, 'auditId', a.id,
        'actor', a.actor, 'action', a.action, 'target', a.target, 'outcome', a.outcome)
      FROM audit_log a WHERE a.at >= v_since ORDER BY a.at DESC LIMIT v_limit)
  ) e ORDER BY e.at, e.body->>'key';
END $$;
--> statement-breakpoint
-- Dead letters of every agent and of none, latest first. p: {limit, state, agentId, queue, code, before: {at, id}}; without
-- state those that nobody has settled, with state "all" every one.
CREATE FUNCTION salience.operator_dead_letters(p jsonb) RETURNS SETOF salience.dead_letters
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = salience, pg_temp AS $$
  SELECT * FROM dead_letters
  WHERE (p->>'state' = 'all' OR state = coalesce(p->>'state', 'dead'))
    AND (p->>'agentId' IS NULL OR agent_id = p->>'agentId') AND (p->>'queue' IS NULL OR queue = p->>'queue')
    AND (p->>'code' IS NULL OR code = p->>'code')
    AND (p->'before'->>'id' IS NULL OR (created_at, id) < ((p->'before'->>'at')::timestamptz, p->'before'->>'id'))
  ORDER BY created_at DESC, id DESC LIMIT (p->>'limit')::integer
$$;
--> statement-breakpoint
-- Settles dead letters, one by its id or many by a filter, oldest first and as many as there are outboxIds; those retried
-- go into the outbox and the audit row is written, all in this transaction. A letter of no agent can never be sent again.
-- p: {outcome: retried | dropped, id | agentId, queue, code, outboxIds, actor, auditId}. Returns {settled: [ids],
-- unsendable: n, more}.
CREATE FUNCTION salience.settle_dead_letters(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = salience, pg_temp AS $$
DECLARE
  v_retry boolean := p->>'outcome' = 'retried';
  v_limit integer := jsonb_array_length(p->'outboxIds');
  v_row salience.dead_letters;
  v_settled text[] := '{}';
  v_unsendable integer := 0;
  v_more boolean := false;
BEGIN
  FOR v_row IN
    SELECT * FROM dead_letters WHERE state = 'dead'
      AND (p->>'id' IS NULL OR id = p->>'id') AND (p->>'agentId' IS NULL OR agent_id = p->>'agentId')
      AND (p->>'queue' IS NULL OR queue = p->>'queue') AND (p->>'code' IS NULL OR code = p->>'code')
      AND (p->>'id' IS NOT NULL OR NOT v_retry OR agent_id IS NOT NULL)
    ORDER BY created_at, id LIMIT v_limit + 1 FOR UPDATE
  LOOP
    IF v_retry AND v_row.agent_id IS NULL THEN v_unsendable := v_unsendable + 1; CONTINUE; END IF;
    IF cardinality(v_settled) = v_limit THEN v_more := true; EXIT; END IF;
    UPDATE dead_letters SET state = p->>'outcome', settled_at = now() WHERE id = v_row.id;
    v_settled := v_settled || v_row.id;
    IF v_retry THEN
      INSERT INTO outbox (id, agent_id, job, payload)
      VALUES (p->'outboxIds'->>(cardinality(v_settled) - 1), v_row.agent_id, v_row.job, v_row.payload);
    END IF;
  END LOOP;
  IF cardinality(v_settled) > 0 THEN
    PERFORM salience.write_audit(jsonb_build_object('id', p->>'auditId', 'actor', p->>'actor',
      'action', 'dead-letter.' || CASE WHEN v_retry THEN 'retry' ELSE 'drop' END, 'target', p->>'id',
      'details', jsonb_build_object('count', cardinality(v_settled), 'ids', to_jsonb(v_settled))));
  END IF;
  RETURN jsonb_build_object('settled', to_jsonb(v_settled), 'unsendable', v_unsendable, 'more', v_more);
END $$;
--> statement-breakpoint
-- Settles a quarantined turn with its audit row. p: that of settle_quarantined, and {actor, auditId}.
CREATE FUNCTION salience.operator_settle_quarantined(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = salience, pg_temp AS $$
DECLARE v_result jsonb;
BEGIN
  v_result := salience.settle_quarantined(p);
  IF v_result->>'status' = 'settled' THEN
    PERFORM salience.write_audit(jsonb_build_object('id', p->>'auditId', 'actor', p->>'actor',
      'action', 'quarantine.' || (p->>'outcome'), 'target', v_result->>'turnId',
      'details', jsonb_strip_nulls(jsonb_build_object('childTurnId', v_result->'childTurnId'))));
  END IF;
  RETURN v_result;
END $$;
--> statement-breakpoint
-- The audit log, latest first. p: {limit, actor, action, before: {at, id}}.
CREATE FUNCTION salience.operator_audit(p jsonb) RETURNS SETOF salience.audit_log
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = salience, pg_temp AS $$
  SELECT * FROM audit_log
  WHERE (p->>'actor' IS NULL OR actor = p->>'actor') AND (p->>'action' IS NULL OR action = p->>'action')
    AND (p->'before'->>'id' IS NULL OR (at, id) < ((p->'before'->>'at')::timestamptz, p->'before'->>'id'))
  ORDER BY at DESC, id DESC LIMIT (p->>'limit')::integer
$$;
--> statement-breakpoint
DO $$
DECLARE fn text;
BEGIN
  FOREACH fn IN ARRAY ARRAY['operator_door', 'write_audit', 'finish_audit', 'open_operator_session', 'close_operator_session',
    'operator_fleet', 'operator_events', 'operator_dead_letters', 'settle_dead_letters', 'operator_settle_quarantined',
    'operator_audit'
  ] LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION salience.%I(jsonb) FROM PUBLIC', fn);
    EXECUTE format('GRANT EXECUTE ON FUNCTION salience.%I(jsonb) TO salience_consumer, salience_operator', fn);
  END LOOP;
END $$;
