-- Notes that an answer told a person of the zone that is proposed for them; the first time counts.
CREATE OR REPLACE FUNCTION salience.zone_told(p_agent text, p_person text, p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  UPDATE salience.people SET proposal_told_at = p_now WHERE id = p_person AND proposed_zone IS NOT NULL AND proposal_told_at IS NULL;
END $$;
