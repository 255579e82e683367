-- What a reviewer is shown of decisions: what the agent had said to the same person just before, the message, the reply, and what the person said next, if nothing but what was merged came between. Those that were forgotten are left out. Regulator.
CREATE OR REPLACE FUNCTION salience.load_reviewed(p_turns text[], p_own text[])
RETURNS TABLE(turn_id text, agent_id text, before text, message text, reply text, next_message text, labels text[], decision bytea) LANGUAGE plpgsql STABLE
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT e.turn_id, e.agent_id, (
      SELECT b.reply FROM (SELECT x.turn_id FROM salience.turn_ends x WHERE x.thread_id = e.thread_id AND x.seq < e.seq AND x.kind <> 'merged' ORDER BY x.seq DESC LIMIT 1) n
      JOIN salience.turn_ends b ON b.turn_id = n.turn_id
      WHERE salience.is_said(b, p_own) AND salience.giver_of(b.agent_id, b.speaker) = salience.giver_of(e.agent_id, e.speaker)),
    e.message, e.reply, (
      SELECT b.message FROM (SELECT x.turn_id FROM salience.turn_ends x WHERE x.thread_id = e.thread_id AND x.seq > e.seq AND x.kind <> 'merged' ORDER BY x.seq LIMIT 1) n
      JOIN salience.turn_ends b ON b.turn_id = n.turn_id
      WHERE salience.is_said(b, p_own) AND salience.giver_of(b.agent_id, b.speaker) = salience.giver_of(e.agent_id, e.speaker)),
    ARRAY(SELECT l.given_via || ':' || l.kind FROM salience.decision_labels l WHERE l.turn_id = e.turn_id ORDER BY l.given_via, l.given_by), e.decision
  FROM salience.turn_ends e
  WHERE e.turn_id = ANY (p_turns) AND salience.is_said(e, p_own) AND e.decision IS NOT NULL AND e.mode IS NOT NULL
  ORDER BY e.turn_id;
END $$;
