-- The part of forget_remnants for what was extracted from exchanges that stay: gists, chunks, facts, statements and episodes with one
-- of the words. Returns what must be recomputed.
CREATE OR REPLACE FUNCTION salience.forget_memory_remnants(r salience.forget_requests, p_words bigint[], p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_ids text[];
  v_unsettled jsonb;
BEGIN
  v_ids := ARRAY(SELECT id FROM salience.gists g WHERE g.agent_id = r.agent_id AND salience.contains_words(g.content, p_words, r.seed));
  PERFORM salience.leave_tombstones(r, 'gist', v_ids, p_now);
  DELETE FROM salience.gists WHERE id = ANY (v_ids);
  UPDATE salience.chunks c SET
    entities = (SELECT coalesce(jsonb_agg(e), '[]') FROM jsonb_array_elements(c.entities) e WHERE NOT salience.json_contains_words(e, p_words, r.seed)),
    times = (SELECT coalesce(jsonb_agg(e), '[]') FROM jsonb_array_elements(c.times) e WHERE NOT salience.json_contains_words(e, p_words, r.seed)),
    grounds = '{}', scope = CASE WHEN salience.contains_words(c.scope, p_words, r.seed) THEN NULL ELSE c.scope END
  WHERE c.agent_id = r.agent_id AND (salience.json_contains_words(c.entities, p_words, r.seed) OR salience.json_contains_words(c.times, p_words, r.seed)
    OR salience.json_contains_words(c.grounds, p_words, r.seed) OR salience.contains_words(c.scope, p_words, r.seed));
  v_unsettled := salience.forget_facts(r, ARRAY(SELECT id FROM salience.facts f WHERE f.agent_id = r.agent_id
    AND salience.contains_words(f.subject || ' ' || replace(f.key, '_', ' ') || ' ' || f.value, p_words, r.seed)), p_now);
  v_unsettled := v_unsettled || salience.forget_statements(r, ARRAY(SELECT id FROM salience.trait_sources s WHERE s.agent_id = r.agent_id
    AND salience.contains_words(s.person || ' ' || replace(s.key, '_', ' ') || ' ' || s.value, p_words, r.seed)));
  -- Such an episode still tells exchanges that stay, so it is made again from those.
  SELECT array_agg(p.id) INTO v_ids FROM salience.episodes p WHERE p.agent_id = r.agent_id AND (
    salience.contains_words(concat_ws(' ', p.gist, p.intent, p.outcome, p.action), p_words, r.seed)
    OR salience.json_contains_words(jsonb_build_array(p.open_loops, p.context, p.emotion, p.factors), p_words, r.seed));
  IF v_ids IS NOT NULL THEN
    PERFORM salience.retell_episodes(r, v_ids, p_now);
    v_unsettled := v_unsettled || salience.forget_episodes(r, v_ids, p_now);
  END IF;
  RETURN v_unsettled;
END $$;
