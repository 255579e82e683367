-- How an agent listens to overheard messages: its settings, and the model calls spent on them on a day. p: {agentId, day}. Returns
-- {listen, perDay, listened}; null for a setting that is not set.
CREATE OR REPLACE FUNCTION salience.load_listening(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  RETURN (SELECT jsonb_build_object('listen', a.settings->'listen', 'perDay', a.settings->'listenPerDay',
      'listened', coalesce((SELECT l.listened FROM salience.memory_leases l
        WHERE l.agent_id = a.id AND l.kind = 'chunk' AND l.listened_on = (p->>'day')::date), 0))
    FROM salience.agents a WHERE a.id = p->>'agentId');
END $$;
