-- True if the first 200,000 characters of a text contain one of these word stems (hashes under the request's seed). A path, an address and a file name are one word to the
-- parser: their parts count too.
CREATE OR REPLACE FUNCTION salience.contains_words(p_text text, p_words bigint[], p_seed bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_text IS NOT NULL AND (EXISTS (
    SELECT 1 FROM unnest(to_tsvector('english', left(p_text, 200000))) w WHERE hashtextextended(w.lexeme, p_seed) = ANY (p_words))
  OR (p_text ~ '[^[:space:]][/\\._][^[:space:]]' AND EXISTS (
    SELECT 1 FROM unnest(to_tsvector('english', translate(left(p_text, 200000), '/\._', '    '))) w WHERE hashtextextended(w.lexeme, p_seed) = ANY (p_words))))
$$;
