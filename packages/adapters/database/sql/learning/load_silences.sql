-- Threads in which nothing was said for expiryMs since the last activity that was looked at, with the decision that nobody answered, over all agents. Business time. A thread in
-- work is passed over: what is said in it counts. p: {own, now, expiryMs, limit}. Returns {from, upto, silences}, as load_follow_ups does. Regulator.
CREATE OR REPLACE FUNCTION salience.load_silences(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_own text[] := ARRAY(SELECT jsonb_array_elements_text(p->'own'));
  v_limit integer := (p->>'limit')::integer;
  v_from text := (SELECT m.read_to FROM salience.learning_marks m WHERE m.job = 'silences');
  v_at timestamptz := coalesce(split_part(v_from, '|', 1), '-infinity')::timestamptz;
  v_after text := coalesce(split_part(v_from, '|', 2), '');
  v_expiry interval := (p->>'expiryMs')::bigint * interval '1 millisecond';
  v_horizon timestamptz := (p->>'now')::timestamptz - v_expiry;
BEGIN
  RETURN (
    WITH page AS MATERIALIZED (
      SELECT h.* FROM salience.agents a CROSS JOIN LATERAL (
        SELECT t.id, t.agent_id, t.last_activity_at FROM salience.threads t WHERE t.agent_id = a.id
          AND t.active_hour >= date_trunc('hour', v_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AND t.active_hour <= v_horizon
          AND (t.last_activity_at, t.id) > (v_at, v_after) AND t.last_activity_at < v_horizon
        ORDER BY t.active_hour, t.last_activity_at, t.id LIMIT v_limit) h
      ORDER BY h.last_activity_at, h.id LIMIT v_limit
    )
    SELECT jsonb_build_object('from', v_from,
      'upto', coalesce((SELECT h.last_activity_at || '|' || h.id FROM page h ORDER BY h.last_activity_at DESC, h.id DESC LIMIT 1), v_from),
      'silences', coalesce((
        SELECT jsonb_agg(jsonb_build_object('agentId', b.agent_id, 'threadId', b.thread_id, 'turnId', b.turn_id, 'givenBy', salience.giver_of(b.agent_id, b.speaker),
            'message', b.message, 'reply', b.reply, 'mode', b.mode, 'at', h.last_activity_at + v_expiry) ORDER BY h.last_activity_at, h.id)
        FROM page h JOIN salience.lanes l ON l.thread_id = h.id AND l.cursor = l.tail CROSS JOIN LATERAL (
          SELECT x.turn_id FROM salience.turn_ends x WHERE x.thread_id = h.id AND x.kind <> 'merged' ORDER BY x.seq DESC LIMIT 1) x
        JOIN salience.turn_ends b ON b.turn_id = x.turn_id
        WHERE salience.is_said(b, v_own) AND b.decision IS NOT NULL AND b.mode IS NOT NULL), '[]')));
END $$;
