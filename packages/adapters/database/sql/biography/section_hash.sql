-- The hash of one section of an autobiography.
CREATE OR REPLACE FUNCTION salience.section_hash(p_statements jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(salience.section_text(p_statements), 'UTF8')), 'hex')
$$;
