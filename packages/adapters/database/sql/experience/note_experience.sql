-- Inserts the answer of an external tool as an experience, in the transaction that saves the finished step. Answers of skills are the
-- agent's own rows and are skipped, and so are answers that the critic did not accept. The id is made from the step's position, so a
-- repeat changes nothing.
CREATE OR REPLACE FUNCTION salience.note_experience() RETURNS trigger LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_mark text := md5(NEW.run_id || ' ' || NEW.n);
BEGIN
  INSERT INTO salience.experiences (id, agent_id, thread_id, turn_id, run_id, step_n, tool, content_hash, due_at, created_at)
  VALUES ('xp_' || lpad(to_hex((extract(epoch FROM NEW.at) * 1000)::bigint), 12, '0') || '7' || left(v_mark, 3) || '8' || substr(v_mark, 4, 15),
    NEW.agent_id, NEW.thread_id, NEW.turn_id, NEW.run_id, NEW.n, NEW.call->>'tool',
    encode(sha256(convert_to(btrim(NEW.result->>'text', E' \n\r\t'), 'UTF8')), 'hex'), NEW.at, NEW.at)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- Tools of servers have two underscores in their names, skills have none. Fewer than 50 characters are an acknowledgement.
CREATE TRIGGER act_steps_experience AFTER INSERT OR UPDATE OF state ON salience.act_steps FOR EACH ROW
WHEN (NEW.kind = 'action' AND NEW.state = 'succeeded' AND position('__' IN NEW.call->>'tool') > 1
  AND length(btrim(NEW.result->>'text', E' \n\r\t')) >= 50 AND coalesce(NEW.verdict->>'verdict', 'accept') = 'accept')
EXECUTE FUNCTION salience.note_experience();
