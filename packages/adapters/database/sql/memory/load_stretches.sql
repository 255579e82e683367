-- Stretches of exchanges for their episodes, in the order asked: the exchanges with their gists, facts and sentiment (0..1), the known
-- concepts that their words name, and a model's proposal for the whole stretch. p: {agentId, stretches: [{threadId, firstSeq, lastSeq}]}.
CREATE OR REPLACE FUNCTION salience.load_stretches(p jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := p->>'agentId';
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  RETURN QUERY SELECT jsonb_build_object('exchanges', coalesce(x.exchanges, '[]'),
    'proposal', (SELECT q.body || jsonb_build_object('model', q.model) FROM salience.memory_proposals q WHERE q.agent_id = v_agent
      AND q.thread_id = s.value->>'threadId' AND q.first_seq = (s.value->>'firstSeq')::bigint AND q.last_seq = (s.value->>'lastSeq')::bigint),
    'known', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'kind', n.kind) ORDER BY n.name, n.kind), '[]')
      FROM salience.named_concepts(v_agent, x.words) n))
  FROM jsonb_array_elements(p->'stretches') WITH ORDINALITY s(value, place) CROSS JOIN LATERAL (
    SELECT string_agg(concat_ws(' ', e.speaker, e.message), E'\n' ORDER BY e.seq) AS words,
      jsonb_agg(salience.exchange_view(e) || jsonb_build_object(
        'chunked', k.exchange_id IS NOT NULL, 'coded', EXISTS (SELECT FROM salience.turn_ends c WHERE c.exchange_id = e.id AND c.code IS NOT NULL)
          OR EXISTS (SELECT FROM salience.memory_codes c WHERE c.agent_id = v_agent AND c.item_id = e.id),
        'sentiment', round(k.sentiment::numeric, 3), 'entities', coalesce(k.entities, '[]'),
        'gists', (SELECT coalesce(jsonb_agg(jsonb_build_object('type', type, 'content', content, 'confidence', confidence)), '[]')
          FROM salience.gists WHERE exchange_id = e.id),
        'facts', (SELECT coalesce(jsonb_agg(jsonb_build_object('subject', subject, 'key', key, 'value', value, 'confidence', confidence)), '[]')
          FROM salience.facts WHERE exchange_id = e.id)) ORDER BY e.seq) AS exchanges
    FROM salience.exchanges e LEFT JOIN salience.chunks k ON k.exchange_id = e.id
    WHERE e.agent_id = v_agent AND e.thread_id = s.value->>'threadId'
      AND e.seq BETWEEN (s.value->>'firstSeq')::bigint AND (s.value->>'lastSeq')::bigint) x ORDER BY s.place;
END $$;
