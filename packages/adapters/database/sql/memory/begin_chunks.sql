-- The given exchanges as saving their chunks needs them. `open`: it has no chunk yet. The caller holds the agent's memory lock.
CREATE OR REPLACE FUNCTION salience.begin_chunks(p_ids text[]) RETURNS jsonb LANGUAGE sql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'open', NOT EXISTS (SELECT 1 FROM salience.chunks c WHERE c.exchange_id = e.id),
    'thread_id', e.thread_id, 'trust', e.trust, 'source', e.source, 'said_at', e.said_at)), '[]')
  FROM salience.exchanges e WHERE e.id = ANY (p_ids)
$$;
