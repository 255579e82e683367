-- True if nothing was accepted since the given turn and no lane has work. For a worker that may have missed a signal.
CREATE OR REPLACE FUNCTION salience.fleet_still_rests(p_latest_turn text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT 1 FROM salience.lanes WHERE has_work)
    AND (SELECT id FROM salience.turns ORDER BY id DESC LIMIT 1) IS NOT DISTINCT FROM p_latest_turn
$$;
