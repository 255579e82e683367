-- The threads of an agent whose exchanges wait for an episode, or with of: 'chunk' for a chunk, longest due first, and the pieces set
-- aside that are due. p: {agentId, now, most (threads and retries), of, messages}. Returns {threads: [{threadId, toldSeq, chunkedSeq, expired,
-- more, before: {id, firstSeq, lastSeq} | null, places: [{id, seq, saidAt, topicId, overheard, message (with `messages`, where the exchange has
-- no chunk)}]}], retries: [{id, kind, threadId, firstSeq,
-- lastSeq, reason, tries, episodeId, exchangeIds (kind chunk: those without one)}]}. `before`: the last episode up to toldSeq. `more`:
-- exchanges follow that are not in `places`, because they have no chunk or theirs is retried. `episodeId` (kind tell): the episode that
-- begins there and will tell more.
CREATE OR REPLACE FUNCTION salience.load_untold(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_chunk boolean := coalesce(p->>'of' = 'chunk', false);
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  RETURN jsonb_build_object(
    'threads', (SELECT coalesce(jsonb_agg(jsonb_build_object('threadId', m.thread_id, 'toldSeq', m.told_seq, 'chunkedSeq', m.chunked_seq, 'expired', h.state = 'expired',
        'more', (SELECT max(x.seq) FROM salience.exchanges x WHERE x.thread_id = m.thread_id) > e.upto,
        'before', (SELECT jsonb_build_object('id', p.id, 'firstSeq', p.first_seq, 'lastSeq', p.last_seq) FROM salience.episodes p
          WHERE p.thread_id = m.thread_id AND p.first_seq <= m.told_seq AND p.last_seq <= m.told_seq ORDER BY p.first_seq DESC LIMIT 1),
        'places', e.places) ORDER BY m.tell_at, m.thread_id), '[]')
      FROM (SELECT * FROM salience.memory_progress m WHERE m.agent_id = v_agent AND ((v_chunk AND m.chunk_at <= v_now) OR (NOT v_chunk AND m.tell_at <= v_now))
        ORDER BY CASE WHEN v_chunk THEN m.chunk_at ELSE m.tell_at END, m.thread_id LIMIT (p->>'most')::integer) m JOIN salience.threads h ON h.id = m.thread_id
      CROSS JOIN LATERAL (SELECT coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'seq', x.seq, 'saidAt', x.said_at, 'topicId', x.topic_id,
          'overheard', x.mode = 'IGNORE') || CASE WHEN (p->>'messages')::boolean AND x.seq > m.chunked_seq THEN jsonb_build_object('message', x.message) ELSE '{}' END
          ORDER BY x.seq), '[]') AS places,
        coalesce(max(x.seq), m.told_seq) AS upto FROM (SELECT id, seq, said_at, topic_id, mode, message FROM salience.exchanges
          WHERE thread_id = m.thread_id AND seq > m.told_seq AND (v_chunk OR seq <= m.chunked_seq
            AND seq < coalesce((SELECT min(r.first_seq) FROM salience.memory_retries r
              WHERE r.thread_id = m.thread_id AND r.agent_id = v_agent AND r.kind = 'chunk' AND r.due_at IS NOT NULL AND r.last_seq > m.told_seq), m.chunked_seq + 1))
          ORDER BY seq LIMIT CASE WHEN v_chunk THEN 64 + m.chunked_seq - m.told_seq ELSE 64 END) x) e),
    'retries', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'kind', r.kind, 'threadId', r.thread_id, 'firstSeq', r.first_seq,
        'lastSeq', r.last_seq, 'reason', r.reason, 'tries', r.tries, 'episodeId', coalesce(r.episode_id,
          (SELECT p.id FROM salience.episodes p WHERE r.kind = 'tell' AND p.thread_id = r.thread_id AND p.first_seq = r.first_seq)),
        'exchangeIds', (SELECT coalesce(jsonb_agg(e.id ORDER BY e.seq), '[]') FROM salience.exchanges e WHERE v_chunk AND e.thread_id = r.thread_id
          AND e.seq BETWEEN r.first_seq AND r.last_seq AND NOT EXISTS (SELECT 1 FROM salience.chunks c WHERE c.exchange_id = e.id))) ORDER BY r.due_at, r.id), '[]')
      FROM (SELECT * FROM salience.memory_retries r WHERE r.agent_id = v_agent AND r.kind = ANY (CASE WHEN v_chunk THEN '{chunk}' ELSE '{tell,concepts}' END::text[]) AND r.due_at <= v_now
        ORDER BY r.due_at, r.id LIMIT (p->>'most')::integer) r));
END $$;
