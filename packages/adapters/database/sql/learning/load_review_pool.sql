-- Decisions about what people said, that ended within a time and that nobody reviewed, by the router's confidence: `low` below p_low, `high` from p_high on, `middle`. Of each at most
-- p_each, drawn by p_seed: the same seed draws the same. Regulator.
CREATE OR REPLACE FUNCTION salience.load_review_pool(p_from timestamptz, p_to timestamptz, p_own text[], p_low double precision, p_high double precision, p_seed text, p_each integer)
RETURNS TABLE(stratum text, turn_id text, agent_id text, ended_at timestamptz, decision bytea) LANGUAGE plpgsql STABLE
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH drawn AS (
    SELECT d.stratum, d.turn_id, row_number() OVER (PARTITION BY d.stratum ORDER BY md5(p_seed || d.turn_id), d.turn_id) AS place FROM (
      SELECT CASE WHEN e.confidence < p_low THEN 'low' WHEN e.confidence >= p_high THEN 'high' ELSE 'middle' END AS stratum, e.turn_id
      FROM salience.turn_ends e
      WHERE e.ended_at >= p_from AND e.ended_at < p_to AND salience.is_said(e, p_own) AND e.decision IS NOT NULL AND e.mode IS NOT NULL
        AND e.confidence IS NOT NULL AND NOT EXISTS (SELECT 1 FROM salience.reflections r WHERE r.turn_id = e.turn_id)) d
  )
  SELECT d.stratum, d.turn_id, e.agent_id, e.ended_at, e.decision FROM drawn d JOIN salience.turn_ends e ON e.turn_id = d.turn_id
  WHERE d.place <= p_each ORDER BY d.stratum, d.place;
END $$;
