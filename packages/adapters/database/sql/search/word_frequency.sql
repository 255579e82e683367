-- How often a word occurs in a text, exactly, up to the 255 that a tsvector stores. With equal weights the rank of one word is 1 +
-- 1/4 + 1/9 + … for its occurrences, as a share of the limit of that sum; the sum gives the number.
CREATE OR REPLACE FUNCTION salience.word_frequency(p_search tsvector, p_word tsquery)
RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
  SELECT round(1 / (1.64493406685 * (1 - ts_rank('{1,1,1,1}', p_search, p_word)::double precision)) - 0.5)
$$;
