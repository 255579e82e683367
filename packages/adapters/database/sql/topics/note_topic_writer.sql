-- Records which transaction last wrote a topic, for load_written_topics.
CREATE OR REPLACE FUNCTION salience.note_topic_writer() RETURNS trigger LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
BEGIN
  NEW.written_xid := pg_current_xact_id();
  RETURN NEW;
END $$;

CREATE TRIGGER topics_written BEFORE INSERT OR UPDATE ON salience.topics FOR EACH ROW EXECUTE FUNCTION salience.note_topic_writer();
