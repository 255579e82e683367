-- What tells what was said from what somebody else said, or the same from elsewhere. p_said: its words, or null.
CREATE OR REPLACE FUNCTION salience.said_key(p_said text, p_speaker text, p_source text, p_trust text)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT md5(coalesce(lower(p_speaker), '') || '|' || p_source || '|' || p_trust || '|' || p_said)
$$;
