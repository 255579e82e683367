-- Quarantined turns of every agent, latest first: the open ones, or all with {settled: true}. Shows the first 200 characters of each
-- text.
CREATE OR REPLACE FUNCTION salience.list_quarantined(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT coalesce(jsonb_agg(to_jsonb(q) ORDER BY q."endedAt" DESC, q.id DESC), '[]') FROM (
    SELECT t.id, t.agent_id AS "agentId", a.name AS "agentName", t.thread_id AS "threadId", t.seq, left(t.text, 200) AS text,
      t.speaker, t.source, t.attempts, t.accepted_at AS "acceptedAt", t.ended_at AS "endedAt", t.traceparent, t.error,
      t.settled_as AS "settledAs", t.settled_at AS "settledAt",
      (SELECT c.id FROM salience.turns c WHERE c.parent_turn_id = t.id ORDER BY c.seq LIMIT 1) AS "childTurnId"
    FROM salience.turn_ends e JOIN salience.turns t ON t.id = e.turn_id JOIN salience.agents a ON a.id = t.agent_id
    WHERE e.kind = 'quarantined' AND (t.settled_as IS NULL OR coalesce((p->>'settled')::boolean, false))
      AND (p->>'agentId' IS NULL OR t.agent_id = p->>'agentId')
      AND (p->'before'->>'id' IS NULL OR (e.ended_at, e.turn_id) < ((p->'before'->>'endedAt')::timestamptz, p->'before'->>'id'))
    ORDER BY e.ended_at DESC, e.turn_id DESC LIMIT (p->>'limit')::integer) q
$$;

ALTER FUNCTION salience.list_quarantined OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.list_quarantined FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.list_quarantined TO salience_consumer, salience_operator;
