-- Sets the zone of a speaker (null: the owner) at their own request, which answers what was proposed. Returns their name, or null for a mere name.
CREATE OR REPLACE FUNCTION salience.use_zone(p_agent text, p_speaker text, p_zone text, p_id text, p_now timestamptz) RETURNS text LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_name text;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  UPDATE salience.people SET zone = p_zone, proposed_zone = NULL, proposed_place = NULL, proposed_by = NULL, proposal_told_at = NULL,
    updated_at = p_now
  WHERE id = CASE WHEN p_speaker IS NULL THEN salience.ensure_owner(p_agent, p_id, p_now) ELSE salience.person_of(p_agent, p_speaker) END
  RETURNING name INTO v_name;
  RETURN v_name;
END $$;
