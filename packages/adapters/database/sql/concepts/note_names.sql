-- Concepts that got a name or lost one: processes that hold their names read them again.
CREATE OR REPLACE FUNCTION salience.note_names() RETURNS trigger LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  UPDATE salience.concepts c SET written_xid = pg_current_xact_id()
  WHERE c.id = ANY (ARRAY(SELECT DISTINCT t.concept_id FROM touched t)) AND c.written_xid <> pg_current_xact_id();
  RETURN NULL;
END $$;

CREATE TRIGGER concept_names_given AFTER INSERT ON salience.concept_names
REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_names();
CREATE TRIGGER concept_names_lost AFTER DELETE ON salience.concept_names
REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_names();
