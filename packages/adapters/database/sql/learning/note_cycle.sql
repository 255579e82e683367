-- Ends a cycle of the regulator that published nothing: what it knows now, and what it found out about an earlier change. p: {name, from: {version, cycledAt}, state, cycledAt, now, change (or none), settles}, as
-- note_change reads them. What the state says of how it did is kept for its day (note_standing). False where another version decides by now or a cycle was done meanwhile. Regulator.
CREATE OR REPLACE FUNCTION salience.note_cycle(p jsonb) RETURNS boolean LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_version integer := (p->'from'->>'version')::integer;
BEGIN
  UPDATE salience.policy_heads h SET state = p->'state', cycled_at = (p->>'cycledAt')::timestamptz, updated_at = (p->>'now')::timestamptz
  WHERE h.name = p->>'name' AND h.live_version = v_version AND h.cycled_at IS NOT DISTINCT FROM (p->'from'->>'cycledAt')::timestamptz;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM salience.note_change(p, v_version, v_version);
  PERFORM salience.note_standing(p->>'name', p->>'name', v_version, p->'state'->'standing');
  RETURN true;
END $$;
