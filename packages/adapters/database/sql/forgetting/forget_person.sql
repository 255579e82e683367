-- Empties the person whom a name means, with every name and address of theirs and of whoever was merged into them; `user` means the owner. The
-- rows stay, so that ids of theirs resolve. Notices that were for them no longer name them.
CREATE OR REPLACE FUNCTION salience.forget_person(r salience.forget_requests, p_name text, p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_person text := salience.person_of(r.agent_id, CASE WHEN lower(p_name) <> 'user' THEN p_name END);
  v_ids text[] := ARRAY(SELECT id FROM salience.people WHERE agent_id = r.agent_id AND (id = v_person OR merged_into = v_person));
BEGIN
  UPDATE salience.notices n SET speaker = '[forgotten]' WHERE n.agent_id = r.agent_id AND n.speaker IS NOT NULL
    AND (lower(btrim(n.speaker)) = lower(btrim(p_name)) OR salience.person_of(r.agent_id, n.speaker) = v_person);
  DELETE FROM salience.person_names WHERE agent_id = r.agent_id AND person_id = ANY (v_ids);
  UPDATE salience.people SET name = CASE WHEN is_owner THEN 'owner' ELSE '[forgotten]' END, zone = NULL, quiet_from = NULL, quiet_until = NULL,
    proposed_zone = NULL, proposed_by = NULL, proposed_place = NULL, proposal_told_at = NULL, updated_at = p_now
  WHERE id = ANY (v_ids);
END $$;
