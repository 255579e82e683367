-- The exchanges of an agent that wait for their chunk, the earliest first: those behind the watermark of a thread that is due, and those
-- that are to be tried again, after those. p = {agentId, now, most}. Returns {threads: [{threadId, chunkedSeq, expired, more, places: [{id, seq, saidAt, topicId, overheard}]}],
-- retries: [{id, threadId, firstSeq, lastSeq, tries, exchangeIds}]}, of `most` exchanges together; `more`: exchanges
-- follow in the thread that are not in `places`.
CREATE OR REPLACE FUNCTION salience.load_behind(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_most integer := (p->>'most')::integer;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  RETURN (
    WITH due AS MATERIALIZED (
      SELECT e.* FROM salience.memory_progress m CROSS JOIN LATERAL (
        SELECT m.chunked_seq, x.* FROM salience.exchanges x WHERE x.thread_id = m.thread_id AND x.seq > m.chunked_seq ORDER BY x.seq LIMIT v_most) e
      WHERE m.agent_id = v_agent AND m.chunk_at <= v_now
      ORDER BY e.id LIMIT v_most
    ), retried AS MATERIALIZED (
      SELECT r.* FROM salience.memory_retries r WHERE r.agent_id = v_agent AND r.kind = 'chunk' AND r.due_at <= v_now
      ORDER BY r.due_at, r.id LIMIT greatest(v_most - (SELECT count(*) FROM due), 0)
    )
    SELECT jsonb_build_object(
      'threads', (SELECT coalesce(jsonb_agg(jsonb_build_object('threadId', m.thread_id, 'chunkedSeq', m.chunked_seq,
          'expired', (SELECT h.state = 'expired' FROM salience.threads h WHERE h.id = m.thread_id),
          'more', (SELECT max(x.seq) FROM salience.exchanges x WHERE x.thread_id = m.thread_id)
            > (SELECT max(d.seq) FROM due d WHERE d.thread_id = m.thread_id),
          'places', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'seq', d.seq, 'saidAt', d.said_at, 'topicId', d.topic_id,
            'overheard', d.mode = 'IGNORE') ORDER BY d.seq), '[]') FROM due d WHERE d.thread_id = m.thread_id)) ORDER BY m.thread_id), '[]')
        FROM salience.memory_progress m WHERE m.agent_id = v_agent AND m.chunk_at <= v_now
          AND (EXISTS (SELECT 1 FROM due d WHERE d.thread_id = m.thread_id)
            OR NOT EXISTS (SELECT 1 FROM salience.exchanges x WHERE x.thread_id = m.thread_id AND x.seq > m.chunked_seq))),
      'retries', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'threadId', r.thread_id, 'firstSeq', r.first_seq, 'lastSeq', r.last_seq,
          'tries', r.tries, 'exchangeIds', (SELECT coalesce(jsonb_agg(e.id ORDER BY e.seq), '[]') FROM salience.exchanges e
            WHERE e.thread_id = r.thread_id AND e.seq BETWEEN r.first_seq AND r.last_seq)) ORDER BY r.due_at, r.id), '[]') FROM retried r)));
END $$;
