-- Marks an agent's repetitions anew after some of its memory was deleted: if the earliest was deleted, the next one takes its place.
CREATE OR REPLACE FUNCTION salience.mark_repeats(p_agent text) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  PERFORM salience.mark_repeated_episodes(p_agent, ARRAY(SELECT said_key FROM salience.episodes
    WHERE agent_id = p_agent AND said_key IS NOT NULL AND repeats_of IS NULL GROUP BY said_key HAVING count(*) > 1 OR bool_or(told_version = 0)));
  PERFORM salience.mark_repeated_gists(p_agent, ARRAY(SELECT said_key FROM salience.gists
    WHERE agent_id = p_agent AND said_key IS NOT NULL AND repeats_of IS NULL GROUP BY said_key HAVING count(*) > 1));
END $$;
