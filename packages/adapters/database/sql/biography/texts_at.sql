-- The texts of the sentences at the given positions, from 0, of a section.
CREATE OR REPLACE FUNCTION salience.texts_at(p_statements jsonb, p_places jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(t.value->>'text' ORDER BY t.place) FILTER (WHERE t.value->>'text' <> ''), '[]')
  FROM jsonb_array_elements(coalesce(p_statements, '[]')) WITH ORDINALITY AS t(value, place) WHERE p_places @> to_jsonb(t.place - 1)
$$;
