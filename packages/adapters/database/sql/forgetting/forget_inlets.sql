-- Empties the tasks that a request forgets, and what came in through inlets and left as letters that goes with them or that it names by itself. A session of
-- a forgotten sender ends. Once, when no turn of these tasks runs any more, and while it is still known what the person was called.
CREATE OR REPLACE FUNCTION salience.forget_inlets(r salience.forget_requests, p_now timestamptz) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_tasks text[] := ARRAY(SELECT item_id FROM salience.tombstones WHERE agent_id = r.agent_id AND request_id = r.id AND kind = 'task');
  v_inbound text[] := ARRAY(SELECT salience.inbound_to_forget(r));
BEGIN
  IF r.scope = 'person' THEN
    INSERT INTO salience.forget_words (request_id, agent_id, word)
    SELECT DISTINCT r.id, r.agent_id, hashtextextended(w.lexeme, r.seed) FROM salience.inbound i CROSS JOIN LATERAL unnest(to_tsvector('english', i.sender)) w
    WHERE i.agent_id = r.agent_id AND i.id = ANY (v_inbound) ON CONFLICT DO NOTHING;
  END IF;
  PERFORM salience.forget_sessions(r, ARRAY(SELECT salience.sessions_to_forget(r, v_inbound)), p_now);
  v_inbound := v_inbound || ARRAY(SELECT salience.inbound_of_tasks(r.agent_id, v_tasks));
  PERFORM salience.forget_letters(r, ARRAY(SELECT salience.letters_to_forget(r, v_inbound)), p_now);
  PERFORM salience.blank_tasks(r, v_tasks, p_now);
  PERFORM salience.forget_inbound(r, v_inbound, p_now);
END $$;
