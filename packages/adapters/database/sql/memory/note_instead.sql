-- A trait that has ended comes again when what may hold instead of it changes: the same key of the same person, or one beside it.
CREATE OR REPLACE FUNCTION salience.note_instead() RETURNS trigger LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET enable_seqscan = off
AS $$
DECLARE
  v_row salience.traits := coalesce(NEW, OLD);
  v_beside text := split_part(v_row.key, ':', 1) || ':';
BEGIN
  UPDATE salience.traits t SET ended_xid = pg_current_xact_id()
  WHERE t.agent_id = v_row.agent_id AND t.person = v_row.person AND (t.key = v_row.key OR starts_with(t.key, v_beside))
    AND t.id <> v_row.id AND t.valid_to IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER traits_instead AFTER INSERT OR DELETE OR UPDATE OF value, literal, trust, valid_from, valid_to ON salience.traits
FOR EACH ROW EXECUTE FUNCTION salience.note_instead();
