-- Whose word something is, by a speaker's name: `owner`, the id of another person, or `name:` and a hash for a mere name. Says nothing of who they are without the
-- agent: the same word from two agents is of two people.
CREATE OR REPLACE FUNCTION salience.giver_of(p_agent text, p_speaker text) RETURNS text LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  SELECT CASE WHEN p_speaker IS NULL THEN 'owner' ELSE coalesce(
    (SELECT CASE WHEN k.is_owner THEN 'owner' ELSE k.id END FROM salience.people k WHERE k.id = salience.person_of(p_agent, p_speaker) AND k.agent_id = p_agent),
    'name:' || left(md5(p_agent || ' ' || lower(btrim(p_speaker))), 16)) END
$$;
