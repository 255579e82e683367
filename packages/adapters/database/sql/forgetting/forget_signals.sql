-- Deletes signals, and what was to be asked or was asked because of them, where the words stand in them, also as parts of a path. The window of a cluster begins anew. What a model
-- learned holds words of what was labelled: one that has them is emptied, none of its cluster scores, and the next one learns from the labels that are left.
CREATE OR REPLACE FUNCTION salience.forget_signals(r salience.forget_requests, p_words bigint[]) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_ids text[] := ARRAY(SELECT s.id FROM salience.signals s WHERE s.agent_id = r.agent_id AND (salience.contains_words(s.location, p_words, r.seed)
    OR salience.contains_words(s.external_id, p_words, r.seed) OR salience.contains_words(s.features::text, p_words, r.seed)));
BEGIN
  DELETE FROM salience.cluster_signals WHERE signal_id = ANY (v_ids) AND judged IS NOT NULL;
  DELETE FROM salience.signals s WHERE s.id = ANY (v_ids) AND NOT EXISTS (SELECT 1 FROM salience.cluster_signals c WHERE c.signal_id = s.id);
  -- What waits to be judged keeps its place, without its words.
  UPDATE salience.signals s SET location = 'forgotten', features = '{}', external_id = salience.hashed_key(s.external_id) WHERE s.id = ANY (v_ids);
  DELETE FROM salience.activations a WHERE a.agent_id = r.agent_id AND (salience.contains_words(a.question, p_words, r.seed)
    OR salience.contains_words(a."window"::text, p_words, r.seed) OR salience.contains_words(a.latest::text, p_words, r.seed)
    OR salience.contains_words(a."values"::text, p_words, r.seed));
  UPDATE salience.clusters k SET state = NULL WHERE k.agent_id = r.agent_id AND (salience.json_contains_words(k.state, p_words, r.seed)
    OR salience.contains_words((k.state->'cluster')::text, p_words, r.seed)
    OR EXISTS (SELECT 1 FROM jsonb_each(CASE jsonb_typeof(k.state) WHEN 'object' THEN k.state ELSE '{}' END) f, jsonb_object_keys(CASE jsonb_typeof(f.value) WHEN 'object' THEN f.value ELSE '{}' END) n
      WHERE salience.contains_words(n, p_words, r.seed)));
  -- Its number stays, so that no process takes another model for it.
  WITH emptied AS (
    UPDATE salience.limbic_models m SET heads = '{}', metrics = '{}', weights = '', sha256 = '', promoted = false, reason = 'forgotten'
    WHERE m.agent_id = r.agent_id AND m.reason <> 'forgotten' AND (salience.json_contains_words(m.heads, p_words, r.seed)
      OR salience.contains_words(m.heads::text, p_words, r.seed))
    RETURNING m.cluster, m.version
  ) UPDATE salience.clusters k SET version = 0, trained = 0 FROM emptied e WHERE k.agent_id = r.agent_id AND k.cluster = e.cluster AND k.version = e.version;
END $$;
