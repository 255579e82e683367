-- The beginning and the end of a text: enough to tell whether it asks.
CREATE OR REPLACE FUNCTION salience.text_sample(p_text text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN length(p_text) <= 64 THEN p_text ELSE left(p_text, 40) || ' … ' || right(p_text, 20) END
$$;
