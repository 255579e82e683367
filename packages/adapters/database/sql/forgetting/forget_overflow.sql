-- Takes items out of what is findable though no process holds it, and exchanges out of its counts.
CREATE OR REPLACE FUNCTION salience.forget_overflow(p_agent text, p_ids text[]) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  -- A block that is being made holds the lock of overflow_memory: what it takes in is seen below.
  PERFORM pg_advisory_xact_lock(hashtextextended('overflow ' || p_agent, 0));
  WITH gone AS MATERIALIZED (
    DELETE FROM salience.overflow_items WHERE agent_id = p_agent AND id = ANY (p_ids) RETURNING kind, block, words, speaker
  ), said AS MATERIALIZED (
    SELECT block, words, speaker FROM gone WHERE kind = 'exchange'
  ), uncounted AS (
    UPDATE salience.overflow_blocks b SET exchanges = b.exchanges - s.exchanges, words = b.words - s.words
    FROM (SELECT block, count(*) AS exchanges, sum(length(words)) AS words FROM said GROUP BY block) s
    WHERE b.agent_id = p_agent AND b.block = s.block
  )
  UPDATE salience.overflow_words o SET exchanges = o.exchanges - s.exchanges
  FROM (SELECT s.block, w.stem, count(*) AS exchanges FROM said s CROSS JOIN LATERAL (
      SELECT lexeme AS stem FROM unnest(s.words) UNION ALL SELECT ' ' || s.speaker WHERE s.speaker IS NOT NULL) w GROUP BY s.block, w.stem) s
  WHERE o.agent_id = p_agent AND o.block = s.block AND o.stem = s.stem;
  IF FOUND THEN DELETE FROM salience.overflow_words WHERE agent_id = p_agent AND exchanges <= 0; END IF;
END $$;
