-- A notice as the API shows it: whose it is, when it was due, who saw it, and over which channels it left.
CREATE OR REPLACE FUNCTION salience.notice_view(n salience.notices) RETURNS jsonb LANGUAGE sql STABLE
SET search_path = salience, pg_temp
AS $$
  SELECT jsonb_build_object('turnId', n.turn_id, 'threadId', n.thread_id, 'threadKey', (SELECT h.key FROM salience.threads h
    WHERE h.id = n.thread_id),
    'source', n.source, 'speaker', n.speaker, 'personId', salience.person_of(n.agent_id, n.speaker), 'createdAt', n.created_at,
    'dueAt', coalesce((SELECT t.due_at FROM salience.turns t WHERE t.id = n.turn_id), n.created_at),
    'seenAt', n.seen_at, 'settledAt', n.settled_at, 'settledAs', n.settled_as, 'reason', n.reason,
    'deliveries', (SELECT coalesce(jsonb_agg(jsonb_build_object('channelId', c.id, 'kind', c.kind, 'state', d.state, 'error', d.error,
        'settledAt', d.settled_at) ORDER BY d.created_at), '[]')
      FROM salience.deliveries d JOIN salience.channels c ON c.id = d.channel_id WHERE d.turn_id = n.turn_id))
$$;
