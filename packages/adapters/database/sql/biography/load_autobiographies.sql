-- Versions with their deltas as text, newest first. Forgotten sentences are on neither side of a delta.
CREATE OR REPLACE FUNCTION salience.load_autobiographies(p_agent text, p_limit integer, p_before integer)
RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY
  SELECT jsonb_build_object('id', b.id, 'version', b.version, 'hashes', b.hashes, 'inputs', b.inputs, 'model', b.model, 'createdAt', b.created_at,
    'sections', (SELECT jsonb_object_agg(s.key, (SELECT coalesce(jsonb_agg(t.value ORDER BY t.place) FILTER (WHERE t.value->>'text' <> ''), '[]')
      FROM jsonb_array_elements(s.value) WITH ORDINALITY AS t(value, place))) FROM jsonb_each(b.sections) s),
    'deltas', (SELECT coalesce(jsonb_object_agg(d.key, jsonb_build_object(
        'added', salience.texts_at(b.sections->d.key, d.value->'added'), 'removed', salience.texts_at(f.sections->d.key, d.value->'removed'))), '{}')
      FROM jsonb_each(b.deltas) d))
  FROM salience.autobiographies b LEFT JOIN salience.autobiographies f ON f.agent_id = b.agent_id AND f.version = b.version - 1
  WHERE b.agent_id = p_agent AND (p_before IS NULL OR b.version < p_before) ORDER BY b.version DESC LIMIT p_limit;
END $$;
