-- The boundary detector's stored state of a thread, and the turns that were heard after it, up to a seq: how each was heard, its text, when it
-- was said and the reply of the exchange before it. p: {agentId, threadId, upTo}.
CREATE OR REPLACE FUNCTION salience.load_heard(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  RETURN (SELECT jsonb_build_object('boundary', h.boundary, 'turns', (
    SELECT coalesce(jsonb_agg(jsonb_build_object('heard', e.heard, 'text', t.text, 'saidAt', t.said_at, 'replyBefore', (
        SELECT b.reply FROM salience.exchanges b WHERE b.thread_id = h.id AND b.seq < e.seq ORDER BY b.seq DESC LIMIT 1)) ORDER BY e.seq), '[]')
    FROM salience.turn_ends e JOIN salience.turns t ON t.id = e.turn_id
    WHERE e.thread_id = h.id AND e.seq > h.boundary_seq AND e.seq <= (p->>'upTo')::bigint AND e.heard IS NOT NULL))
    FROM salience.threads h WHERE h.id = p->>'threadId');
END $$;
