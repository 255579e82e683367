-- The last elements of an array, at most so many, in their order.
CREATE OR REPLACE FUNCTION salience.last_of(p_all jsonb, p_max integer) RETURNS jsonb LANGUAGE sql IMMUTABLE
SET search_path = salience, pg_temp
AS $$
  SELECT coalesce(jsonb_agg(e.value ORDER BY e.ordinality), '[]') FROM jsonb_array_elements(p_all) WITH ORDINALITY e
  WHERE e.ordinality > jsonb_array_length(p_all) - p_max
$$;
