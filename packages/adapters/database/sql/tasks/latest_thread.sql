-- The thread that a person used last, for what is told to them; null for one who never spoke. Threads of tasks are nobody's.
CREATE OR REPLACE FUNCTION salience.latest_thread(p_agent text, p_speaker text) RETURNS text LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  SELECT h.id FROM (SELECT t.id, t.last_activity_at FROM salience.threads t WHERE t.agent_id = p_agent AND t.source NOT IN ('task', 'triage', 'review', 'report', 'floor')
      ORDER BY t.active_hour DESC, t.last_activity_at DESC LIMIT 20) h
  WHERE EXISTS (SELECT 1 FROM salience.turns u WHERE u.thread_id = h.id AND u.speaker IS NOT DISTINCT FROM p_speaker
    AND u.trust IN ('user', 'owner') AND u.source NOT IN ('reminder', 'schedule', 'approval', 'thought', 'pulse', 'task', 'triage', 'review', 'report', 'floor'))
  ORDER BY h.last_activity_at DESC LIMIT 1
$$;
