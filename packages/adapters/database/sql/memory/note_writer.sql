-- Records which transaction last wrote what processes read on from: a topic, for taught_since; feedback, for load_judged_turns; what is searched or shown of an
-- exchange, a fact, an episode, a concept or a relation, for load_index. Processes look up themselves what a concept shows, and the topic of an exchange
-- that has none yet, so those leave no record.
CREATE OR REPLACE FUNCTION salience.note_writer() RETURNS trigger LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  NEW.written_xid := pg_current_xact_id();
  RETURN NEW;
END $$;

CREATE TRIGGER topics_written BEFORE INSERT OR UPDATE OF name ON salience.topics FOR EACH ROW EXECUTE FUNCTION salience.note_writer();
CREATE TRIGGER turn_ends_rewritten BEFORE UPDATE OF message, reply, speaker, said_at, topic_id, trust, reply_trust, source ON salience.turn_ends
FOR EACH ROW WHEN ((OLD.message, OLD.reply, OLD.speaker, OLD.said_at, coalesce(OLD.topic_id, NEW.topic_id), OLD.trust, OLD.reply_trust, OLD.source)
  IS DISTINCT FROM (NEW.message, NEW.reply, NEW.speaker, NEW.said_at, NEW.topic_id, NEW.trust, NEW.reply_trust, NEW.source))
EXECUTE FUNCTION salience.note_writer();
CREATE TRIGGER facts_rewritten BEFORE UPDATE OF valid_from ON salience.facts FOR EACH ROW
WHEN (OLD.valid_from IS DISTINCT FROM NEW.valid_from) EXECUTE FUNCTION salience.note_writer();
CREATE TRIGGER episodes_written BEFORE UPDATE OF repeats_of, gist, intent, outcome, last_seq, open_loops, ended_at, topic_id, trust, source, salience
ON salience.episodes FOR EACH ROW
WHEN ((OLD.repeats_of, OLD.gist, OLD.intent, OLD.outcome, OLD.last_seq, OLD.open_loops, OLD.ended_at, OLD.topic_id, OLD.trust, OLD.source, OLD.salience)
  IS DISTINCT FROM (NEW.repeats_of, NEW.gist, NEW.intent, NEW.outcome, NEW.last_seq, NEW.open_loops, NEW.ended_at, NEW.topic_id, NEW.trust,
    NEW.source, NEW.salience))
EXECUTE FUNCTION salience.note_writer();
CREATE TRIGGER concepts_written BEFORE UPDATE OF name, definition, defined_by, defined_at ON salience.concepts FOR EACH ROW
WHEN ((OLD.name, OLD.definition, OLD.defined_by, OLD.defined_at)
  IS DISTINCT FROM (NEW.name, NEW.definition, NEW.defined_by, NEW.defined_at))
EXECUTE FUNCTION salience.note_writer();
CREATE TRIGGER relations_written BEFORE UPDATE OF strength, valid_from, valid_to ON salience.relations FOR EACH ROW
WHEN ((OLD.strength, OLD.valid_from, OLD.valid_to) IS DISTINCT FROM (NEW.strength, NEW.valid_from, NEW.valid_to))
EXECUTE FUNCTION salience.note_writer();
CREATE TRIGGER feedback_rewritten BEFORE UPDATE ON salience.feedback FOR EACH ROW EXECUTE FUNCTION salience.note_writer();
