-- The material of the next version. p: {agentId, now, episodes, traits, concepts, relations} (maximum numbers). Returns {version (0:
-- none yet), told: [ids of the episodes that it would include], untold: the number of episodes that no version includes, sections:
-- {section: [{text, trust, sources}]}, items: [...], ended: the statements behind the items that no longer hold, as in
-- ended_statements; null for none}. An item is `fresh` if it was chosen now, and not only because the last version rests on it.
CREATE OR REPLACE FUNCTION salience.biography_material(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_last salience.autobiographies;
  v_fresh text[];
  v_told text[];
  v_now timestamptz := (p->>'now')::timestamptz;
  v_items jsonb;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  SELECT * INTO v_last FROM salience.autobiographies WHERE agent_id = v_agent ORDER BY version DESC LIMIT 1;
  v_told := ARRAY(SELECT id FROM salience.episodes WHERE agent_id = v_agent AND told_version IS NULL
    ORDER BY salience DESC, id LIMIT (p->>'episodes')::integer);
  v_fresh := v_told
    || ARRAY(SELECT id FROM salience.traits WHERE agent_id = v_agent AND valid_to IS NULL
      ORDER BY person = 'user' DESC, confidence DESC, id LIMIT (p->>'traits')::integer)
    || ARRAY(SELECT id FROM salience.concepts WHERE agent_id = v_agent
      ORDER BY strength DESC, mentions DESC, id LIMIT (p->>'concepts')::integer)
    || ARRAY(SELECT id FROM salience.relations WHERE agent_id = v_agent AND valid_to IS NULL
      ORDER BY strength DESC, mentions DESC, id LIMIT (p->>'relations')::integer);
  v_items := coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', i.id, 'kind', i.kind, 'text', i.text, 'at', i.at, 'trust', i.trust, 'weight', i.weight,
        'fresh', i.id = ANY (v_fresh)) || i.data ORDER BY i.kind, i.weight DESC, i.id)
      FROM salience.biography_items(v_agent, v_fresh
        || ARRAY(SELECT o.item_id FROM salience.autobiography_sources o WHERE o.autobiography_id = v_last.id)) i), '[]');
  RETURN jsonb_build_object(
    'version', coalesce(v_last.version, 0),
    'told', to_jsonb(v_told),
    'untold', (SELECT count(*) FROM salience.episodes WHERE agent_id = v_agent AND told_version IS NULL),
    'sections', coalesce((
      SELECT jsonb_object_agg(s.key, (
        SELECT coalesce(jsonb_agg(jsonb_build_object('text', t.value->>'text', 'trust', t.value->>'trust', 'sources', coalesce((
          SELECT jsonb_agg(o.item_id ORDER BY o.item_id) FROM salience.autobiography_sources o
          WHERE o.autobiography_id = v_last.id AND o.section = s.key AND o.place = t.place - 1), '[]')) ORDER BY t.place), '[]')
        FROM jsonb_array_elements(s.value) WITH ORDINALITY AS t(value, place) WHERE t.value->>'text' <> ''))
      FROM jsonb_each(v_last.sections) s), '{}'),
    'items', v_items,
    'ended', CASE WHEN salience.has_ended(v_agent, v_now) THEN salience.ended_statements(v_agent, (
      SELECT jsonb_agg(jsonb_build_object('id', x->>'id', 'kind', x->>'kind')) FROM jsonb_array_elements(v_items) x), v_now) END);
END $$;
