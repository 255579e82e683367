-- Writes what a fold of traits and facts gave: one statement a table and kind of change. p = {agentId, traits: {insert, update, remove},
-- said, moved, facts: {insert, close}}, rows with the names of their columns. What ends is written before what begins, for one trait of
-- a person and key holds at a time. The caller holds the agent's memory lock.
CREATE OR REPLACE FUNCTION salience.save_statements(p jsonb) RETURNS void LANGUAGE plpgsql
SET search_path = salience, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := p->>'agentId';
BEGIN
  IF p->'traits'->'remove' <> '[]' THEN
    DELETE FROM salience.traits WHERE agent_id = v_agent AND id = ANY (ARRAY(SELECT jsonb_array_elements_text(p->'traits'->'remove')));
  END IF;
  IF p->'traits'->'update' <> '[]' THEN
    UPDATE salience.traits t SET value = x.value, category = x.category, origin = x.origin, literal = x.literal, confidence = x.confidence,
      mentions = x.mentions, trust = x.trust, source = x.source, valid_to = x.valid_to, superseded_by = x.superseded_by,
      last_seen_at = x.last_seen_at
    FROM jsonb_populate_recordset(NULL::salience.traits, p->'traits'->'update') x WHERE t.id = x.id AND t.agent_id = v_agent;
  END IF;
  IF p->'traits'->'insert' <> '[]' THEN
    INSERT INTO salience.traits (id, agent_id, person, key, value, category, origin, literal, confidence, mentions, trust, source,
      exchange_id, thread_id, valid_from, valid_to, superseded_by, last_seen_at, created_at)
    SELECT x.id, v_agent, x.person, x.key, x.value, x.category, x.origin, x.literal, x.confidence, x.mentions, x.trust, x.source,
      x.exchange_id, x.thread_id, x.valid_from, x.valid_to, x.superseded_by, x.last_seen_at, x.created_at
    FROM jsonb_populate_recordset(NULL::salience.traits, p->'traits'->'insert') x;
  END IF;
  IF p->'said' <> '[]' THEN
    INSERT INTO salience.trait_sources (id, agent_id, trait_id, exchange_id, thread_id, person, key, value, category, origin, literal, ends,
      confidence, trust, source, half, span_start, span_end, said_at, created_at)
    SELECT x.id, v_agent, x.trait_id, x.exchange_id, x.thread_id, x.person, x.key, x.value, x.category, x.origin, x.literal, x.ends,
      x.confidence, x.trust, x.source, x.half, x.span_start, x.span_end, x.said_at, x.created_at
    FROM jsonb_populate_recordset(NULL::salience.trait_sources, p->'said') x;
  END IF;
  IF p->'moved' <> '[]' THEN
    UPDATE salience.trait_sources s SET trait_id = x.trait_id
    FROM jsonb_to_recordset(p->'moved') AS x(id text, trait_id text) WHERE s.id = x.id AND s.agent_id = v_agent;
  END IF;
  IF p->'facts'->'insert' <> '[]' THEN
    INSERT INTO salience.facts (id, agent_id, thread_id, exchange_id, turn_id, explicit, idempotency_key, subject, key, value, confidence,
      trust, source, said_at, half, span_start, span_end, single_valued, valid_from, valid_to, superseded_by, created_at)
    SELECT x.id, v_agent, x.thread_id, x.exchange_id, x.turn_id, coalesce(x.explicit, false), x.idempotency_key, x.subject, x.key, x.value,
      x.confidence, x.trust, x.source, x.said_at, x.half, x.span_start, x.span_end, x.single_valued, x.valid_from, x.valid_to,
      x.superseded_by, x.created_at
    FROM jsonb_populate_recordset(NULL::salience.facts, p->'facts'->'insert') x;
  END IF;
  IF p->'facts'->'close' <> '[]' THEN
    UPDATE salience.facts f SET valid_from = x.valid_from, valid_to = x.valid_to, superseded_by = x.superseded_by
    FROM jsonb_to_recordset(p->'facts'->'close') AS x(id text, valid_from timestamptz, valid_to timestamptz, superseded_by text)
    WHERE f.id = x.id AND f.agent_id = v_agent;
  END IF;
END $$;
