-- Records which transaction last wrote what processes read on from: a topic, for taught_since; what is searched of an episode, a
-- concept or a relation, for load_index.
CREATE OR REPLACE FUNCTION salience.note_writer() RETURNS trigger LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  NEW.written_xid := pg_current_xact_id();
  RETURN NEW;
END $$;

CREATE TRIGGER topics_written BEFORE INSERT OR UPDATE OF name ON salience.topics FOR EACH ROW EXECUTE FUNCTION salience.note_writer();
CREATE TRIGGER episodes_written BEFORE UPDATE OF repeats_of, gist, intent, outcome, last_seq ON salience.episodes FOR EACH ROW
WHEN ((OLD.repeats_of, OLD.gist, OLD.intent, OLD.outcome, OLD.last_seq)
  IS DISTINCT FROM (NEW.repeats_of, NEW.gist, NEW.intent, NEW.outcome, NEW.last_seq))
EXECUTE FUNCTION salience.note_writer();
CREATE TRIGGER concepts_written BEFORE UPDATE OF name, definition, defined_by, defined_at ON salience.concepts FOR EACH ROW
WHEN ((OLD.name, OLD.definition, OLD.defined_by, OLD.defined_at)
  IS DISTINCT FROM (NEW.name, NEW.definition, NEW.defined_by, NEW.defined_at))
EXECUTE FUNCTION salience.note_writer();
CREATE TRIGGER relations_written BEFORE UPDATE OF strength, valid_from, valid_to ON salience.relations FOR EACH ROW
WHEN ((OLD.strength, OLD.valid_from, OLD.valid_to) IS DISTINCT FROM (NEW.strength, NEW.valid_from, NEW.valid_to))
EXECUTE FUNCTION salience.note_writer();
