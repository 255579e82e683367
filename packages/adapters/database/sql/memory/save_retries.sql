-- Sets pieces aside to be made later, and deletes those that are made. p: {agentId, now, done: [ids], put: [{id, kind, threadId, firstSeq,
-- lastSeq, episodeId, reason, tries, error, dueAt (null: when an operator asks)}]}.
CREATE OR REPLACE FUNCTION salience.save_retries(p jsonb) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_threads text[];
BEGIN
  -- Episodes of a thread wait while its chunks are retried; they are due now if that ended.
  SELECT array_agg(DISTINCT t) INTO v_threads FROM (
    SELECT thread_id AS t FROM salience.memory_retries WHERE agent_id = p->>'agentId' AND kind = 'chunk' AND id IN (SELECT jsonb_array_elements_text(p->'done'))
    UNION SELECT r->>'threadId' FROM jsonb_array_elements(p->'put') r WHERE r->>'kind' = 'chunk' AND r->>'dueAt' IS NULL) x;
  DELETE FROM salience.memory_retries WHERE agent_id = p->>'agentId' AND id IN (SELECT jsonb_array_elements_text(p->'done'));
  INSERT INTO salience.memory_retries (id, agent_id, kind, thread_id, first_seq, last_seq, episode_id, reason, tries, error, due_at, created_at)
  SELECT r->>'id', p->>'agentId', r->>'kind', r->>'threadId', (r->>'firstSeq')::bigint, (r->>'lastSeq')::bigint, r->>'episodeId', r->>'reason',
    (r->>'tries')::integer, r->>'error', (r->>'dueAt')::timestamptz, (p->>'now')::timestamptz
  FROM jsonb_array_elements(p->'put') r
  ON CONFLICT (id) DO UPDATE SET tries = excluded.tries, error = excluded.error, due_at = excluded.due_at;
  UPDATE salience.memory_progress SET tell_at = (p->>'now')::timestamptz WHERE thread_id = ANY (v_threads) AND told_seq < chunked_seq;
END $$;
