-- Records which transaction last wrote that a statement has ended, or that it holds again, for load_index: a fact, a trait, a schedule. What
-- comes to hold again keeps it, for a process only asks about what may have ended.
CREATE OR REPLACE FUNCTION salience.note_end() RETURNS trigger LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  NEW.ended_xid := pg_current_xact_id();
  RETURN NEW;
END $$;

CREATE TRIGGER facts_end BEFORE INSERT OR UPDATE OF valid_to ON salience.facts FOR EACH ROW
WHEN (NEW.valid_to IS NOT NULL OR NEW.ended_xid IS NOT NULL) EXECUTE FUNCTION salience.note_end();
CREATE TRIGGER traits_end BEFORE INSERT OR UPDATE OF valid_to ON salience.traits FOR EACH ROW
WHEN (NEW.valid_to IS NOT NULL OR NEW.ended_xid IS NOT NULL) EXECUTE FUNCTION salience.note_end();
CREATE TRIGGER schedules_end BEFORE INSERT OR UPDATE OF cancelled_at ON salience.schedules FOR EACH ROW
WHEN (NEW.cancelled_at IS NOT NULL) EXECUTE FUNCTION salience.note_end();
