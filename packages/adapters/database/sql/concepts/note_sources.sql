-- Relations that were stated again, or less: processes that hold where they were stated read it again.
CREATE OR REPLACE FUNCTION salience.note_sources() RETURNS trigger LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  UPDATE salience.relations r SET written_xid = pg_current_xact_id()
  WHERE r.id = ANY (ARRAY(SELECT DISTINCT t.relation_id FROM touched t)) AND r.written_xid <> pg_current_xact_id();
  RETURN NULL;
END $$;

CREATE TRIGGER relation_sources_stated AFTER INSERT ON salience.relation_sources
REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_sources();
CREATE TRIGGER relation_sources_moved AFTER UPDATE ON salience.relation_sources
REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_sources();
CREATE TRIGGER relation_sources_lost AFTER DELETE ON salience.relation_sources
REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_sources();
