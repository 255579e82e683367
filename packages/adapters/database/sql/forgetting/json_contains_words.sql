-- True if a key or value anywhere in a JSON document contains one of these word stems (hashes under the request's seed).
CREATE OR REPLACE FUNCTION salience.json_contains_words(p_json jsonb, p_words bigint[], p_seed bigint)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_json IS NOT NULL AND EXISTS (
    SELECT 1 FROM unnest(jsonb_to_tsvector('english', p_json, '["all"]')) w WHERE hashtextextended(w.lexeme, p_seed) = ANY (p_words))
$$;
