-- Writes what a fold of concepts and relations gave: one statement a table and kind of change. p = {agentId, concepts: {insert, update},
-- names: {put, rekind}, mentions, codes, relations: {insert, update, remove}, stated, moved}, rows with the names of their
-- columns. Of two ends one relation of a type holds at a time: what ends is written before what begins. The caller holds the agent's memory lock.
CREATE OR REPLACE FUNCTION salience.save_graph(p jsonb) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_gone text[] := ARRAY(SELECT jsonb_array_elements_text(p->'relations'->'remove'));
BEGIN
  IF p->'concepts'->'update' <> '[]' THEN
    UPDATE salience.concepts c SET kind = x.kind, strength = x.strength, confidence = x.confidence, mentions = x.mentions, trust = x.trust,
      name_trust = x.name_trust, named_at = x.named_at, definition_trust = x.definition_trust, source = x.source,
      defined_at = x.defined_at, defined_by = x.defined_by, first_seen_at = x.first_seen_at, last_seen_at = x.last_seen_at
    FROM jsonb_populate_recordset(NULL::salience.concepts, p->'concepts'->'update') x WHERE c.id = x.id AND c.agent_id = v_agent;
    -- Apart: a concept that gets another name or definition has its words cut anew.
    UPDATE salience.concepts c SET name = x.name, definition = x.definition
    FROM jsonb_populate_recordset(NULL::salience.concepts, p->'concepts'->'update') x
    WHERE c.id = x.id AND c.agent_id = v_agent AND (c.name <> x.name OR c.definition <> x.definition);
  END IF;
  IF p->'concepts'->'insert' <> '[]' THEN
    INSERT INTO salience.concepts (id, agent_id, name, kind, definition, strength, confidence, mentions, trust, name_trust, named_at,
      definition_trust, source, defined_at, defined_by, first_seen_at, last_seen_at, created_at)
    SELECT x.id, v_agent, x.name, x.kind, x.definition, x.strength, x.confidence, x.mentions, x.trust, x.name_trust, x.named_at,
      x.definition_trust, x.source, x.defined_at, x.defined_by, x.first_seen_at, x.last_seen_at, x.created_at
    FROM jsonb_populate_recordset(NULL::salience.concepts, p->'concepts'->'insert') x;
  END IF;
  IF p->'names'->'rekind' <> '[]' THEN
    UPDATE salience.concept_names n SET kind = x.kind FROM jsonb_to_recordset(p->'names'->'rekind') AS x(concept_id text, kind text)
    WHERE n.agent_id = v_agent AND n.concept_id = x.concept_id;
  END IF;
  IF p->'names'->'put' <> '[]' THEN
    INSERT INTO salience.concept_names (agent_id, key, kind, concept_id, name, trust)
    SELECT v_agent, x.key, x.kind, x.concept_id, x.name, x.trust FROM jsonb_populate_recordset(NULL::salience.concept_names, p->'names'->'put') x
    ON CONFLICT (agent_id, key, kind) DO UPDATE SET concept_id = excluded.concept_id, name = excluded.name, trust = excluded.trust;
  END IF;
  IF p->'mentions' <> '[]' THEN
    INSERT INTO salience.concept_sources (agent_id, concept_id, episode_id, exchange_id, key, trust, seen_at)
    SELECT v_agent, x.concept_id, x.episode_id, x.exchange_id, x.key, x.trust, x.seen_at
    FROM jsonb_populate_recordset(NULL::salience.concept_sources, p->'mentions') x;
  END IF;
  IF p->'codes' <> '[]' THEN PERFORM salience.save_codes(v_agent, p->'codes'); END IF;
  IF cardinality(v_gone) > 0 THEN
    UPDATE salience.relations SET valid_to = valid_from WHERE agent_id = v_agent AND id = ANY (v_gone) AND valid_to IS NULL;
  END IF;
  IF p->'relations'->'update' <> '[]' THEN
    UPDATE salience.relations r SET strength = x.strength, confidence = x.confidence, mentions = x.mentions, trust = x.trust,
      source = x.source, valid_from = x.valid_from, valid_to = x.valid_to, closed_by = x.closed_by, first_seen_at = x.first_seen_at,
      last_seen_at = x.last_seen_at
    FROM jsonb_populate_recordset(NULL::salience.relations, p->'relations'->'update') x WHERE r.id = x.id AND r.agent_id = v_agent;
  END IF;
  IF p->'relations'->'insert' <> '[]' THEN
    INSERT INTO salience.relations (id, agent_id, from_id, to_id, type, strength, confidence, mentions, trust, source, valid_from, valid_to,
      closed_by, first_seen_at, last_seen_at, created_at)
    SELECT x.id, v_agent, x.from_id, x.to_id, x.type, x.strength, x.confidence, x.mentions, x.trust, x.source, x.valid_from, x.valid_to,
      x.closed_by, x.first_seen_at, x.last_seen_at, x.created_at
    FROM jsonb_populate_recordset(NULL::salience.relations, p->'relations'->'insert') x;
  END IF;
  IF p->'moved' <> '[]' THEN
    UPDATE salience.relation_sources s SET relation_id = x.relation_id
    FROM jsonb_to_recordset(p->'moved') AS x(relation_id text, was_id text, episode_id text, exchange_id text)
    WHERE s.agent_id = v_agent AND s.relation_id = x.was_id AND s.episode_id = x.episode_id AND s.exchange_id IS NOT DISTINCT FROM x.exchange_id;
  END IF;
  IF p->'stated' <> '[]' THEN
    INSERT INTO salience.relation_sources (agent_id, relation_id, episode_id, exchange_id, trust, confidence, denies, said_at)
    SELECT v_agent, x.relation_id, x.episode_id, x.exchange_id, x.trust, x.confidence, x.denies, x.said_at
    FROM jsonb_populate_recordset(NULL::salience.relation_sources, p->'stated') x;
  END IF;
  -- Last: what was stated of it stands elsewhere now.
  IF cardinality(v_gone) > 0 THEN
    DELETE FROM salience.relation_sources WHERE agent_id = v_agent AND relation_id = ANY (v_gone);
    DELETE FROM salience.relations WHERE agent_id = v_agent AND id = ANY (v_gone);
  END IF;
END $$;
