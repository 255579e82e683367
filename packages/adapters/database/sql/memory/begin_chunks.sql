-- Takes exchanges whose chunk is to be stored now, each once: who was first has them, and they are chunked when the transaction ends well.
-- Answers with what their statements need; the others are known, or gone. The caller holds the agent's memory lock.
CREATE OR REPLACE FUNCTION salience.begin_chunks(p_ids text[]) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_open text[];
BEGIN
  SELECT coalesce(array_agg(id), '{}') INTO v_open FROM (
    SELECT id FROM salience.exchanges WHERE id = ANY (p_ids) AND chunk_state <> 'chunked' ORDER BY id FOR UPDATE) o;
  UPDATE salience.exchanges SET chunk_state = 'chunked', chunk_error = NULL WHERE id = ANY (v_open);
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'open', e.id = ANY (v_open), 'thread_id', e.thread_id, 'trust', e.trust,
    'source', e.source, 'said_at', e.said_at)), '[]') FROM salience.exchanges e WHERE e.id = ANY (p_ids));
END $$;
