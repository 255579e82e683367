-- The trust label of a rank; the inverse of label_rank.
CREATE OR REPLACE FUNCTION salience.trust_at(p_rank integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT (ARRAY['external', 'agent', 'unverified', 'user', 'owner'])[p_rank + 1]
$$;
