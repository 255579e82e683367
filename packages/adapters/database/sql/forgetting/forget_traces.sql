-- Takes away what still says what was forgotten: prompts that held it, replies that cite it, and every text of the agent with a word that
-- nobody else has said, nor goes by; and settles what is left of what was said more than once. May be done again at any time. Returns the
-- turns whose replies went.
CREATE OR REPLACE FUNCTION salience.forget_traces(r salience.forget_requests, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_words bigint[];
  v_ids text[];
BEGIN
  -- What somebody else says too is no trace.
  DELETE FROM salience.forget_words w WHERE w.request_id = r.id AND w.word IN (
    SELECT hashtextextended(s.lexeme, r.seed) FROM salience.term_stats s WHERE s.agent_id = r.agent_id
    UNION ALL SELECT hashtextextended(l.lexeme, r.seed) FROM salience.exchanges e, unnest(e.search) l
      WHERE e.agent_id = r.agent_id AND NOT EXISTS (SELECT 1 FROM salience.chunks c WHERE c.exchange_id = e.id)
    UNION ALL SELECT hashtextextended(l.lexeme, r.seed) FROM (SELECT DISTINCT speaker FROM salience.exchanges
      WHERE agent_id = r.agent_id AND speaker IS NOT NULL) s, unnest(to_tsvector('english', s.speaker)) l
    UNION ALL SELECT hashtextextended(l.lexeme, r.seed) FROM salience.turns t, unnest(to_tsvector('english', left(t.text, 200000))) l
      WHERE t.agent_id = r.agent_id AND t.state IN ('pending', 'running')
    UNION ALL SELECT hashtextextended(l.lexeme, r.seed) FROM salience.workspace_files f, unnest(to_tsvector('english', left(f.content, 200000))) l
      WHERE f.agent_id = r.agent_id
    UNION ALL SELECT hashtextextended(l.lexeme, r.seed) FROM salience.agents a, unnest(to_tsvector('english', a.persona)) l WHERE a.id = r.agent_id);
  SELECT coalesce(array_agg(word), '{}') INTO v_words FROM salience.forget_words WHERE request_id = r.id;

  -- Prompts: those that name a forgotten item, whatever their words, and those with its words.
  DELETE FROM salience.contexts c WHERE c.agent_id = r.agent_id AND (
    EXISTS (SELECT 1 FROM jsonb_array_elements(c.body->'items') i JOIN salience.tombstones b
      ON b.agent_id = r.agent_id AND b.item_id = i->>'id' AND b.request_id = r.id)
    OR salience.carries_json(c.body, v_words, r.seed)
    OR EXISTS (SELECT 1 FROM salience.context_prefixes x WHERE x.agent_id = c.agent_id AND x.hash = c.system_hash
      AND salience.carries(x.system, v_words, r.seed)));
  DELETE FROM salience.context_prefixes x WHERE x.agent_id = r.agent_id AND (salience.carries(x.system, v_words, r.seed)
    OR NOT EXISTS (SELECT 1 FROM salience.contexts c WHERE c.agent_id = x.agent_id AND c.system_hash = x.hash));
  -- Replies: those that cite it and those that repeat it.
  WITH told AS (
    UPDATE salience.replies p SET text = '[forgotten]', citations = '[]' WHERE p.agent_id = r.agent_id AND p.text <> '[forgotten]' AND (
      salience.carries(p.text, v_words, r.seed) OR EXISTS (SELECT 1 FROM jsonb_array_elements(p.citations) q JOIN salience.tombstones b
        ON b.agent_id = r.agent_id AND b.item_id = q->>'exchangeId' AND b.request_id = r.id))
    RETURNING turn_id
  ) SELECT coalesce(array_agg(turn_id), '{}') INTO v_ids FROM told;
  UPDATE salience.exchanges e SET reply = NULL WHERE e.agent_id = r.agent_id AND e.reply IS NOT NULL
    AND (e.turn_id = ANY (v_ids) OR salience.carries(e.reply, v_words, r.seed));
  RETURN jsonb_build_object('turns', to_jsonb(v_ids), 'unsettled', salience.forget_learned(r, v_words, p_now));
END $$;
