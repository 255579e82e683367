-- The turns that a request names, and all that follow from them: turns merged into them, continuations, what began with the schedules
-- that their actions created, and all turns of the tasks that the request names or one of these turns belongs to. p_about: for a person or a
-- statement, the turns that are about them or say it, as the domain found them. The turn that asked stays: its answer says what was done.
CREATE OR REPLACE FUNCTION salience.turns_to_forget(r salience.forget_requests, p_about text[]) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  WITH RECURSIVE named AS (
    SELECT t.id FROM salience.turns t
    WHERE t.agent_id = r.agent_id AND t.forgotten_at IS NULL AND t.accepted_at <= r.requested_at AND CASE r.scope
      WHEN 'thread' THEN t.thread_id = r.target
      WHEN 'source' THEN t.source = r.target
      WHEN 'period' THEN t.said_at >= split_part(r.target, '/', 1)::timestamptz AND t.said_at < split_part(r.target, '/', 2)::timestamptz
      WHEN 'statement' THEN t.id = ANY (p_about)
      WHEN 'person' THEN t.id = ANY (p_about) OR lower(t.speaker) = lower(r.target) OR (lower(r.target) = 'user' AND t.speaker IS NULL)
      ELSE t.id = r.target OR t.id = (SELECT e.turn_id FROM salience.exchanges e WHERE e.id = r.target AND e.agent_id = r.agent_id) END
    UNION
    -- The message that asked, with its request for a yes: it shows what is to go.
    SELECT a.run_id FROM salience.approvals a WHERE a.agent_id = r.agent_id AND a.continuation_turn_id = r.asked_in AND a.tool = 'forget'
    UNION
    SELECT u FROM salience.turns_of_tasks(r.agent_id, ARRAY(SELECT salience.tasks_to_forget(r, p_about))) u
    UNION
    SELECT f.id FROM named n CROSS JOIN LATERAL (
      SELECT id FROM salience.turns WHERE merged_into = n.id OR parent_turn_id = n.id
      UNION ALL SELECT o.id FROM salience.schedules m JOIN salience.act_steps s ON s.idempotency_key = m.idempotency_key
        -- By their keys (start_schedule_turn), which stay when their occurrences were kept long enough.
        JOIN salience.turns o ON o.thread_id = m.thread_id AND o.source IN ('reminder', 'schedule')
          AND starts_with(o.idempotency_key, ' ' || o.source || ':' || m.id || '@')
        WHERE s.run_id = n.id AND m.agent_id = r.agent_id
      UNION ALL SELECT u FROM salience.tasks_of_turns(r.agent_id, ARRAY[n.id]) k CROSS JOIN LATERAL salience.turns_of_tasks(r.agent_id, ARRAY[k]) u
    ) f JOIN salience.turns t ON t.id = f.id AND t.agent_id = r.agent_id AND t.forgotten_at IS NULL
  ) SELECT id FROM named WHERE id IS DISTINCT FROM r.asked_in
$$;
