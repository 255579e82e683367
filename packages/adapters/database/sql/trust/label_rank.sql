-- The trust label of something that several sources said: the most trusted one; of equals, the one with a known speaker.
CREATE OR REPLACE FUNCTION salience.label_rank(p_trust text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_trust WHEN 'owner' THEN 4 WHEN 'user' THEN 3 WHEN 'unverified' THEN 2 WHEN 'agent' THEN 1 ELSE 0 END
$$;
