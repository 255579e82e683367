-- Every name and address, in lower case, of the person whom a request names; none for a request of another scope. What whoever speaks without a name is
-- called is no name.
CREATE OR REPLACE FUNCTION salience.names_to_forget(r salience.forget_requests) RETURNS text[] LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  WITH named AS (
    SELECT lower(btrim(n)) AS name FROM jsonb_array_elements_text(r.also_named) n UNION SELECT lower(btrim(r.target))
  ), called AS (
    SELECT name FROM named
    UNION SELECT n.value FROM salience.person_names n WHERE n.agent_id = r.agent_id
      AND n.person_id = ANY (salience.people_called(r.agent_id, ARRAY(SELECT name FROM named)))
  ) SELECT coalesce(array_agg(name), '{}') FROM called WHERE r.scope = 'person' AND name <> 'user'
$$;
