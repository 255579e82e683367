-- How often a word stands in a text, exactly: at most 255, as often as a vector of words keeps it. With equal weights the rank of one
-- word is 1 + 1/4 + 1/9 + ... for as many times as it stands there, as a share of where that sum would end; the sum tells the number.
CREATE OR REPLACE FUNCTION salience.word_frequency(p_search tsvector, p_word tsquery)
RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
  SELECT round(1 / (1.64493406685 * (1 - ts_rank('{1,1,1,1}', p_search, p_word)::double precision)) - 0.5)
$$;
