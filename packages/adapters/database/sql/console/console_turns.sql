-- What happened lately with an agent's turns and with what hangs on them: approvals, tasks, notices, schedules that fired. A part of console_events, under its settings.
CREATE OR REPLACE FUNCTION salience.console_turns(p_agent text, p_from timestamptz, p_hex text, p_limit integer) RETURNS SETOF jsonb LANGUAGE sql
SET enable_seqscan = off
SET jit = off
SET plan_cache_mode = force_custom_plan
AS $$
  WITH began AS MATERIALIZED (SELECT t.id, t.thread_id, t.seq, t.source, t.accepted_at FROM salience.turns t
      WHERE t.agent_id = p_agent AND t.id >= 'turn_' || p_hex ORDER BY t.id DESC LIMIT p_limit),
    ended AS MATERIALIZED (SELECT e.turn_id AS id, e.thread_id, e.seq, e.kind, e.ended_at FROM salience.turn_ends e
      WHERE e.agent_id = p_agent AND e.ended_at >= p_from ORDER BY e.ended_at DESC LIMIT p_limit),
    asked AS MATERIALIZED (SELECT a.id, a.thread_id, a.turn_id, a.task_id, a.state, greatest(a.created_at, a.resolved_at) AS at
      FROM (SELECT * FROM salience.approvals q WHERE q.agent_id = p_agent ORDER BY q.created_at DESC, q.id DESC LIMIT p_limit) a
      WHERE greatest(a.created_at, a.resolved_at) >= p_from),
    moved AS MATERIALIZED (
      (SELECT k.id FROM salience.tasks k WHERE k.agent_id = p_agent AND k.created_at >= p_from ORDER BY k.created_at DESC LIMIT p_limit)
      UNION (SELECT k.id FROM salience.tasks k WHERE k.agent_id = p_agent AND k.ended_at >= p_from ORDER BY k.ended_at DESC LIMIT p_limit)
      UNION (SELECT k.id FROM salience.tasks k WHERE k.thread_id IN (SELECT b.thread_id FROM began b UNION SELECT e.thread_id FROM ended e))
      UNION (SELECT a.task_id FROM asked a WHERE a.task_id IS NOT NULL))
  SELECT jsonb_build_object('type', x.type, 'key', x.key, 'agentId', p_agent, 'id', x.id, 'at', x.at) || x.more FROM (
    SELECT 'turn.accepted' AS type, 'accepted.' || b.id AS key, b.id, b.accepted_at AS at,
      jsonb_build_object('threadId', b.thread_id, 'seq', b.seq, 'source', b.source) AS more FROM began b
    UNION ALL
    SELECT 'turn.ended', 'ended.' || e.id, e.id, e.ended_at, jsonb_build_object('threadId', e.thread_id, 'seq', e.seq, 'state', e.kind) FROM ended e
    UNION ALL
    SELECT 'approval', 'approval.' || a.id || '.' || a.state, a.id, a.at,
      jsonb_build_object('threadId', a.thread_id, 'turnId', a.turn_id, 'state', a.state) FROM asked a
    UNION ALL
    SELECT 'task', 'task.' || k.id || '.' || k.version, k.id, coalesce(k.ended_at, k.started_at, k.created_at),
      jsonb_build_object('threadId', k.thread_id, 'state', k.state) FROM moved m JOIN salience.tasks k ON k.id = m.id
    UNION ALL
    SELECT 'notice', 'notice.' || n.turn_id, n.turn_id, n.created_at, jsonb_build_object('threadId', n.thread_id, 'source', n.source)
      FROM began b JOIN salience.notices n ON n.turn_id = b.id
    UNION ALL
    SELECT 'schedule', 'schedule.' || o.schedule_id || '.' || o.turn_id, o.schedule_id, o.decided_at,
      jsonb_build_object('threadId', b.thread_id, 'turnId', o.turn_id, 'state', o.fate)
      FROM began b JOIN salience.occurrences o ON o.turn_id = b.id
  ) x
$$;
