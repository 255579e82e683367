-- A trait that has ended comes again with every exchange that says it, or says so no more. What moved or is gone may also have ended another
-- trait of its key.
CREATE OR REPLACE FUNCTION salience.note_source() RETURNS trigger LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
AS $$
BEGIN
  UPDATE salience.traits t SET ended_xid = pg_current_xact_id()
  WHERE t.id IN (SELECT x.trait_id FROM touched x) AND t.valid_to IS NOT NULL;
  IF TG_OP <> 'INSERT' THEN
    UPDATE salience.traits t SET ended_xid = pg_current_xact_id()
    WHERE (t.agent_id, t.person, t.key) IN (SELECT x.agent_id, x.person, x.key FROM touched x) AND t.valid_to IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER trait_sources_said AFTER INSERT ON salience.trait_sources
REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_source();
CREATE TRIGGER trait_sources_moved AFTER UPDATE ON salience.trait_sources
REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_source();
CREATE TRIGGER trait_sources_gone AFTER DELETE ON salience.trait_sources
REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_source();
