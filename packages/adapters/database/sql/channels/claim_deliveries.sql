-- Takes due deliveries for a while, at most one of a channel, so that one who does not answer holds up nobody else; in the order in which
-- they are due. One for a webhook is being sent from now on; one for a mail begins later (begin_delivery), and one whose sender died after
-- that is not given again: it ends unknown (expire_deliveries). p: {now, limit, seconds}.
-- Returns [{id, agentId, channelId, attempt, kind, createdAt, channelKind, target, secret, oldSecret (while
-- it signs too), agent, zone, quietFrom, quietUntil, person, notice}].
CREATE OR REPLACE FUNCTION salience.claim_deliveries(p jsonb) RETURNS jsonb LANGUAGE sql VOLATILE
SET search_path = salience, pg_temp
SET jit = off
AS $$
  WITH due AS (
    SELECT id, row_number() OVER (PARTITION BY channel_id ORDER BY next_at, id) AS place FROM (
      SELECT * FROM salience.deliveries WHERE state IN ('pending', 'sending') AND next_at <= (p->>'now')::timestamptz
        AND (claimed_until IS NULL OR claimed_until < clock_timestamp()) ORDER BY next_at LIMIT 500) d
  ), mine AS MATERIALIZED (
    SELECT d.id, c.kind FROM salience.deliveries d JOIN salience.channels c ON c.id = d.channel_id
    WHERE d.id IN (SELECT id FROM due WHERE place = 1)
      AND d.state IN ('pending', 'sending') AND (d.claimed_until IS NULL OR d.claimed_until < clock_timestamp())
      AND (c.kind = 'webhook' OR d.state = 'pending')
      AND salience.may_carry(c.state, d.kind)
      AND NOT EXISTS (SELECT FROM salience.deliveries o WHERE o.channel_id = d.channel_id AND o.state IN ('pending', 'sending')
        AND o.next_at <= (p->>'now')::timestamptz AND o.claimed_until >= clock_timestamp())
    ORDER BY d.next_at LIMIT (p->>'limit')::integer FOR UPDATE OF d SKIP LOCKED
  ), taken AS (
    UPDATE salience.deliveries d SET attempts = d.attempts + 1,
      claimed_until = clock_timestamp() + (p->>'seconds')::integer * interval '1 second',
      state = CASE mine.kind WHEN 'webhook' THEN 'sending' ELSE d.state END
    FROM mine WHERE d.id = mine.id RETURNING d.*
  )
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'agentId', d.agent_id, 'attempt', d.attempts, 'kind', d.kind,
    'createdAt', d.created_at, 'channelId', c.id, 'channelKind', c.kind, 'target', c.target, 'secret', c.secret,
    'oldSecret', CASE WHEN c.old_secret_until > (p->>'now')::timestamptz THEN c.old_secret END, 'agent', a.name,
    'person', q.name, 'zone', coalesce(q.zone, a.settings->>'timeZone'), 'quietFrom', q.quiet_from, 'quietUntil', q.quiet_until,
    'notice', CASE WHEN t.id IS NOT NULL THEN jsonb_build_object('turnId', t.id, 'threadId', t.thread_id, 'source', n.source,
      'state', t.state, 'said', t.text, 'reply', e.reply, 'traceparent', t.traceparent, 'dueAt', t.due_at, 'endedAt', t.ended_at) END) ORDER BY d.next_at), '[]')
  FROM taken d JOIN salience.channels c ON c.id = d.channel_id JOIN salience.agents a ON a.id = d.agent_id
  LEFT JOIN salience.people q ON q.id = salience.person_root(c.person_id)
  LEFT JOIN salience.turns t ON t.id = d.turn_id LEFT JOIN salience.turn_ends e ON e.turn_id = d.turn_id
  LEFT JOIN salience.notices n ON n.turn_id = d.turn_id
$$;
