-- Turns whose prompt held a thought, the latest first, by what models were shown and is still kept: of the agent's latest p_look contexts since the thought. Read-only.
CREATE OR REPLACE FUNCTION salience.turns_shown(p_agent text, p_thought text, p_look integer, p_limit integer) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('turnId', x.turn_id, 'threadId', t.thread_id, 'at', x.at) ORDER BY x.at DESC, x.turn_id DESC), '[]') FROM (
    SELECT c.turn_id, max(c.created_at) AS at FROM (
      SELECT c.turn_id, c.created_at, c.body FROM salience.contexts c WHERE c.agent_id = p_agent
        AND c.created_at >= (SELECT h.created_at FROM salience.thoughts h WHERE h.id = p_thought AND h.agent_id = p_agent)
      ORDER BY c.created_at DESC LIMIT p_look) c
    -- An item: its id first, whether it was included seventh.
    WHERE EXISTS (SELECT 1 FROM jsonb_array_elements(c.body->'items') i WHERE i->>0 = p_thought AND i->>6 = '1')
    GROUP BY 1 ORDER BY 2 DESC, 1 DESC LIMIT p_limit) x JOIN salience.turns t ON t.id = x.turn_id);
END $$;
