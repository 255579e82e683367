-- Deletes the remnants of forgotten items: contexts that contained them, replies that cite them, and every text with a word that only
-- they contained (forget_words). May be repeated at any time. Returns {turns: those whose replies were emptied, unsettled: what must be
-- recomputed}.
CREATE OR REPLACE FUNCTION salience.forget_remnants(r salience.forget_requests, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_words bigint[];
  v_ids text[];
BEGIN
  -- A word that also occurs elsewhere (exchanges, speakers and senders, open turns and tasks, workspace, persona) does not identify a remnant.
  DELETE FROM salience.forget_words w WHERE w.request_id = r.id AND w.word IN (
    SELECT hashtextextended(l.lexeme, r.seed) FROM salience.exchanges e, unnest(e.search) l WHERE e.agent_id = r.agent_id
    UNION ALL SELECT hashtextextended(l.lexeme, r.seed) FROM (SELECT DISTINCT speaker FROM salience.exchanges
      WHERE agent_id = r.agent_id AND speaker IS NOT NULL) s, unnest(to_tsvector('english', s.speaker)) l
    UNION ALL SELECT hashtextextended(l.lexeme, r.seed) FROM (SELECT DISTINCT sender FROM salience.inbound WHERE agent_id = r.agent_id) s,
      unnest(to_tsvector('english', s.sender)) l
    UNION ALL SELECT hashtextextended(l.lexeme, r.seed) FROM salience.tasks t LEFT JOIN salience.inbound i ON i.id = t.inbound_id,
      unnest(to_tsvector('english', left(concat_ws(' ', t.title, t.text, t.from_name, i.subject, salience.asked_for(t)), 200000))) l
      WHERE t.agent_id = r.agent_id AND t.ended_at IS NULL AND t.source <> 'skill'
    UNION ALL SELECT hashtextextended(l.lexeme, r.seed) FROM salience.turns t, unnest(to_tsvector('english', left(t.text, 200000))) l
      WHERE t.agent_id = r.agent_id AND t.state IN ('pending', 'running')
    UNION ALL SELECT hashtextextended(l.lexeme, r.seed) FROM salience.workspace_files f, unnest(to_tsvector('english', left(f.content, 200000))) l
      WHERE f.agent_id = r.agent_id
    UNION ALL SELECT hashtextextended(l.lexeme, r.seed) FROM salience.agents a, unnest(to_tsvector('english', a.persona)) l WHERE a.id = r.agent_id);
  SELECT coalesce(array_agg(word), '{}') INTO v_words FROM salience.forget_words WHERE request_id = r.id;

  -- Contexts that name a forgotten item, whatever their words, and those with its words.
  DELETE FROM salience.contexts c WHERE c.agent_id = r.agent_id AND (
    EXISTS (SELECT 1 FROM jsonb_array_elements(c.body->'items') i JOIN salience.tombstones b
      ON b.agent_id = r.agent_id AND b.item_id = i->>0 AND b.request_id = r.id)
    OR salience.json_contains_words(c.body, v_words, r.seed)
    OR EXISTS (SELECT 1 FROM salience.context_prefixes x WHERE x.agent_id = c.agent_id AND x.hash = c.system_hash
      AND salience.contains_words(x.system, v_words, r.seed)));
  DELETE FROM salience.context_prefixes x WHERE x.agent_id = r.agent_id AND (salience.contains_words(x.system, v_words, r.seed)
    OR NOT EXISTS (SELECT 1 FROM salience.contexts c WHERE c.agent_id = x.agent_id AND c.system_hash = x.hash));
  -- Replies that cite a forgotten item or contain its words.
  WITH told AS (
    UPDATE salience.replies p SET text = '[forgotten]', citations = '[]' WHERE p.agent_id = r.agent_id AND p.text <> '[forgotten]' AND (
      salience.contains_words(p.text, v_words, r.seed) OR EXISTS (SELECT 1 FROM jsonb_array_elements(p.citations) q JOIN salience.tombstones b
        ON b.agent_id = r.agent_id AND b.item_id = q->>'exchangeId' AND b.request_id = r.id))
    RETURNING turn_id
  ) SELECT coalesce(array_agg(turn_id), '{}') INTO v_ids FROM told;
  RETURN jsonb_build_object('turns', to_jsonb(v_ids), 'unsettled', salience.forget_memory_remnants(r, v_words, p_now));
END $$;
