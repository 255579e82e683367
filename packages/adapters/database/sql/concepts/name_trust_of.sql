-- The trust of a concept's name; where the row does not say, that of the whole.
CREATE OR REPLACE FUNCTION salience.name_trust_of(c salience.concepts) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(c.name_trust, c.trust)
$$;
