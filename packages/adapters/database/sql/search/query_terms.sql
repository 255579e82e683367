-- The searchable word stems of a question with their inverse document frequency ln(1 + (N - df + 0.5) / (df + 0.5)). Names of
-- speakers of this memory are left out: they select the speaker.
CREATE OR REPLACE FUNCTION salience.query_terms(p_agent text, p_query text)
RETURNS TABLE(lexeme text, idf double precision) LANGUAGE sql STABLE AS $$
  SELECT q.lexeme, ln(1 + (n.documents - coalesce(t.documents, 0) + 0.5) / (coalesce(t.documents, 0) + 0.5))
  FROM unnest(to_tsvector('english', p_query)) q
  CROSS JOIN (SELECT greatest(coalesce((SELECT documents FROM salience.memory_stats WHERE agent_id = p_agent), 0), 10) AS documents) n
  LEFT JOIN salience.term_stats t ON t.agent_id = p_agent AND t.lexeme = q.lexeme
  WHERE coalesce(t.documents, 0) <= n.documents
$$;
