-- What was decided and learned of people within a time, in numbers: {decisions: by mode, labels: [{kind, givenVia, count}] by when they were given, reflections: {count, agreed}}. Regulator.
CREATE OR REPLACE FUNCTION salience.learning_sums(p_from timestamptz, p_to timestamptz, p_own text[]) RETURNS jsonb LANGUAGE plpgsql STABLE
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  RETURN jsonb_build_object(
    'decisions', (SELECT coalesce(jsonb_object_agg(m.mode, m.n), '{}') FROM (
      SELECT e.mode, count(*) AS n FROM salience.turn_ends e
      WHERE e.ended_at >= p_from AND e.ended_at < p_to AND salience.is_said(e, p_own) AND e.decision IS NOT NULL AND e.mode IS NOT NULL GROUP BY 1) m),
    'labels', (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'givenVia', k.given_via, 'count', k.n) ORDER BY k.kind, k.given_via), '[]') FROM (
      SELECT l.kind, l.given_via, count(*) AS n FROM salience.decision_labels l WHERE l.at >= p_from AND l.at < p_to GROUP BY 1, 2) k),
    'reflections', (SELECT jsonb_build_object('count', count(*), 'agreed', count(*) FILTER (WHERE r.agrees)) FROM salience.reflections r
      WHERE r.at >= p_from AND r.at < p_to));
END $$;
