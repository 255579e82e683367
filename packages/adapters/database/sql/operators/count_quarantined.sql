-- The number of quarantined turns that are not yet retried or dropped.
CREATE OR REPLACE FUNCTION salience.count_quarantined() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT count(*) FROM salience.turn_ends e JOIN salience.turns t ON t.id = e.turn_id WHERE e.kind = 'quarantined' AND t.settled_as IS NULL
$$;

ALTER FUNCTION salience.count_quarantined OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.count_quarantined FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.count_quarantined TO salience_consumer, salience_operator;
