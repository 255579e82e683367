-- What a turn is compared with, read once before anything is updated (law 14): thread, agent, history with the trust of each reply,
-- interrupted messages, and gists with their times. Reminders come with the state of the world (world_of).
CREATE OR REPLACE FUNCTION salience.snapshot(p_turn salience.turns, p_history integer) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'thread', to_jsonb(t),
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
      WHERE thread_id = t.id ORDER BY created_at DESC LIMIT 8) g), '[]'::jsonb))
  FROM salience.threads t WHERE t.id = p_turn.thread_id
$$;
