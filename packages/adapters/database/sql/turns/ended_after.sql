-- The turns of threads that ended after a place, as load_turns describes them, by thread and in order. p_after: [{threadId, after}], where
-- `after` is the place of the last turn that is known; of each thread at most p_limit. A turn that was cancelled while it waited comes after
-- those before it have ended, so that a reader may go on from the last place that it saw.
CREATE OR REPLACE FUNCTION salience.ended_after(p_agent text, p_after jsonb, p_limit integer) RETURNS SETOF jsonb LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT v FROM salience.load_turns(p_agent, ARRAY(
    SELECT t.id FROM jsonb_to_recordset(p_after) a("threadId" text, after bigint)
    JOIN salience.lanes l ON l.thread_id = a."threadId" AND l.agent_id = p_agent AND l.tail > a.after
    CROSS JOIN LATERAL (SELECT x.id, bool_and(x.state NOT IN ('pending', 'running')) OVER (ORDER BY x.seq) AS ended
      FROM (SELECT y.id, y.seq, y.state FROM salience.turns y
        WHERE y.thread_id = l.thread_id AND y.seq > a.after ORDER BY y.seq LIMIT p_limit) x) t
    WHERE t.ended)) v
  ORDER BY v->>'threadId', (v->>'seq')::bigint;
END $$;
