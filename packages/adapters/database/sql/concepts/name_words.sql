-- The words of a name or a question as they are compared: lower case, accents folded, without possessives. Most text is plain
-- ASCII without quotes; it is cut without looking at each word.
CREATE OR REPLACE FUNCTION salience.name_words(p_text text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE
SET search_path = salience, pg_temp
AS $$
BEGIN
  IF p_text !~ '[^ -~\n]|[''+#]' THEN
    RETURN array_remove(string_to_array(
      translate(lower(left(p_text, 20000)), E'\n!"$%&()*,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 30)), ' '), '');
  END IF;
  RETURN (
    SELECT coalesce(array_agg(regexp_replace(btrim(w, ''''), '''s$', '') ORDER BY n), '{}')
    FROM regexp_split_to_table(
      translate(regexp_replace(normalize(lower(left(p_text, 20000)), NFKD), '[\u0300-\u036f]', '', 'g'), '’ʼς', '''''σ'),
      '[^[:alnum:]''+#]+') WITH ORDINALITY AS t(w, n)
    WHERE w ~ '[[:alnum:]]');
END $$;
