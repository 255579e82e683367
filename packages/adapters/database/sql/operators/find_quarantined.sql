-- A quarantined turn of any agent with its whole text and the attempts that other workers took over; null where there is none of this id.
CREATE OR REPLACE FUNCTION salience.find_quarantined(p_turn text) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT jsonb_build_object('id', t.id, 'agentId', t.agent_id, 'agentName', a.name, 'threadId', t.thread_id, 'seq', t.seq, 'text', t.text, 'speaker', t.speaker, 'source', t.source,
    'attempts', t.attempts, 'acceptedAt', t.accepted_at, 'endedAt', t.ended_at, 'traceparent', t.traceparent, 'error', t.error, 'settledAs', t.settled_as, 'settledAt', t.settled_at,
    'childTurnId', (SELECT c.id FROM salience.turns c WHERE c.parent_turn_id = t.id ORDER BY c.seq LIMIT 1),
    'takeovers', (SELECT coalesce(jsonb_agg(jsonb_build_object('fence', k.fence, 'lostOwner', k.lost_owner, 'newOwner', k.new_owner, 'takenAt', k.taken_at) ORDER BY k.fence), '[]')
      FROM (SELECT * FROM salience.lane_takeovers o WHERE o.thread_id = t.thread_id AND o.fence <= e.fence ORDER BY o.fence DESC LIMIT 5) k))
  FROM salience.turn_ends e JOIN salience.turns t ON t.id = e.turn_id JOIN salience.agents a ON a.id = t.agent_id
  WHERE e.turn_id = p_turn AND e.kind = 'quarantined'
$$;

ALTER FUNCTION salience.find_quarantined OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.find_quarantined FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.find_quarantined TO salience_consumer, salience_operator;
