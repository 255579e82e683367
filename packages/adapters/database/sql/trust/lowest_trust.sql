-- The lowest of several trust labels; an unknown label counts as external. Null if there is none.
CREATE OR REPLACE FUNCTION salience.lowest_trust(VARIADIC p_labels text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT (ARRAY['external', 'unverified', 'agent', 'user', 'owner'])[min(coalesce(
    array_position(ARRAY['external', 'unverified', 'agent', 'user', 'owner'], x), 1))]
  FROM unnest(p_labels) x WHERE x IS NOT NULL
$$;
