-- The rank of a trust label (0 external … 4 owner), for the most trusted of several sources. Unlike lowest_trust it ranks an unverified
-- speaker above the agent.
CREATE OR REPLACE FUNCTION salience.label_rank(p_trust text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_trust WHEN 'owner' THEN 4 WHEN 'user' THEN 3 WHEN 'unverified' THEN 2 WHEN 'agent' THEN 1 ELSE 0 END
$$;
