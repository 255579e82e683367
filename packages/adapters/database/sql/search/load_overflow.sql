-- Items of an agent's memory that a process does not hold, as load_index returns them, each with its code of p.modelId. p: {modelId,
-- stems: what holds one of these word stems, of each kind the newest p.limit; beside: [{threadId, seq}], exchanges at these
-- places, and those around the ones that hold a stem; salient: so many of those with the highest weight}. What is in no block does not come,
-- but for exchanges beside others. Runs as the recall role and filters by agent itself, as load_index does.
CREATE OR REPLACE FUNCTION salience.load_overflow(p_agent text, p jsonb)
RETURNS TABLE(kind text, id text, xid xid8, thread_id text, seq bigint, at double precision, until double precision,
  turn_id text, speaker text, sample text, words text, code bytea, strength double precision, refs text[], others text[],
  since double precision) LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = salience, pg_temp
SET enable_seqscan = off
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  v_model text := p->>'modelId';
  v_query tsquery := (SELECT string_agg('''' || replace(replace(s, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery
    FROM jsonb_array_elements_text(p->'stems') s);
  v_ids text[];
BEGIN
  IF p_agent IS DISTINCT FROM current_setting('app.agent', true) THEN
    RAISE EXCEPTION 'memory of agent % was asked for on behalf of another', p_agent;
  END IF;
  v_ids := ARRAY(
    SELECT f.id FROM (SELECT o.id, row_number() OVER (PARTITION BY o.kind ORDER BY o.id DESC) AS n FROM salience.overflow_items o
      WHERE o.agent_id = p_agent AND o.words @@ v_query) f WHERE f.n <= (p->>'limit')::integer);
  v_ids := v_ids || ARRAY(
    SELECT b.exchange_id FROM salience.turn_ends e CROSS JOIN (VALUES (-1), (1), (2)) s(steps)
    JOIN salience.turn_ends b ON b.thread_id = e.thread_id AND b.seq = e.seq + s.steps
    WHERE e.exchange_id = ANY (v_ids) AND b.agent_id = p_agent AND b.exchange_id IS NOT NULL
    UNION SELECT b.exchange_id FROM jsonb_to_recordset(p->'beside') x("threadId" text, seq bigint)
    JOIN salience.turn_ends b ON b.thread_id = x."threadId" AND b.seq = x.seq WHERE b.agent_id = p_agent AND b.exchange_id IS NOT NULL
    UNION SELECT w.id FROM (SELECT o.id FROM salience.overflow_items o WHERE o.agent_id = p_agent AND o.weight IS NOT NULL
      ORDER BY o.weight DESC, o.id DESC LIMIT coalesce((p->>'salient')::integer, 0)) w);
  RETURN QUERY SELECT 'exchange', e.exchange_id, e.written_xid, e.thread_id, e.seq, 1000 * extract(epoch FROM e.said_at)::double precision,
    NULL::double precision, e.turn_id, lower(e.speaker), salience.text_sample(e.message), e.search::text,
    CASE WHEN e.code_model_id = v_model THEN e.code ELSE m.code END, NULL::double precision, NULL::text[], NULL::text[], NULL::double precision
  FROM (SELECT DISTINCT unnest(v_ids) AS id) i JOIN salience.turn_ends e ON e.exchange_id = i.id
  LEFT JOIN salience.memory_codes m ON m.agent_id = p_agent AND m.item_id = e.exchange_id AND m.model_id = v_model AND m.code <> ''
  WHERE e.agent_id = p_agent;
  RETURN QUERY SELECT 'fact', f.id, f.written_xid, f.thread_id, NULL::bigint, 1000 * extract(epoch FROM f.said_at)::double precision,
    NULL::double precision, NULL::text, NULL::text, salience.text_sample(f.subject || ' ' || f.value), f.search::text, NULL::bytea,
    NULL::double precision, ARRAY[f.exchange_id], NULL::text[], NULL::double precision
  FROM salience.facts f WHERE f.id = ANY (v_ids) AND f.agent_id = p_agent;
  RETURN QUERY SELECT 'episode', e.id, e.written_xid, e.thread_id, NULL::bigint, 1000 * extract(epoch FROM e.ended_at)::double precision,
    NULL::double precision, NULL::text, NULL::text, salience.text_sample(e.gist), e.search::text, m.code, NULL::double precision,
    ARRAY(SELECT x.exchange_id FROM salience.episode_exchanges x WHERE x.episode_id = e.id AND x.agent_id = p_agent), NULL::text[],
    (1000 * extract(epoch FROM e.started_at))::double precision
  FROM salience.episodes e LEFT JOIN salience.memory_codes m ON m.agent_id = p_agent AND m.item_id = e.id AND m.model_id = v_model AND m.code <> ''
  WHERE e.id = ANY (v_ids) AND e.agent_id = p_agent AND e.repeats_of IS NULL;
  RETURN QUERY SELECT 'concept', c.id, c.written_xid, NULL::text, NULL::bigint, 1000 * extract(epoch FROM c.first_seen_at)::double precision,
    NULL::double precision, NULL::text, NULL::text, salience.text_sample(c.name || ' ' || c.definition), c.search::text, m.code,
    NULL::double precision, ARRAY[c.defined_by], ARRAY(SELECT n.key FROM salience.concept_names n WHERE n.concept_id = c.id AND n.agent_id = p_agent),
    (1000 * extract(epoch FROM c.defined_at))::double precision
  FROM salience.concepts c LEFT JOIN salience.memory_codes m ON m.agent_id = p_agent AND m.item_id = c.id AND m.model_id = v_model AND m.code <> ''
  WHERE c.id = ANY (v_ids) AND c.agent_id = p_agent;
END $$;

ALTER FUNCTION salience.load_overflow OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.load_overflow FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.load_overflow TO salience_app;
