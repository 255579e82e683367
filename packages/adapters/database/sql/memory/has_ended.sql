-- True if any fact, trait or reminder of an agent had ended by p_at.
CREATE OR REPLACE FUNCTION salience.has_ended(p_agent text, p_at timestamptz) RETURNS boolean LANGUAGE sql STABLE
SET enable_seqscan = off
AS $$
  SELECT EXISTS (SELECT 1 FROM salience.facts f WHERE f.agent_id = p_agent AND f.valid_to <= p_at)
    OR EXISTS (SELECT 1 FROM salience.traits t WHERE t.agent_id = p_agent AND t.valid_to <= p_at)
    OR EXISTS (SELECT 1 FROM salience.reminders r WHERE r.agent_id = p_agent AND r.cancelled_at <= p_at)
$$;
