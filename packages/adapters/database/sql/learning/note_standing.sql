-- Keeps how a policy did when the regulator looked at it, one a day (UTC, business time): the latest. p_standing is as contracts have it; without one nothing is kept. p_decided_by and p_version: the version that decided.
-- Regulator.
CREATE OR REPLACE FUNCTION salience.note_standing(p_policy text, p_decided_by text, p_version integer, p_standing jsonb) RETURNS void LANGUAGE sql
SET search_path = salience, pg_temp
AS $$
  INSERT INTO salience.policy_standings AS s (policy, day, at, decided_by, decided_version, standing)
  SELECT p_policy, (t.at AT TIME ZONE 'UTC')::date, t.at, p_decided_by, p_version, p_standing
  FROM (SELECT (p_standing->>'at')::timestamptz AS at) t WHERE t.at IS NOT NULL AND p_version IS NOT NULL
  ON CONFLICT (policy, day) DO UPDATE SET at = excluded.at, decided_by = excluded.decided_by, decided_version = excluded.decided_version, standing = excluded.standing
  WHERE excluded.at > s.at
$$;
