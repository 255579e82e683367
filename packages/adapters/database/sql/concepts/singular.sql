-- A word without the ending of its plural.
CREATE OR REPLACE FUNCTION salience.singular(p_word text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN right(p_word, 1) <> 's' OR length(p_word) < 4 OR translate(p_word, 'abcdefghijklmnopqrstuvwxyz', '') <> '' THEN p_word
    WHEN right(p_word, 2) IN ('ss', 'us', 'is') OR right(p_word, 3) = 'ics' THEN p_word
    WHEN right(p_word, 3) = 'ies' AND length(p_word) > 4 THEN left(p_word, -3) || 'y'
    WHEN right(p_word, 4) IN ('ches', 'shes', 'sses', 'zzes') OR right(p_word, 3) = 'xes' THEN left(p_word, -2)
    ELSE left(p_word, -1) END
$$;
