-- Why: a worker that learned of an exchange in the moment in which it was forgotten broke the request off (a foreign key).
-- Lock: none that is felt, functions only. Safe with the previous image: yes, it calls the same function by the same name.

ALTER FUNCTION salience.forget_turns(salience.forget_requests, text[], timestamp with time zone) RENAME TO forget_held_turns;
--> statement-breakpoint
-- Takes ended turns away while nobody learns from them: whoever has begun to save an episode or a chunk of theirs is waited for,
-- and whoever comes later finds nothing to save it for. Ranges first, as those who save episodes take them.
CREATE FUNCTION salience.forget_turns(r salience.forget_requests, p_turns text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM salience.ranges WHERE id IN (
    SELECT g.id FROM salience.exchanges e JOIN salience.ranges g ON g.thread_id = e.thread_id AND e.seq BETWEEN g.first_seq AND g.last_seq
    WHERE e.agent_id = r.agent_id AND e.turn_id = ANY (p_turns)) ORDER BY id FOR UPDATE;
  PERFORM 1 FROM salience.exchanges WHERE agent_id = r.agent_id AND turn_id = ANY (p_turns) ORDER BY id FOR UPDATE;
  PERFORM salience.forget_held_turns(r, p_turns, p_now);
END $$;
