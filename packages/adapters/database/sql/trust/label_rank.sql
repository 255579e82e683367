-- Which label something has that several said: that of whom is believed most, and of equals the one of whom it is known who they are.
CREATE OR REPLACE FUNCTION salience.label_rank(p_trust text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_trust WHEN 'owner' THEN 4 WHEN 'user' THEN 3 WHEN 'unverified' THEN 2 WHEN 'agent' THEN 1 ELSE 0 END
$$;
