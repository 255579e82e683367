-- What is left of an agent's repetitions after some of its memory was deleted: where the first went, the next one takes its place.
CREATE OR REPLACE FUNCTION salience.settle_repeats(p_agent text) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  PERFORM salience.settle_episodes(p_agent, ARRAY(SELECT said_key FROM salience.episodes
    WHERE agent_id = p_agent AND said_key IS NOT NULL AND repeats_of IS NULL GROUP BY said_key HAVING count(*) > 1 OR bool_or(told_version = 0)));
  PERFORM salience.settle_gists(p_agent, ARRAY(SELECT said_key FROM salience.gists
    WHERE agent_id = p_agent AND said_key IS NOT NULL AND repeats_of IS NULL GROUP BY said_key HAVING count(*) > 1));
END $$;
