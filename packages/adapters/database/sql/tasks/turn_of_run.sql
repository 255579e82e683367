-- The turn that works on a run now, or did last: the one that began it, or the latest that went on from an answer.
CREATE OR REPLACE FUNCTION salience.turn_of_run(p_run text) RETURNS text LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  SELECT coalesce((SELECT u.id FROM salience.approvals q JOIN salience.turns u ON u.id = q.continuation_turn_id
    WHERE q.run_id = p_run ORDER BY u.seq DESC LIMIT 1), p_run)
$$;
