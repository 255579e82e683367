-- Episodes whose concepts were not read, each offered again after five seconds. Cross-agent; scheduler only.
CREATE OR REPLACE FUNCTION salience.sweep_concepts(p_limit integer) RETURNS jsonb LANGUAGE sql
SET enable_seqscan = off
SET jit = off
AS $$
  WITH due AS (
    SELECT id FROM salience.episodes WHERE concept_state = 'pending'
      AND (concept_swept_at IS NULL OR concept_swept_at < clock_timestamp() - interval '5 seconds')
    ORDER BY concept_swept_at NULLS FIRST LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), touched AS (
    UPDATE salience.episodes e SET concept_swept_at = clock_timestamp() FROM due WHERE e.id = due.id RETURNING e.id, e.agent_id
  ) SELECT coalesce(jsonb_agg(jsonb_build_object('agentId', agent_id, 'episodeId', id)), '[]') FROM touched
$$;
