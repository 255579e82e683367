-- True where any text in a JSON value, keys too, holds one of these words (hashes under the request's seed).
CREATE OR REPLACE FUNCTION salience.carries_json(p_json jsonb, p_words bigint[], p_seed bigint)
RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_json IS NOT NULL AND EXISTS (
    SELECT 1 FROM unnest(jsonb_to_tsvector('english', p_json, '["all"]')) w WHERE hashtextextended(w.lexeme, p_seed) = ANY (p_words))
$$;
