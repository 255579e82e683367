-- The live thoughts that match a question, scored 0..1 by their share of the question's word weight. Those in `p_near` are included
-- whatever their words.
CREATE OR REPLACE FUNCTION salience.match_thoughts(p_agent text, p_query text, p_near text[], p_pool integer,
  p_thread text, p_at timestamptz) RETURNS TABLE(id text, words double precision) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  v_terms text[];
  v_idfs double precision[];
  v_total double precision;
  v_query tsquery;
BEGIN
  -- Most agents have no thoughts.
  IF NOT EXISTS (SELECT 1 FROM salience.thoughts WHERE agent_id = p_agent AND expires_at > p_at) THEN RETURN; END IF;
  SELECT array_agg(lexeme), array_agg(idf), sum(idf),
    string_agg('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery
  INTO v_terms, v_idfs, v_total, v_query FROM salience.query_terms(p_agent, p_query);
  RETURN QUERY
  SELECT t.id, coalesce((SELECT sum(v_idfs[array_position(v_terms, w.lexeme)]) FROM unnest(t.search) w WHERE w.lexeme = ANY (v_terms))
    / nullif(v_total, 0), 0) AS words
  FROM salience.thoughts t
  WHERE t.agent_id = p_agent AND t.expires_at > p_at AND (p_thread IS NULL OR t.thread_id = p_thread)
    AND (t.id = ANY (p_near) OR t.search @@ v_query)
  ORDER BY (t.id = ANY (p_near)) DESC, 2 DESC, t.id DESC LIMIT p_pool + cardinality(p_near);
END $$;
