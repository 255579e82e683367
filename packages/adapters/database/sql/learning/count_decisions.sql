-- How many decisions about what people said ended within a time, over all agents. p_own: sources of turns that nobody said. Regulator.
CREATE OR REPLACE FUNCTION salience.count_decisions(p_from timestamptz, p_to timestamptz, p_own text[]) RETURNS integer LANGUAGE plpgsql STABLE
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  RETURN (SELECT count(*) FROM salience.turn_ends e
    WHERE e.ended_at >= p_from AND e.ended_at < p_to AND salience.is_said(e, p_own) AND e.decision IS NOT NULL AND e.mode IS NOT NULL);
END $$;
