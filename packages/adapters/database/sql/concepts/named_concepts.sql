-- The concepts that a text names; of names within each other the longest. At most 1,000 words are looked at.
CREATE OR REPLACE FUNCTION salience.named_concepts(p_agent text, p_text text)
RETURNS TABLE(concept_id text, key text, kind text, name text) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  v_words text[] := (salience.name_words(p_text))[1:1000];
BEGIN
  RETURN QUERY
  WITH words AS MATERIALIZED (
    SELECT n::integer AS n, w, salience.singular(w) AS last FROM unnest(v_words) WITH ORDINALITY AS t(w, n)
  ), said AS MATERIALIZED (
    -- Up to five words from each one on.
    SELECT w.n AS a, l AS len, array_to_string(v_words[w.n : w.n + l - 2] || e.last, ' ') AS key
    FROM generate_series(1, 5) l JOIN words e ON e.n >= l CROSS JOIN LATERAL (SELECT e.n - l + 1 AS n) w
  ), placed AS MATERIALIZED (
    SELECT c.concept_id, c.key, c.kind, c.name, s.a, s.len
    FROM salience.concept_names c JOIN said s ON s.key = c.key
    WHERE c.agent_id = p_agent AND c.key = ANY (ARRAY(SELECT DISTINCT x.key FROM said x))
  )
  SELECT DISTINCT p.concept_id, p.key, p.kind, p.name FROM placed p
  WHERE NOT EXISTS (SELECT 1 FROM placed q WHERE q.len > p.len AND q.a <= p.a AND q.a + q.len >= p.a + p.len);
END $$;
