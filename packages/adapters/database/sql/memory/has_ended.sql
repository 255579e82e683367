-- True if any fact, trait or schedule of an agent had ended by p_at.
CREATE OR REPLACE FUNCTION salience.has_ended(p_agent text, p_at timestamptz) RETURNS boolean LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  RETURN EXISTS (SELECT 1 FROM salience.facts f WHERE f.agent_id = p_agent AND f.valid_to <= p_at)
    OR EXISTS (SELECT 1 FROM salience.traits t WHERE t.agent_id = p_agent AND t.valid_to <= p_at)
    OR EXISTS (SELECT 1 FROM salience.schedules r WHERE r.agent_id = p_agent AND r.cancelled_at <= p_at);
END $$;
