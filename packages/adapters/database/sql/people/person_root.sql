-- The person that a row of people means now: itself, or the one into whom it was merged. Null if there is none.
CREATE OR REPLACE FUNCTION salience.person_root(p_person text) RETURNS text LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  WITH RECURSIVE merged AS (
    SELECT id, merged_into FROM salience.people WHERE id = p_person
    UNION SELECT p.id, p.merged_into FROM merged m JOIN salience.people p ON p.id = m.merged_into
  ) SELECT id FROM merged WHERE merged_into IS NULL
$$;
