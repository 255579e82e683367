-- One section of an autobiography as text.
CREATE OR REPLACE FUNCTION salience.section_text(p_statements jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(string_agg(t.value->>'text', ' ' ORDER BY t.place) FILTER (WHERE t.value->>'text' <> ''), '')
  FROM jsonb_array_elements(p_statements) WITH ORDINALITY AS t(value, place)
$$;
