-- A trait that has ended comes again with every exchange that says it.
CREATE OR REPLACE FUNCTION salience.note_source() RETURNS trigger LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
AS $$
BEGIN
  UPDATE salience.traits t SET ended_xid = pg_current_xact_id() WHERE t.id = NEW.trait_id AND t.valid_to IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER trait_sources_said AFTER INSERT OR UPDATE OF trait_id ON salience.trait_sources FOR EACH ROW
WHEN (NEW.trait_id IS NOT NULL) EXECUTE FUNCTION salience.note_source();
