-- What changes of memories whose contents a process holds without that a row comes again: when each was used last, and of exchanges
-- whose topic or chunk was not there yet, both. p: {ids, open: [ids of such exchanges]}. Returns {used: {id: time}, open: [{id, topic_id, names
-- (of what the exchange names, in lower case; null while it has no chunk)}]}.
CREATE OR REPLACE FUNCTION salience.found_states(p_agent text, p jsonb) RETURNS json LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  -- An assignment is no statement of its own.
  v_agent text := set_config('app.agent', p_agent, true);
BEGIN
  RETURN (SELECT json_build_object(
    'used', (SELECT json_object_agg(a.item_id, a.last_at) FROM salience.memory_accesses a
      WHERE a.agent_id = v_agent AND a.item_id = ANY (ARRAY(SELECT jsonb_array_elements_text(p->'ids')))),
    'open', (SELECT json_agg(json_build_object('id', o.id, 'topic_id', e.topic_id, 'names', (SELECT ARRAY(SELECT lower(n->>'name')
        FROM jsonb_array_elements(k.entities) n WHERE n->>'name' IS NOT NULL) FROM salience.chunks k WHERE k.exchange_id = o.id)))
      FROM jsonb_array_elements_text(p->'open') o(id)
      CROSS JOIN LATERAL (SELECT x.topic_id FROM salience.exchanges x WHERE x.id = o.id OFFSET 0) e)));
END $$;
