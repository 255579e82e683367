-- Marks the later episodes with one of these keys as repetitions of the earliest, as mark_repeated_gists does for gists. A repetition
-- is left out of the autobiography (told_version 0) and has no sign code; if it becomes the earliest, because that one was forgotten, it
-- gets its code and counts for the autobiography.
CREATE OR REPLACE FUNCTION salience.mark_repeated_episodes(p_agent text, p_keys text[]) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_codes jsonb;
BEGIN
  IF coalesce(cardinality(p_keys), 0) = 0 THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('repeated episodes ' || p_agent, 0));
  WITH open AS MATERIALIZED (
    SELECT id, said_key FROM salience.episodes WHERE agent_id = p_agent AND said_key = ANY (p_keys) AND repeats_of IS NULL FOR KEY SHARE SKIP LOCKED
  ), later AS MATERIALIZED (
    SELECT id, first FROM (SELECT id, min(id) OVER (PARTITION BY said_key) AS first FROM open) o WHERE id <> first
  ), along AS MATERIALIZED (
    SELECT x.id, l.first FROM later l JOIN salience.episodes x ON x.repeats_of = l.id FOR NO KEY UPDATE OF x SKIP LOCKED
  )
  UPDATE salience.episodes e SET repeats_of = l.first, told_version = coalesce(e.told_version, 0) FROM (TABLE later UNION ALL TABLE along) l WHERE e.id = l.id;
  WITH held AS MATERIALIZED (
    SELECT id, repeated_code FROM salience.episodes
    WHERE agent_id = p_agent AND said_key = ANY (p_keys) AND repeats_of IS NULL AND (repeated_code IS NOT NULL OR told_version = 0)
  ), cleared AS (
    UPDATE salience.episodes e SET repeated_code = NULL, told_version = nullif(e.told_version, 0) FROM held h WHERE e.id = h.id
  )
  SELECT jsonb_agg(repeated_code || jsonb_build_object('id', id, 'kind', 'episode')) INTO v_codes FROM held WHERE repeated_code IS NOT NULL;
  IF v_codes IS NOT NULL THEN PERFORM salience.save_codes(p_agent, v_codes); END IF;
END $$;
