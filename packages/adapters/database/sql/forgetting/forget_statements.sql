-- Deletes statements about people. Returns what must be recomputed: {kind: trait, person, key} of each, and {kind: fact, subject, key}
-- of the facts that one of them may have ended.
CREATE OR REPLACE FUNCTION salience.forget_statements(r salience.forget_requests, p_ids text[]) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_unsettled jsonb;
BEGIN
  WITH lost AS (
    DELETE FROM salience.trait_sources WHERE agent_id = r.agent_id AND id = ANY (p_ids) RETURNING person, key, ends
  )
  SELECT jsonb_agg(u) INTO v_unsettled FROM (
    SELECT jsonb_build_object('kind', 'trait', 'person', person, 'key', key) AS u FROM lost
    UNION SELECT jsonb_build_object('kind', 'fact', 'subject', lower(person), 'key', split_part(key, ':', 1)) FROM lost WHERE ends
    UNION SELECT jsonb_build_object('kind', 'fact', 'subject', lower(person), 'key', k) FROM lost, unnest('{likes,dislikes}'::text[]) k
      WHERE left(key, 6) = 'taste:') x;
  RETURN coalesce(v_unsettled, '[]');
END $$;
