-- An exchange comes again when what it names changes: forgetting takes names out of its chunk. A first chunk leaves no record: until then
-- processes look it up (found_states).
CREATE OR REPLACE FUNCTION salience.note_named() RETURNS trigger LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
AS $$
BEGIN
  UPDATE salience.turn_ends SET written_xid = pg_current_xact_id() WHERE exchange_id = NEW.exchange_id;
  RETURN NULL;
END $$;

CREATE TRIGGER chunks_named AFTER UPDATE OF entities ON salience.chunks FOR EACH ROW
WHEN (OLD.entities IS DISTINCT FROM NEW.entities) EXECUTE FUNCTION salience.note_named();
