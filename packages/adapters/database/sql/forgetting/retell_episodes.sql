-- Sets the stretches of these episodes aside, so that the exchanges left in each get a new episode. Without this they would have none,
-- because the watermark is past them.
CREATE OR REPLACE FUNCTION salience.retell_episodes(r salience.forget_requests, p_episodes text[], p_now timestamptz)
RETURNS void LANGUAGE sql
SET search_path = salience, pg_temp
AS $$
  INSERT INTO salience.memory_retries (id, agent_id, kind, thread_id, first_seq, last_seq, reason, due_at, created_at)
  SELECT 'mrt_' || substr(p.id, 4, 12) || substr(replace(gen_random_uuid()::text, '-', ''), 1, 20), p.agent_id, 'tell', p.thread_id, p.first_seq,
    p.last_seq, p.reason, p_now, p_now
  FROM salience.episodes p WHERE p.agent_id = r.agent_id AND p.id = ANY (p_episodes) AND p.first_seq IS NOT NULL
$$;
