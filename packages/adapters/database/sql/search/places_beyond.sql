-- The positions of statements of p_one that p_other does not have.
CREATE OR REPLACE FUNCTION salience.places_beyond(p_one jsonb, p_other jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(t.place - 1 ORDER BY t.place), '[]')
  FROM jsonb_array_elements(coalesce(p_one, '[]')) WITH ORDINALITY AS t(value, place)
  WHERE t.value->>'text' <> '' AND NOT EXISTS (
    SELECT 1 FROM jsonb_array_elements(coalesce(p_other, '[]')) o WHERE o->>'text' = t.value->>'text')
$$;
