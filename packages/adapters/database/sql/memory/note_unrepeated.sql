-- An episode comes again when another no longer repeats it: it happened last when the latest of these did. One that begins to repeat it comes
-- itself and names it.
CREATE OR REPLACE FUNCTION salience.note_unrepeated() RETURNS trigger LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
AS $$
BEGIN
  UPDATE salience.episodes SET written_xid = pg_current_xact_id() WHERE id = OLD.repeats_of;
  RETURN NULL;
END $$;

CREATE TRIGGER episodes_unrepeated AFTER UPDATE OF repeats_of ON salience.episodes FOR EACH ROW
WHEN (OLD.repeats_of IS NOT NULL AND OLD.repeats_of IS DISTINCT FROM NEW.repeats_of) EXECUTE FUNCTION salience.note_unrepeated();
CREATE TRIGGER episodes_repetition_gone AFTER DELETE ON salience.episodes FOR EACH ROW
WHEN (OLD.repeats_of IS NOT NULL) EXECUTE FUNCTION salience.note_unrepeated();
