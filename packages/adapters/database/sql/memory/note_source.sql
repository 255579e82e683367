-- A trait that has ended comes again with every exchange that says it, or says so no more.
CREATE OR REPLACE FUNCTION salience.note_source() RETURNS trigger LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
AS $$
BEGIN
  UPDATE salience.traits t SET ended_xid = pg_current_xact_id() WHERE t.id IN (NEW.trait_id, OLD.trait_id) AND t.valid_to IS NOT NULL;
  IF TG_OP = 'DELETE' THEN
    -- Also what this one ended.
    UPDATE salience.traits t SET ended_xid = pg_current_xact_id()
    WHERE t.agent_id = OLD.agent_id AND t.person = OLD.person AND t.key = OLD.key AND t.valid_to IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER trait_sources_said AFTER INSERT OR DELETE OR UPDATE OF trait_id ON salience.trait_sources FOR EACH ROW
EXECUTE FUNCTION salience.note_source();
