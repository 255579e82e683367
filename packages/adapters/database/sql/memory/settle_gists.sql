-- Of gists with one key the earliest made is the first, the others repeat it. Whoever stores some or takes some away asks for it last
-- of all: an agent's are settled one transaction after another until its end, and nobody may wait for anything else in that time.
CREATE OR REPLACE FUNCTION salience.settle_gists(p_agent text, p_keys text[]) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  IF coalesce(cardinality(p_keys), 0) = 0 THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('repeated gists ' || p_agent, 0));
  WITH open AS MATERIALIZED (
    -- What is being deleted is waited for by nobody: whoever deletes settles what is left.
    SELECT id, said_key FROM salience.gists WHERE agent_id = p_agent AND said_key = ANY (p_keys) AND repeats_of IS NULL FOR KEY SHARE SKIP LOCKED
  ), later AS MATERIALIZED (
    SELECT id, first FROM (SELECT id, min(id) OVER (PARTITION BY said_key) AS first FROM open) o WHERE id <> first
  ), along AS MATERIALIZED (
    SELECT x.id, l.first FROM later l JOIN salience.gists x ON x.repeats_of = l.id FOR NO KEY UPDATE OF x SKIP LOCKED
  )
  UPDATE salience.gists g SET repeats_of = l.first FROM (TABLE later UNION ALL TABLE along) l WHERE g.id = l.id;
END $$;
