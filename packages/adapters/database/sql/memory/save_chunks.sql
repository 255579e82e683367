-- Stores the chunks and gists of exchanges of one agent that have none yet (begin_chunks), and counts their words; save_statements writes
-- facts and traits. Repeated gists are marked last, as mark_repeated_gists requires.
CREATE OR REPLACE FUNCTION salience.save_chunks(p jsonb) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_agent text := p->0->>'agentId';
  v_ids text[] := ARRAY(SELECT value->>'exchangeId' FROM jsonb_array_elements(p));
BEGIN
  INSERT INTO salience.chunks (exchange_id, agent_id, thread_id, entities, sentiment, scope, times, next_at, grounds, refused, model,
    created_at)
  SELECT e.id, v_agent, e.thread_id, c->'entities', (c->>'sentiment')::real, c->>'scope', coalesce(c->'times', '[]'),
    (SELECT min((t->>'from')::timestamptz) FROM jsonb_array_elements(coalesce(c->'times', '[]')) t
      WHERE t->>'half' = 'message' AND (t->>'to')::timestamptz > e.said_at),
    coalesce(c->'grounds', '{}'), coalesce((c->>'refused')::integer, 0), c->>'model', (c->>'now')::timestamptz
  FROM jsonb_array_elements(p) c JOIN salience.exchanges e ON e.id = c->>'exchangeId';
  INSERT INTO salience.gists (id, agent_id, thread_id, exchange_id, type, content, confidence, trust, source, half, span_start,
    span_end, said_key, created_at)
  SELECT g->>'id', v_agent, e.thread_id, e.id, g->>'type', g->>'content', (g->>'confidence')::real,
    coalesce(g->>'trust', e.trust), e.source, g->>'half', (g->>'start')::integer, (g->>'end')::integer,
    salience.said_key(g->>'said', e.speaker, e.source, coalesce(g->>'trust', e.trust)), (c->>'now')::timestamptz
  FROM jsonb_array_elements(p) c JOIN salience.exchanges e ON e.id = c->>'exchangeId', jsonb_array_elements(c->'gists') g;
  PERFORM salience.mark_repeated_gists(v_agent, ARRAY(SELECT said_key FROM salience.gists WHERE exchange_id = ANY (v_ids) AND said_key IS NOT NULL));
END $$;
