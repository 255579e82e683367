-- What was written of an agent's memory from a place on, as load_index returns it, and the word stems of texts: a row of kind `stems` for
-- each, `words` separated by spaces, `sample` the text in lower case, in order of `id`. p: {agentId, modelId, kinds, from, after, limit, texts}.
CREATE OR REPLACE FUNCTION salience.look_at_memory(p jsonb)
RETURNS TABLE(kind text, id text, xid xid8, thread_id text, seq bigint, at double precision, until double precision,
  turn_id text, speaker text, sample text, words text, code bytea, strength double precision, refs text[], others text[],
  since double precision) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET jit = off
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
BEGIN
  RETURN QUERY SELECT 'stems', t.n::text, NULL::xid8, NULL::text, NULL::bigint, NULL::double precision, NULL::double precision,
    NULL::text, NULL::text, lower(t.value), array_to_string(tsvector_to_array(to_tsvector('english', t.value)), ' '), NULL::bytea,
    NULL::double precision, NULL::text[], NULL::text[], NULL::double precision
  FROM jsonb_array_elements_text(p->'texts') WITH ORDINALITY t(value, n)
  UNION ALL SELECT * FROM salience.load_index(v_agent, p->>'modelId', ARRAY(SELECT jsonb_array_elements_text(p->'kinds')),
    (p->>'from')::xid8, p->>'after', (p->>'limit')::integer);
END $$;
