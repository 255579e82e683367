-- What people said next in a thread, from where reading stands, over all agents: a message with the decided one before it, if nothing but what was merged into it
-- came between them and both are one person's own. Read in the order in which it was committed, and only up to the first transaction that may still commit, so that
-- none is passed over. p: {own, limit}. Returns {from, upto: where the next look begins (the same: nothing was ended since), followUps}. Regulator.
CREATE OR REPLACE FUNCTION salience.load_follow_ups(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_own text[] := ARRAY(SELECT jsonb_array_elements_text(p->'own'));
  v_limit integer := (p->>'limit')::integer;
  v_from text := (SELECT m.read_to FROM salience.learning_marks m WHERE m.job = 'labels');
  v_xid xid8 := coalesce(split_part(v_from, ':', 1), '0')::xid8;
  v_after text := coalesce(split_part(v_from, ':', 2), '');
  v_horizon xid8 := pg_snapshot_xmin(pg_current_snapshot());
BEGIN
  RETURN (
    WITH page AS MATERIALIZED (
      SELECT e.* FROM salience.agents a CROSS JOIN LATERAL (
        SELECT x.turn_id, x.written_xid, x.exchange_id FROM salience.turn_ends x WHERE x.agent_id = a.id AND (x.written_xid, x.exchange_id) > (v_xid, v_after)
          AND x.written_xid < v_horizon AND x.exchange_id IS NOT NULL
        ORDER BY x.written_xid, x.exchange_id LIMIT v_limit) e
      ORDER BY e.written_xid, e.exchange_id LIMIT v_limit
    )
    SELECT jsonb_build_object('from', v_from,
      'upto', coalesce((SELECT e.written_xid || ':' || e.exchange_id FROM page e ORDER BY e.written_xid DESC, e.exchange_id DESC LIMIT 1), v_from),
      'followUps', coalesce((
        SELECT jsonb_agg(jsonb_build_object('agentId', e.agent_id, 'threadId', e.thread_id, 'givenBy', salience.giver_of(e.agent_id, e.speaker),
            'secondsBetween', extract(epoch FROM e.said_at - b.ended_at),
            'codes', CASE WHEN e.code_model_id = b.code_model_id AND length(e.code) = length(b.code)
              THEN jsonb_build_array(encode(b.code, 'base64'), encode(e.code, 'base64')) END,
            'before', jsonb_build_object('turnId', b.turn_id, 'message', b.message, 'reply', b.reply, 'mode', b.mode, 'decision', encode(b.decision, 'base64'),
              'source', b.source, 'trust', b.trust, 'speaker', b.speaker),
            'next', jsonb_build_object('turnId', e.turn_id, 'message', e.message, 'saidAt', e.said_at, 'source', e.source, 'trust', e.trust,
              'speaker', e.speaker)) ORDER BY e.written_xid, e.exchange_id)
        FROM page k JOIN salience.turn_ends e ON e.turn_id = k.turn_id CROSS JOIN LATERAL (
          SELECT x.turn_id FROM salience.turn_ends x WHERE x.thread_id = e.thread_id AND x.seq < e.seq AND x.kind <> 'merged' ORDER BY x.seq DESC LIMIT 1) x
        JOIN salience.turn_ends b ON b.turn_id = x.turn_id
        WHERE salience.is_said(e, v_own) AND salience.is_said(b, v_own) AND b.decision IS NOT NULL AND b.mode IS NOT NULL
          AND salience.giver_of(e.agent_id, e.speaker) = salience.giver_of(b.agent_id, b.speaker)), '[]')));
END $$;
