-- The turns that a request names, and all that follow from them: turns merged into them, continuations, and fired reminders that their
-- actions created.
CREATE OR REPLACE FUNCTION salience.turns_to_forget(r salience.forget_requests) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  WITH RECURSIVE named AS (
    SELECT t.id FROM salience.turns t
    WHERE t.agent_id = r.agent_id AND t.forgotten_at IS NULL AND t.accepted_at <= r.requested_at AND CASE r.scope
      WHEN 'thread' THEN t.thread_id = r.target
      WHEN 'source' THEN t.source = r.target
      WHEN 'person' THEN lower(t.speaker) = lower(r.target) OR (lower(r.target) = 'user' AND t.speaker IS NULL)
      ELSE t.id = r.target OR t.id = (SELECT e.turn_id FROM salience.exchanges e WHERE e.id = r.target AND e.agent_id = r.agent_id) END
    UNION
    SELECT f.id FROM named n CROSS JOIN LATERAL (
      SELECT id FROM salience.turns WHERE merged_into = n.id OR parent_turn_id = n.id
      UNION ALL SELECT m.turn_id FROM salience.reminders m JOIN salience.act_steps s ON s.idempotency_key = m.idempotency_key
        WHERE s.run_id = n.id AND m.agent_id = r.agent_id AND m.turn_id IS NOT NULL
    ) f JOIN salience.turns t ON t.id = f.id AND t.agent_id = r.agent_id AND t.forgotten_at IS NULL
  ) SELECT id FROM named
$$;
