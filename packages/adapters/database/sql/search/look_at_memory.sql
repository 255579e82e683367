-- What was written of an agent's memory from a place on, as load_index returns it, and the word stems of texts: a row of kind `stems` for
-- each, `words` separated by spaces, `sample` the text in lower case, in order of `id`. For a process that does not hold all of it and knows of
-- p.block, `refs` counts in how many exchanges up to that block each of the stems stands. For such a process, and with p.opens, comes a row of
-- kind `overflow` if there are blocks: `id` is p.block or the last one, `sample` its places, `seq` and `strength` its exchanges and their
-- words, `others` who spoke in them. p: {agentId, modelId, kinds, from, after, limit, texts, block, opens}.
CREATE OR REPLACE FUNCTION salience.look_at_memory(p jsonb)
RETURNS TABLE(kind text, id text, xid xid8, thread_id text, seq bigint, at double precision, until double precision,
  turn_id text, speaker text, sample text, words text, code bytea, strength double precision, refs text[], others text[],
  since double precision) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_block integer := (p->>'block')::integer;
BEGIN
  IF v_block IS NOT NULL OR (p->>'opens')::boolean THEN
    RETURN QUERY SELECT 'overflow', b.block::text, NULL::xid8, NULL::text, x.exchanges, NULL::double precision, NULL::double precision,
      NULL::text, NULL::text, b.places::text, NULL::text, NULL::bytea, x.words, NULL::text[],
      ARRAY(SELECT DISTINCT substr(o.stem, 2) FROM salience.overflow_words o
        WHERE o.agent_id = b.agent_id AND o.stem > ' ' AND o.stem < '!' AND o.block <= b.block),
      NULL::double precision
    FROM (SELECT * FROM salience.overflow_blocks o WHERE o.agent_id = v_agent AND (v_block IS NULL OR o.block = v_block)
      ORDER BY o.block DESC LIMIT 1) b
    CROSS JOIN LATERAL (SELECT sum(o.exchanges)::bigint AS exchanges, sum(o.words)::double precision AS words
      FROM salience.overflow_blocks o WHERE o.agent_id = b.agent_id AND o.block <= b.block) x;
  END IF;
  RETURN QUERY SELECT 'stems', t.n::text, NULL::xid8, NULL::text, NULL::bigint, NULL::double precision, NULL::double precision,
    NULL::text, NULL::text, lower(t.value), array_to_string(tsvector_to_array(to_tsvector('english', t.value)), ' '), NULL::bytea,
    NULL::double precision, CASE WHEN v_block IS NOT NULL THEN ARRAY(
      SELECT (SELECT coalesce(sum(o.exchanges), 0) FROM salience.overflow_words o
        WHERE o.agent_id = v_agent AND o.stem = s.lexeme COLLATE "C" AND o.block <= v_block)::text
      FROM unnest(tsvector_to_array(to_tsvector('english', t.value))) WITH ORDINALITY s(lexeme, n) ORDER BY s.n) END,
    NULL::text[], NULL::double precision
  FROM jsonb_array_elements_text(p->'texts') WITH ORDINALITY t(value, n)
  UNION ALL SELECT * FROM salience.load_index(v_agent, p->>'modelId', ARRAY(SELECT jsonb_array_elements_text(p->'kinds')),
    (p->>'from')::xid8, p->>'after', (p->>'limit')::integer);
END $$;
