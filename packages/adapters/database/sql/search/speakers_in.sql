-- The words of a question that are names of speakers of this memory, in lower case. One index look-up per word.
CREATE OR REPLACE FUNCTION salience.speakers_in(p_agent text, p_query text) RETURNS text[] LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET enable_bitmapscan = off
AS $$
DECLARE
  v_names text[];
BEGIN
  -- If every speaker is the user, as in most memories, there is nothing to look up.
  IF NOT EXISTS (SELECT 1 FROM salience.exchanges e WHERE e.agent_id = p_agent AND e.speaker IS NOT NULL) THEN RETURN NULL; END IF;
  SELECT array_agg(DISTINCT word) INTO v_names
  FROM unnest(regexp_split_to_array(lower(p_query), '[^[:alnum:]_-]+')) word
  WHERE length(word) > 1
    AND (SELECT true FROM salience.exchanges e WHERE e.agent_id = p_agent AND e.speaker IS NOT NULL AND lower(e.speaker) = word LIMIT 1);
  RETURN v_names;
END $$;

ALTER FUNCTION salience.speakers_in OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.speakers_in FROM PUBLIC;
