-- Recent events of the fleet, ids and numbers only, oldest first. p: {now, windowMs, limit}. Business time selects turns, the
-- database's clock everything else. At most `limit` of each kind, the latest. `key` is unique and stable, so a reader with overlapping
-- windows can drop duplicates.
CREATE OR REPLACE FUNCTION salience.operator_events(p jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_window interval := (p->>'windowMs')::bigint * interval '1 millisecond';
  v_from timestamptz := (p->>'now')::timestamptz - v_window;
  v_since timestamptz := clock_timestamp() - v_window;
  v_limit integer := (p->>'limit')::integer;
  -- Ids begin with their milliseconds, so the primary key finds the latest turns without another index.
  v_first text := 'turn_' || lpad(to_hex(greatest(0, floor(extract(epoch FROM v_from) * 1000))::bigint), 12, '0');
BEGIN
  RETURN QUERY
  SELECT e.body || jsonb_build_object('at', e.at) FROM (
    (SELECT t.accepted_at AS at, jsonb_build_object('type', 'accepted', 'key', 'accepted.' || t.id, 'agentId', t.agent_id,
        'threadId', t.thread_id, 'turnId', t.id, 'seq', t.seq) AS body
      FROM salience.turns t WHERE t.id >= v_first ORDER BY t.id DESC LIMIT v_limit)
    UNION ALL
    (SELECT e.at, jsonb_build_object('type', CASE e.kind WHEN 'quarantined' THEN 'quarantined' ELSE 'ended' END,
        'key', 'ended.' || t.id, 'agentId', t.agent_id, 'threadId', t.thread_id, 'turnId', t.id, 'seq', t.seq, 'state', e.kind,
        'attempts', t.attempts, 'durationMs', floor(extract(epoch FROM e.at - t.accepted_at) * 1000))
      FROM (SELECT * FROM salience.terminal_events WHERE terminal_events.at >= v_from ORDER BY terminal_events.at DESC LIMIT v_limit) e
      JOIN salience.turns t ON t.id = e.turn_id)
    UNION ALL
    (SELECT d.created_at, jsonb_build_object('type', 'dead-letter', 'key', 'dead-letter.' || d.id, 'agentId', d.agent_id,
        'deadLetterId', d.id, 'queue', d.queue, 'job', d.job, 'code', d.code, 'attempts', d.attempts)
      FROM salience.dead_letters d WHERE d.created_at >= v_since ORDER BY d.created_at DESC LIMIT v_limit)
    UNION ALL
    (SELECT l.taken_at, jsonb_build_object('type', 'takeover', 'key', 'takeover.' || l.thread_id || '.' || l.fence,
        'agentId', l.agent_id, 'threadId', l.thread_id, 'fence', l.fence, 'lostWorker', l.lost_owner, 'worker', l.new_owner)
      FROM salience.lane_takeovers l WHERE l.taken_at >= v_since ORDER BY l.taken_at DESC LIMIT v_limit)
    UNION ALL
    (SELECT w.started_at, jsonb_build_object('type', 'worker-up', 'key', 'worker-up.' || w.id, 'worker', w.id, 'app', w.app)
      FROM salience.workers w WHERE w.started_at >= v_since)
    UNION ALL
    (SELECT w.seen_at + CASE w.state WHEN 'stopped' THEN interval '0' ELSE interval '15 seconds' END,
        jsonb_build_object('type', 'worker-down', 'key', 'worker-down.' || w.id || '.' || floor(extract(epoch FROM w.seen_at) * 1000),
          'worker', w.id, 'app', w.app, 'state', CASE w.state WHEN 'stopped' THEN 'stopped' ELSE 'lost' END)
      FROM salience.workers w WHERE CASE w.state WHEN 'stopped' THEN w.seen_at >= v_since
        ELSE w.seen_at >= v_since - interval '15 seconds' AND w.seen_at < clock_timestamp() - interval '15 seconds' END)
    UNION ALL
    (SELECT a.at, jsonb_build_object('type', 'operator', 'key', 'operator.' || a.id || '.' || a.outcome, 'auditId', a.id,
        'actor', a.actor, 'action', a.action, 'target', a.target, 'outcome', a.outcome)
      FROM salience.audit_log a WHERE a.at >= v_since ORDER BY a.at DESC LIMIT v_limit)
  ) e ORDER BY e.at, e.body->>'key';
END $$;

ALTER FUNCTION salience.operator_events OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.operator_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_events TO salience_consumer, salience_operator;
