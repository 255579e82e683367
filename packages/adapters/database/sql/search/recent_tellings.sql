-- The latest exchanges that told a fact, newest first, as search hits with the trust of each reply, for questions whose words match
-- nothing. Reads the index from its end and stops; an exchange rarely tells more than four facts.
CREATE OR REPLACE FUNCTION salience.recent_tellings(p_agent text, p_limit integer) RETURNS jsonb LANGUAGE plpgsql
SET enable_bitmapscan = off
SET enable_sort = off
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_build_object('kind', 'exchange', 'id', e.id, 'text', e.message, 'reply', e.reply,
      'speaker', e.speaker, 'at', e.said_at, 'thread_id', e.thread_id, 'exchange_id', e.id, 'trust', e.trust, 'reply_trust', e.reply_trust,
      'source', e.source, 'seq', e.seq, 'score', 0.1, 'reasons', '{"recent": 1}'::jsonb) ORDER BY e.id DESC), '[]'::jsonb)
    FROM (
      SELECT DISTINCT t.exchange_id FROM (
        SELECT f.exchange_id FROM salience.facts f WHERE f.agent_id = p_agent AND f.exchange_id IS NOT NULL ORDER BY f.exchange_id DESC LIMIT 4 * p_limit
      ) t ORDER BY t.exchange_id DESC LIMIT p_limit
    ) told CROSS JOIN LATERAL (SELECT * FROM salience.exchanges x WHERE x.id = told.exchange_id OFFSET 0) e
  );
END $$;
