-- True while this agent holds more than its share of the fleet's lanes and another agent waits. A parked lane waits for its own
-- retry, not for a worker. Runs as a role that sees every lane, because fairness is between agents; it returns only true or false.
-- The index is searched on both sides of the agent, so that its own lanes, which may be all there are, are not read.
CREATE OR REPLACE FUNCTION salience.exceeds_share(p_agent text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_waiting integer;
  v_held integer;
  v_capacity integer;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM salience.lanes WHERE has_work AND agent_id > p_agent AND wake_at IS NULL
    AND (lease_until IS NULL OR lease_until < clock_timestamp()))
    AND NOT EXISTS (SELECT 1 FROM salience.lanes WHERE has_work AND agent_id < p_agent AND wake_at IS NULL
    AND (lease_until IS NULL OR lease_until < clock_timestamp()))
  THEN
    RETURN false;
  END IF;
  SELECT count(DISTINCT agent_id) INTO v_waiting FROM salience.lanes
  WHERE has_work AND agent_id <> p_agent AND wake_at IS NULL
    AND (lease_until IS NULL OR lease_until < clock_timestamp());
  IF v_waiting = 0 THEN RETURN false; END IF;
  SELECT coalesce(sum(capacity), 0) INTO v_capacity FROM salience.workers
  WHERE app = 'digest' AND state = 'ready' AND seen_at > clock_timestamp() - interval '15 seconds';
  IF v_capacity = 0 THEN RETURN false; END IF;
  SELECT count(*) INTO v_held FROM salience.lanes
  WHERE has_work AND agent_id = p_agent AND lease_until > clock_timestamp();
  RETURN v_held >= greatest(1, v_capacity / (v_waiting + 1));
END $$;

ALTER FUNCTION salience.exceeds_share OWNER TO salience_fn_lanes;
REVOKE ALL ON FUNCTION salience.exceeds_share FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.exceeds_share TO salience_digest;
