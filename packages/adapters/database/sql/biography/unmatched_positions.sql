-- The positions, from 0, of the sentences in p_one whose text p_other does not contain.
CREATE OR REPLACE FUNCTION salience.unmatched_positions(p_one jsonb, p_other jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(t.place - 1 ORDER BY t.place), '[]')
  FROM jsonb_array_elements(coalesce(p_one, '[]')) WITH ORDINALITY AS t(value, place)
  WHERE t.value->>'text' <> '' AND NOT EXISTS (
    SELECT 1 FROM jsonb_array_elements(coalesce(p_other, '[]')) o WHERE o->>'text' = t.value->>'text')
$$;
