-- The rows of everybody whom one of these names or addresses, in lower case, means, with those of whoever was merged into them; `user` means
-- the owner.
CREATE OR REPLACE FUNCTION salience.people_called(p_agent text, p_names text[]) RETURNS text[] LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  WITH meant AS (
    SELECT salience.person_root(n.person_id) AS id FROM salience.person_names n WHERE n.agent_id = p_agent AND n.value = ANY (p_names)
    UNION SELECT salience.person_root(p.id) FROM salience.people p WHERE p.agent_id = p_agent
      AND CASE WHEN p.is_owner THEN 'user' = ANY (p_names) ELSE lower(btrim(p.name)) = ANY (p_names) END
  )
  SELECT coalesce(array_agg(p.id), '{}') FROM salience.people p WHERE p.agent_id = p_agent
    AND (p.id IN (SELECT id FROM meant) OR p.merged_into IN (SELECT id FROM meant))
$$;
