-- Deletes signals, and what was to be asked or was asked because of them, where the words stand in them. The window of a cluster begins anew.
CREATE OR REPLACE FUNCTION salience.forget_signals(r salience.forget_requests, p_words bigint[]) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_ids text[] := ARRAY(SELECT s.id FROM salience.signals s WHERE s.agent_id = r.agent_id AND (salience.contains_words(s.location, p_words, r.seed)
    OR salience.json_contains_words(s.features, p_words, r.seed)));
BEGIN
  DELETE FROM salience.cluster_signals WHERE signal_id = ANY (v_ids) AND judged IS NOT NULL;
  DELETE FROM salience.signals s WHERE s.id = ANY (v_ids) AND NOT EXISTS (SELECT 1 FROM salience.cluster_signals c WHERE c.signal_id = s.id);
  -- What waits to be judged keeps its place, without its words.
  UPDATE salience.signals s SET location = 'forgotten', features = '{}', external_id = salience.hashed_key(s.external_id) WHERE s.id = ANY (v_ids);
  DELETE FROM salience.activations a WHERE a.agent_id = r.agent_id AND (salience.contains_words(a.question, p_words, r.seed)
    OR salience.json_contains_words(jsonb_build_array(a."window", a.latest, a."values"), p_words, r.seed));
  UPDATE salience.clusters k SET state = NULL WHERE k.agent_id = r.agent_id AND salience.json_contains_words(k.state, p_words, r.seed);
END $$;
