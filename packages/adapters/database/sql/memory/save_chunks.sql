-- Stores what was learned from exchanges of one agent that were taken for it (begin_chunks), but for what is settled: that is written by
-- save_statements. Last of all, as settling asks, what says the same as an earlier gist becomes its repetition.
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
  INSERT INTO salience.term_stats (agent_id, lexeme, documents)
  SELECT v_agent, w.lexeme, count(*) FROM salience.exchanges e, unnest(e.search) w WHERE e.id = ANY (v_ids)
  GROUP BY w.lexeme ORDER BY w.lexeme
  ON CONFLICT (agent_id, lexeme) DO UPDATE SET documents = salience.term_stats.documents + excluded.documents;
  INSERT INTO salience.memory_stats (agent_id, documents, lexemes)
  SELECT v_agent, count(*), sum(length(search)) FROM salience.exchanges WHERE id = ANY (v_ids)
  ON CONFLICT (agent_id) DO UPDATE SET documents = salience.memory_stats.documents + excluded.documents,
    lexemes = salience.memory_stats.lexemes + excluded.lexemes;
  PERFORM salience.settle_gists(v_agent, ARRAY(SELECT said_key FROM salience.gists WHERE exchange_id = ANY (v_ids) AND said_key IS NOT NULL));
END $$;
