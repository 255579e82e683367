-- Deletes episodes with the thoughts that rest on them, their mentions of concepts and their sources of relations, and leaves
-- tombstones. Returns what must be recomputed: {kind: concept, id} and {kind: relation, fromId, type, toId} of what they mentioned, and
-- {kind: episode, id} of each.
CREATE OR REPLACE FUNCTION salience.forget_episodes(r salience.forget_requests, p_ids text[], p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_unsettled jsonb;
BEGIN
  IF coalesce(cardinality(p_ids), 0) = 0 THEN RETURN '[]'; END IF;
  PERFORM salience.forget_in_autobiography(r.agent_id, p_ids);
  PERFORM salience.forget_thoughts(r, ARRAY(SELECT id FROM salience.thoughts
    WHERE agent_id = r.agent_id AND grounding_episode_id = ANY (p_ids)), p_now);
  WITH mentions AS (
    DELETE FROM salience.concept_sources WHERE agent_id = r.agent_id AND episode_id = ANY (p_ids) RETURNING concept_id
  ), stated AS (
    DELETE FROM salience.relation_sources WHERE agent_id = r.agent_id AND episode_id = ANY (p_ids) RETURNING relation_id
  )
  SELECT jsonb_agg(u) INTO v_unsettled FROM (
    SELECT jsonb_build_object('kind', 'concept', 'id', concept_id) AS u FROM mentions
    UNION SELECT jsonb_build_object('kind', 'relation', 'fromId', l.from_id, 'type', l.type, 'toId', l.to_id)
      FROM stated s JOIN salience.relations l ON l.id = s.relation_id
    UNION SELECT jsonb_build_object('kind', 'episode', 'id', e) FROM unnest(p_ids) e) x;
  PERFORM salience.leave_tombstones(r, 'episode', p_ids, p_now);
  DELETE FROM salience.memory_retries WHERE agent_id = r.agent_id AND episode_id = ANY (p_ids);
  DELETE FROM salience.episode_exchanges WHERE episode_id = ANY (p_ids);
  UPDATE salience.experiences SET episode_id = NULL, state = 'skipped' WHERE agent_id = r.agent_id AND episode_id = ANY (p_ids);
  DELETE FROM salience.episodes WHERE agent_id = r.agent_id AND id = ANY (p_ids);
  RETURN coalesce(v_unsettled, '[]');
END $$;
