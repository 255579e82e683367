-- A trait that has ended comes again when what may hold instead of it is written: the same key of the same person, or one beside it. Not when
-- another trigger only has traits come again.
CREATE OR REPLACE FUNCTION salience.note_instead() RETURNS trigger LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
AS $$
BEGIN
  UPDATE salience.traits t SET ended_xid = pg_current_xact_id() WHERE t.id IN (
    SELECT o.id FROM touched x JOIN salience.traits o ON o.agent_id = x.agent_id AND o.person = x.person AND o.id <> x.id
      AND (o.key = x.key OR starts_with(o.key, split_part(x.key, ':', 1) || ':')) WHERE o.valid_to IS NOT NULL);
  RETURN NULL;
END $$;

CREATE TRIGGER traits_made AFTER INSERT ON salience.traits
REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_instead();
CREATE TRIGGER traits_changed AFTER UPDATE ON salience.traits
REFERENCING NEW TABLE AS touched FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION salience.note_instead();
CREATE TRIGGER traits_gone AFTER DELETE ON salience.traits
REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_instead();
