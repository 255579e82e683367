-- Deletes concepts with their names, mentions and relations, and the sources of those relations.
CREATE OR REPLACE FUNCTION salience.drop_concepts(p_agent text, p_ids text[]) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  DELETE FROM salience.relation_sources s USING salience.relations l
  WHERE s.agent_id = p_agent AND l.agent_id = p_agent AND l.id = s.relation_id AND (l.from_id = ANY (p_ids) OR l.to_id = ANY (p_ids));
  DELETE FROM salience.relations WHERE agent_id = p_agent AND (from_id = ANY (p_ids) OR to_id = ANY (p_ids));
  DELETE FROM salience.concept_sources WHERE agent_id = p_agent AND concept_id = ANY (p_ids);
  DELETE FROM salience.concept_names WHERE agent_id = p_agent AND concept_id = ANY (p_ids);
  DELETE FROM salience.concepts WHERE agent_id = p_agent AND id = ANY (p_ids);
END $$;
