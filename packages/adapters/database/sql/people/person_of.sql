-- Whom a speaker's name means: null means the owner; a name means the person who has it, or the one whom that person was merged into. Null
-- for a mere name, and for an owner who has no row yet.
CREATE OR REPLACE FUNCTION salience.person_of(p_agent text, p_speaker text) RETURNS text LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  SELECT salience.person_root(CASE
    WHEN p_speaker IS NULL THEN (SELECT id FROM salience.people WHERE agent_id = p_agent AND is_owner)
    ELSE (SELECT person_id FROM salience.person_names WHERE agent_id = p_agent AND kind = 'name' AND value = lower(btrim(p_speaker))) END)
$$;
