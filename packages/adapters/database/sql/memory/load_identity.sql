-- The identity of an agent in one round trip: {agent, files, about: sections of its latest autobiography or null, tools}; null if it does
-- not exist. `vouched` of a file: a person vouched for exactly this content; `allowed`: and allowed the server that it names.
CREATE OR REPLACE FUNCTION salience.load_identity(p_agent text, p_scenarios integer) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN (SELECT jsonb_build_object(
    'agent', jsonb_build_object('id', a.id, 'name', a.name, 'persona', a.persona, 'settings', a.settings, 'version', a.version,
      'createdAt', a.created_at),
    'files', coalesce((SELECT jsonb_agg(jsonb_build_object('path', f.path, 'content', f.content, 'trust', f.trust, 'source', f.source,
      'vouched', coalesce(f.vouched = encode(sha256(convert_to(f.content, 'UTF8')), 'hex'), false),
      'allowed', coalesce(f.allowed = encode(sha256(convert_to(f.content, 'UTF8')), 'hex'), false))
      ORDER BY f.path) FROM salience.workspace_files f WHERE f.agent_id = p_agent), '[]'),
    'about', (SELECT b.sections FROM salience.autobiographies b WHERE b.agent_id = p_agent ORDER BY b.version DESC LIMIT 1),
    'tools', salience.load_tool_profiles(p_agent, p_scenarios))
  FROM salience.agents a WHERE a.id = p_agent);
END $$;
