-- What is stored of the concepts that names may mean. p = {agentId, keys, codes: [{place, key, kind, modelId, code, line}], episodes}:
-- those that have one of the keys, or whose code of the same model differs in at most so many bits from that of a name that none has; all their names, every name of
-- another concept with a key of these, and the mentions of the episodes. The caller holds the agent's memory lock.
CREATE OR REPLACE FUNCTION salience.load_graph(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_keys text[] := ARRAY(SELECT jsonb_array_elements_text(p->'keys'));
  v_near jsonb := '[]';
  v_ids text[];
BEGIN
  IF p->'codes' <> '[]' THEN
    SELECT coalesce(jsonb_agg(jsonb_build_object('place', n.place, 'conceptId', n.id, 'distance', n.distance)), '[]') INTO v_near FROM (
      SELECT c.place, m.item_id AS id, bit_count(('x' || encode(decode(c.code, 'base64'), 'hex'))::bit varying
        # ('x' || encode(m.code, 'hex'))::bit varying) AS distance, c.line
      FROM jsonb_to_recordset(p->'codes') AS c(place integer, key text, kind text, "modelId" text, code text, line integer)
      JOIN salience.memory_codes m ON m.agent_id = v_agent AND m.kind = 'concept' AND m.model_id = c."modelId"
        AND length(m.code) = length(decode(c.code, 'base64'))
      WHERE NOT EXISTS (SELECT 1 FROM salience.concept_names o WHERE o.agent_id = v_agent AND o.key = c.key AND o.kind = c.kind)
    ) n WHERE n.distance <= n.line;
  END IF;
  v_ids := ARRAY(
    SELECT concept_id FROM salience.concept_names WHERE agent_id = v_agent AND key = ANY (v_keys)
    UNION SELECT value->>'conceptId' FROM jsonb_array_elements(v_near));
  v_keys := ARRAY(SELECT unnest(v_keys) UNION SELECT key FROM salience.concept_names WHERE concept_id = ANY (v_ids));
  RETURN jsonb_build_object(
    'near', v_near,
    'concepts', (SELECT coalesce(jsonb_agg(to_jsonb(c) - 'search'), '[]') FROM salience.concepts c WHERE c.agent_id = v_agent AND c.id = ANY (v_ids)),
    'names', (SELECT coalesce(jsonb_agg(to_jsonb(n)), '[]') FROM salience.concept_names n WHERE n.agent_id = v_agent AND n.key = ANY (v_keys)),
    'mentions', (SELECT coalesce(jsonb_agg(to_jsonb(s)), '[]') FROM salience.concept_sources s
      WHERE s.agent_id = v_agent AND s.episode_id = ANY (ARRAY(SELECT jsonb_array_elements_text(p->'episodes')))),
    'coded', (SELECT coalesce(jsonb_agg(jsonb_build_object('conceptId', m.item_id, 'modelId', m.model_id)), '[]') FROM salience.memory_codes m
      WHERE m.agent_id = v_agent AND m.item_id = ANY (v_ids)));
END $$;
