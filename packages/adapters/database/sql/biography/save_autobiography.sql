-- Stores the next version under the lease's fence, marks the episodes that it includes, and sets when the next one is due. A sentence
-- with a deleted or ended source is left out; forgetting raises the fence, so a sentence it removes cannot be stored again. p: {agentId,
-- fence, id, sections: {section: [{text, trust, sources: [{id, kind}]}]}, told, inputs, model, now, nextAt}. Returns {status: stored
-- | fenced, version, changed: [sections]}.
CREATE OR REPLACE FUNCTION salience.save_autobiography(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_last salience.autobiographies;
  v_kept jsonb;
  v_version integer;
  v_deltas jsonb;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  UPDATE salience.chores SET owner = NULL, lease_until = NULL, next_at = (p->>'nextAt')::timestamptz, error = NULL, rewrite = false
  WHERE agent_id = v_agent AND task = 'autobiography' AND fence = (p->>'fence')::bigint AND owner IS NOT NULL;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'fenced', 'changed', '[]'::jsonb); END IF;
  SELECT * INTO v_last FROM salience.autobiographies WHERE agent_id = v_agent ORDER BY version DESC LIMIT 1;
  v_version := coalesce(v_last.version, 0) + 1;
  WITH held AS (
    SELECT i.id FROM salience.biography_items(v_agent, ARRAY(
      SELECT o->>'id' FROM jsonb_each(p->'sections') s, jsonb_array_elements(s.value) t, jsonb_array_elements(t->'sources') o)) i
  )
  SELECT jsonb_object_agg(s.key, (
    SELECT coalesce(jsonb_agg(t.value ORDER BY t.place), '[]')
    FROM jsonb_array_elements(s.value) WITH ORDINALITY AS t(value, place)
    WHERE jsonb_array_length(t.value->'sources') > 0 AND NOT EXISTS (
      SELECT 1 FROM jsonb_array_elements(t.value->'sources') o WHERE o->>'id' NOT IN (SELECT id FROM held))))
  INTO v_kept FROM jsonb_each(p->'sections') s;
  SELECT coalesce(jsonb_object_agg(s.key, jsonb_build_object(
    'added', salience.unmatched_positions(s.value, v_last.sections->s.key), 'removed', salience.unmatched_positions(v_last.sections->s.key, s.value))), '{}')
  INTO v_deltas FROM jsonb_each(v_kept) s
  WHERE salience.section_text(s.value) <> salience.section_text(coalesce(v_last.sections->s.key, '[]'));
  INSERT INTO salience.autobiographies (id, agent_id, version, sections, hashes, deltas, inputs, model, created_at)
  VALUES (p->>'id', v_agent, v_version,
    (SELECT jsonb_object_agg(s.key, (SELECT coalesce(jsonb_agg(t.value - 'sources' ORDER BY t.place), '[]')
      FROM jsonb_array_elements(s.value) WITH ORDINALITY AS t(value, place))) FROM jsonb_each(v_kept) s),
    (SELECT jsonb_object_agg(s.key, salience.section_hash(s.value)) FROM jsonb_each(v_kept) s),
    v_deltas, p->'inputs', p->>'model', v_now);
  INSERT INTO salience.autobiography_sources (autobiography_id, agent_id, section, place, item_id, kind)
  SELECT p->>'id', v_agent, s.key, t.place - 1, o->>'id', o->>'kind'
  FROM jsonb_each(v_kept) s, jsonb_array_elements(s.value) WITH ORDINALITY AS t(value, place), jsonb_array_elements(t.value->'sources') o
  ON CONFLICT DO NOTHING;
  UPDATE salience.episodes SET told_version = v_version
  WHERE agent_id = v_agent AND told_version IS NULL AND id = ANY (ARRAY(SELECT jsonb_array_elements_text(p->'told')));
  UPDATE salience.agents SET version = version + 1 WHERE id = v_agent;
  RETURN jsonb_build_object('status', 'stored', 'version', v_version,
    'changed', (SELECT coalesce(jsonb_agg(k ORDER BY k), '[]') FROM jsonb_object_keys(v_deltas) k));
END $$;
