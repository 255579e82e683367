-- What is stored of relations that are settled together. p = {agentId, lines: [{fromId, type, toId, counts}], episodes}: toId is null where
-- a type has one end at a time. counts: nothing is denied or taken away now; then a line that stands open and was never denied comes
-- with the statements of the episodes alone, and with all of them otherwise. The caller holds the agent's memory lock.
CREATE OR REPLACE FUNCTION salience.load_relations(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_episodes text[] := ARRAY(SELECT jsonb_array_elements_text(p->'episodes'));
BEGIN
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_build_object('fromId', l."fromId", 'type', l.type, 'toId', l."toId", 'whole', w.whole,
      'relations', (SELECT coalesce(jsonb_agg(to_jsonb(r)), '[]') FROM salience.relations r WHERE r.id = ANY (o.ids)),
      'statements', (SELECT coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('to_id', r.to_id, 'source', e.source)), '[]')
        FROM salience.relations r JOIN salience.relation_sources s ON s.relation_id = r.id
        LEFT JOIN salience.episodes e ON e.id = s.episode_id
        WHERE r.id = ANY (o.ids) AND (w.whole OR s.episode_id = ANY (v_episodes))))), '[]')
    FROM jsonb_to_recordset(p->'lines') AS l("fromId" text, type text, "toId" text, counts boolean)
    CROSS JOIN LATERAL (SELECT ARRAY(SELECT r.id FROM salience.relations r
      WHERE r.agent_id = v_agent AND r.from_id = l."fromId" AND r.type = l.type AND (l."toId" IS NULL OR r.to_id = l."toId")) AS ids) o
    CROSS JOIN LATERAL (SELECT NOT l.counts OR l."toId" IS NULL OR cardinality(o.ids) > 1
      OR EXISTS (SELECT 1 FROM salience.relations r WHERE r.id = ANY (o.ids) AND r.valid_to IS NOT NULL)
      OR EXISTS (SELECT 1 FROM salience.relation_sources s WHERE s.relation_id = ANY (o.ids) AND s.denies) AS whole) w);
END $$;
