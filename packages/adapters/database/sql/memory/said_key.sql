-- The key of equal words with the same speaker, source and trust; items with one key are repetitions. p_said: the words; null gives null.
CREATE OR REPLACE FUNCTION salience.said_key(p_said text, p_speaker text, p_source text, p_trust text)
RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT md5(coalesce(lower(p_speaker), '') || '|' || p_source || '|' || p_trust || '|' || p_said)
$$;
