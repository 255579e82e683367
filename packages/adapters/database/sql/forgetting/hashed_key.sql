-- The key of a message that came in, without its words: the same key gives the same hash, so a message whose row was emptied is still told from
-- a new one. A key that is hashed already stays.
CREATE OR REPLACE FUNCTION salience.hashed_key(p_key text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN p_key ~ '^sha256:[0-9a-f]{64}$' THEN p_key ELSE 'sha256:' || encode(sha256(convert_to(p_key, 'UTF8')), 'hex') END
$$;
