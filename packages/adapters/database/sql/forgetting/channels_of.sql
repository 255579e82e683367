-- The channels of everybody who is called by a name, and of those who were merged into them.
CREATE OR REPLACE FUNCTION salience.channels_of(p_agent text, p_name text) RETURNS text[] LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  SELECT coalesce(array_agg(c.id), '{}') FROM salience.channels c WHERE c.agent_id = p_agent AND salience.person_root(c.person_id) IN (
    SELECT salience.person_of(p_agent, p_name)
    UNION SELECT salience.person_root(p.id) FROM salience.people p WHERE p.agent_id = p_agent AND lower(p.name) = lower(p_name))
$$;
