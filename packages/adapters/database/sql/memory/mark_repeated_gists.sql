-- Marks the later gists with one of these keys as repetitions of the earliest. Call it last in a transaction: it holds a lock per agent
-- until the commit, so anything that the transaction waited for afterwards would delay every other one.
CREATE OR REPLACE FUNCTION salience.mark_repeated_gists(p_agent text, p_keys text[]) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  IF coalesce(cardinality(p_keys), 0) = 0 THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('repeated gists ' || p_agent, 0));
  WITH open AS MATERIALIZED (
    -- Rows being deleted are skipped, not waited for: the deleting transaction calls mark_repeats afterwards.
    SELECT id, said_key FROM salience.gists WHERE agent_id = p_agent AND said_key = ANY (p_keys) AND repeats_of IS NULL FOR KEY SHARE SKIP LOCKED
  ), later AS MATERIALIZED (
    SELECT id, first FROM (SELECT id, min(id) OVER (PARTITION BY said_key) AS first FROM open) o WHERE id <> first
  ), along AS MATERIALIZED (
    SELECT x.id, l.first FROM later l JOIN salience.gists x ON x.repeats_of = l.id FOR NO KEY UPDATE OF x SKIP LOCKED
  )
  UPDATE salience.gists g SET repeats_of = l.first FROM (TABLE later UNION ALL TABLE along) l WHERE g.id = l.id;
END $$;
