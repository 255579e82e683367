-- True of a turn that a person said in their own name, which nothing from outside has a part in: it was decided about, and shows what was decided before. What was only overheard
-- no policy decided: whoever took it in did. p_own: sources of turns that an agent begins itself. Planned as part of the query that asks; the look at the turn, which stays silent, is not.
CREATE OR REPLACE FUNCTION salience.is_said(e salience.turn_ends, p_own text[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT e.kind IN ('answered', 'ignored') AND e.exchange_id IS NOT NULL AND e.trust IN ('user', 'owner') AND NOT e.source = ANY (p_own)
    AND NOT (e.mode IS NOT DISTINCT FROM 'IGNORE' AND salience.was_overheard(e.turn_id))
$$;
