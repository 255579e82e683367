-- Lanes with turns that have not ended, the one whose next turn was accepted first ahead. p: {now (business time), limit, state, agentId, after: {at, id}}. A lane is `running` under a lease, `parked` until a retry of an action,
-- else `waiting`.
CREATE OR REPLACE FUNCTION salience.operator_lanes(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
AS $$
  SELECT coalesce(jsonb_agg(to_jsonb(x) ORDER BY x."acceptedAt", x."threadId"), '[]') FROM (
    SELECT l.thread_id AS "threadId", l.agent_id AS "agentId", a.name AS "agentName", s.state, l.tail - l.cursor AS turns, l.fence, t.id AS "turnId", t.attempts, t.source,
      date_trunc('milliseconds', t.accepted_at) AS "acceptedAt", floor(extract(epoch FROM (p->>'now')::timestamptz - t.accepted_at) * 1000) AS "ageMs",
      CASE WHEN s.state = 'running' THEN l.owner END AS owner, CASE WHEN s.state = 'running' THEN l.lease_until END AS "leaseUntil", CASE WHEN s.state = 'parked' THEN l.wake_at END AS "wakeAt"
    FROM salience.lanes l JOIN salience.agents a ON a.id = l.agent_id JOIN salience.turns t ON t.thread_id = l.thread_id AND t.seq = l.cursor + 1
      CROSS JOIN LATERAL (SELECT CASE WHEN l.lease_until >= clock_timestamp() THEN 'running' WHEN l.wake_at > (p->>'now')::timestamptz THEN 'parked' ELSE 'waiting' END AS state) s
    WHERE l.has_work AND (p->>'state' IS NULL OR s.state = p->>'state') AND (p->>'agentId' IS NULL OR l.agent_id = p->>'agentId')
      AND (p->'after'->>'id' IS NULL OR (date_trunc('milliseconds', t.accepted_at), l.thread_id) > ((p->'after'->>'at')::timestamptz, p->'after'->>'id'))
    ORDER BY date_trunc('milliseconds', t.accepted_at), l.thread_id LIMIT (p->>'limit')::integer) x
$$;

ALTER FUNCTION salience.operator_lanes OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.operator_lanes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_lanes TO salience_consumer, salience_operator;
