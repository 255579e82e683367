-- Removes the words from what was derived from memory: concepts, their names and definitions, thoughts, autobiographies, scenarios of
-- tools and names of topics. Returns what must be recomputed.
CREATE OR REPLACE FUNCTION salience.forget_derived_remnants(r salience.forget_requests, p_words bigint[], p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_unsettled jsonb;
BEGIN
  v_unsettled := salience.forget_concepts(r, ARRAY(SELECT id FROM salience.concepts c WHERE c.agent_id = r.agent_id
    AND salience.contains_words(c.name, p_words, r.seed)), p_now);
  DELETE FROM salience.concept_names x WHERE x.agent_id = r.agent_id AND salience.contains_words(x.key || ' ' || x.name, p_words, r.seed);
  UPDATE salience.concepts c SET definition = '', defined_at = NULL WHERE c.agent_id = r.agent_id AND salience.contains_words(c.definition, p_words, r.seed);
  PERFORM salience.forget_thoughts(r, ARRAY(SELECT id FROM salience.thoughts t WHERE t.agent_id = r.agent_id
    AND salience.contains_words(t.content, p_words, r.seed)), p_now);
  PERFORM salience.forget_in_autobiography(r.agent_id, ARRAY(SELECT DISTINCT o.item_id FROM salience.autobiographies b
    JOIN salience.autobiography_sources o ON o.autobiography_id = b.id
    WHERE b.agent_id = r.agent_id AND salience.json_contains_words(b.sections->o.section->o.place, p_words, r.seed)));
  DELETE FROM salience.tool_scenarios x WHERE x.agent_id = r.agent_id AND salience.contains_words(x.text, p_words, r.seed);
  UPDATE salience.topics t SET name = 'forgotten-' || right(t.id, 12) WHERE t.agent_id = r.agent_id AND salience.contains_words(t.name, p_words, r.seed);
  RETURN v_unsettled;
END $$;
