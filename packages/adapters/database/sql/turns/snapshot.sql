-- What a turn is compared with, read once before anything is updated (law 14): thread, agent, history with the trust of each reply,
-- interrupted messages, gists with their times, the latest pending approval and the focus. `acts`: the agent has used tools. Schedules
-- come with the state of the world (world_of). The boundary detector's state is
-- left out for a worker that holds it: p_held is the last turn that its state includes. One row; a set, so that it becomes part of the
-- statement that asks for it.
CREATE OR REPLACE FUNCTION salience.snapshot(p_turn salience.turns, p_history integer, p_held bigint,
  p_now timestamptz) RETURNS SETOF jsonb LANGUAGE sql STABLE ROWS 1 AS $$
  SELECT jsonb_build_object(
    'thread', jsonb_build_object('id', t.id, 'topic_id', t.topic_id, 'confidence', t.confidence, 'session', t.session, 'last_mode', t.last_mode,
        'recent_confidences', t.recent_confidences, 'last_activity_at', t.last_activity_at, 'source', t.source,
        'boundary_seq', t.boundary_seq, 'heard_seq', t.heard_seq)
      || CASE WHEN t.heard_seq = p_held THEN '{}' ELSE jsonb_build_object('boundary', t.boundary) END,
    'agent', (SELECT jsonb_build_object('id', a.id, 'name', a.name, 'version', a.version, 'settings', a.settings)
      FROM salience.agents a WHERE a.id = t.agent_id),
    'topicName', (SELECT name FROM salience.topics WHERE id = t.topic_id),
    'history', coalesce((SELECT jsonb_agg(to_jsonb(h) ORDER BY h.seq) FROM (
      SELECT id, seq, speaker, message, reply, mode, topic_id, said_at, trust, reply_trust FROM salience.exchanges
      WHERE thread_id = t.id AND seq < p_turn.seq ORDER BY seq DESC LIMIT p_history) h), '[]'::jsonb),
    -- Messages that were never answered, because a later one took their place.
    'interrupted', coalesce((SELECT jsonb_agg(to_jsonb(i) ORDER BY i.seq) FROM (
      SELECT id, seq, speaker, text, said_at, trust FROM salience.turns
      WHERE thread_id = t.id AND interrupted_by IS NOT NULL AND state = 'cancelled' AND seq < p_turn.seq
      ORDER BY seq DESC LIMIT p_history) i), '[]'::jsonb),
    'gists', coalesce((SELECT jsonb_agg(to_jsonb(g)) FROM (
      SELECT id, type, content, confidence, trust, exchange_id,
        (SELECT e.said_at FROM salience.exchanges e WHERE e.id = exchange_id) AS said_at FROM salience.gists
      WHERE thread_id = t.id ORDER BY created_at DESC LIMIT 8) g), '[]'::jsonb),
    -- In the order in which their turns ask: what came in while an earlier turn worked is asked after it.
    'pendingApproval', (SELECT salience.approval_view(q) FROM salience.approvals q JOIN salience.turns a ON a.id = q.turn_id
      WHERE q.thread_id = t.id AND q.state = 'pending' AND q.expires_at > p_now
      ORDER BY a.seq DESC, q.created_at DESC, q.n DESC, q.id DESC LIMIT 1),
    'focus', (SELECT jsonb_build_object('text', f.text, 'trust', f.trust, 'setAt', f.set_at) FROM salience.focuses f
      WHERE f.thread_id = t.id AND f.cleared_at IS NULL),
    'acts', EXISTS (SELECT 1 FROM salience.tool_records k WHERE k.agent_id = t.agent_id))
  FROM salience.threads t WHERE t.id = p_turn.thread_id
$$;
