-- True of a turn that was said to others: the agent heard it, and no policy could have it answer. False where the turn is gone.
CREATE OR REPLACE FUNCTION salience.was_overheard(p_turn text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM salience.turns t WHERE t.id = p_turn AND t.overheard)
$$;
