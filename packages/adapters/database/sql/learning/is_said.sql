-- True of a turn that a person said in their own name, which nothing from outside has a part in: it was decided about, and shows what was decided before. p_own: sources
-- of turns that an agent begins itself. Planned as part of the query that asks.
CREATE OR REPLACE FUNCTION salience.is_said(e salience.turn_ends, p_own text[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT e.kind IN ('answered', 'ignored') AND e.exchange_id IS NOT NULL AND e.trust IN ('user', 'owner') AND NOT e.source = ANY (p_own)
$$;
