-- Notices to be decided about, locked until the transaction ends, with their turn, the person whom they are for and the confirmed channels
-- of that person. Others lock others. p: {now, limit}. Returns [{turnId, agentId, forOwner, state, endedAt, forgotten, createdAt, person, zone,
-- quietFrom, quietUntil, channels}]; the zone is the person's, else the agent's, else null.
CREATE OR REPLACE FUNCTION salience.due_notices(p jsonb) RETURNS jsonb LANGUAGE sql VOLATILE
SET search_path = salience, pg_temp
SET jit = off
AS $$
  WITH due AS MATERIALIZED (
    SELECT * FROM salience.notices WHERE settled_at IS NULL AND look_at <= (p->>'now')::timestamptz AND seen_at IS NULL
    ORDER BY look_at LIMIT (p->>'limit')::integer FOR UPDATE SKIP LOCKED
  ), found AS (SELECT due.*, salience.person_of(agent_id, speaker) AS person FROM due)
  SELECT coalesce(jsonb_agg(jsonb_build_object('turnId', f.turn_id, 'agentId', f.agent_id, 'forOwner', f.speaker IS NULL,
    'state', t.state, 'endedAt', t.ended_at, 'forgotten', t.forgotten_at IS NOT NULL, 'createdAt', f.created_at, 'person', f.person,
    'zone', coalesce(q.zone, a.settings->>'timeZone'), 'quietFrom', q.quiet_from, 'quietUntil', q.quiet_until,
    'channels', ARRAY(SELECT c.id FROM salience.channels c WHERE c.agent_id = f.agent_id AND c.state = 'confirmed'
      AND salience.person_root(c.person_id) = f.person ORDER BY c.id)) ORDER BY f.look_at), '[]')
  FROM found f JOIN salience.turns t ON t.id = f.turn_id JOIN salience.agents a ON a.id = f.agent_id
  LEFT JOIN salience.people q ON q.id = f.person
$$;
