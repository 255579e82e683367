-- Empties these rows of people, with every name and address of theirs. The rows stay, so that ids of theirs resolve. Notices that were for them
-- no longer name them. Their tombstones tell a restore whose names it may not bring back. p_names: in lower case, those of their names that no row of theirs may have.
CREATE OR REPLACE FUNCTION salience.forget_person(r salience.forget_requests, p_people text[], p_names text[], p_now timestamptz)
RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  PERFORM salience.leave_tombstones(r, 'person', p_people, p_now);
  UPDATE salience.notices n SET speaker = '[forgotten]' WHERE n.agent_id = r.agent_id AND n.speaker IS NOT NULL
    AND (lower(btrim(n.speaker)) = ANY (p_names) OR salience.person_of(r.agent_id, n.speaker) = ANY (p_people));
  -- An address is a trace of them as a name is.
  INSERT INTO salience.forget_words (request_id, agent_id, word)
  SELECT DISTINCT r.id, r.agent_id, hashtextextended(w.lexeme, r.seed) FROM salience.person_names n CROSS JOIN LATERAL unnest(to_tsvector('english', n.value)) w
  WHERE n.agent_id = r.agent_id AND n.person_id = ANY (p_people) ON CONFLICT DO NOTHING;
  DELETE FROM salience.person_names WHERE agent_id = r.agent_id AND person_id = ANY (p_people);
  UPDATE salience.people SET name = CASE WHEN is_owner THEN 'owner' ELSE '[forgotten]' END, zone = NULL, quiet_from = NULL, quiet_until = NULL,
    proposed_zone = NULL, proposed_by = NULL, proposed_place = NULL, proposal_told_at = NULL, updated_at = p_now
  WHERE agent_id = r.agent_id AND id = ANY (p_people);
END $$;
