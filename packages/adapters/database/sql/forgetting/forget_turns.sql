-- Takes ended turns away: what was said, answered, done, seen by models and learned from it. The turn's row stays, without a word (law 13:
-- it replays as redacted), and so does the row of its reply (law 5). Nobody learns from them meanwhile: under the memory lock no batch is
-- kept, and one that was loaded before has lost its fence. Returns what has to be settled anew.
CREATE OR REPLACE FUNCTION salience.forget_turns(r salience.forget_requests, p_turns text[], p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_exchanges text[];
  v_episodes text[];
  v_keys text[];
  v_unsettled jsonb;
BEGIN
  PERFORM 1 FROM salience.exchanges WHERE agent_id = r.agent_id AND turn_id = ANY (p_turns) ORDER BY id FOR UPDATE;
  SELECT coalesce(array_agg(id), '{}') INTO v_exchanges FROM salience.exchanges WHERE agent_id = r.agent_id AND turn_id = ANY (p_turns);
  -- First of all: it follows the sources that go below.
  PERFORM salience.forget_in_autobiography(r.agent_id, v_exchanges);
  INSERT INTO salience.forget_words (request_id, agent_id, word)
  SELECT DISTINCT r.id, r.agent_id, hashtextextended(w.lexeme, r.seed) FROM (
    SELECT unnest(search) AS w FROM salience.exchanges WHERE id = ANY (v_exchanges)
    UNION ALL SELECT unnest(to_tsvector('english', left(concat_ws(' ', t.text, t.own_text, t.steered_text, t.speaker), 200000)))
      FROM salience.turns t WHERE t.id = ANY (p_turns) AND t.agent_id = r.agent_id
    UNION ALL SELECT unnest(to_tsvector('english', left(m->>'content', 200000))) FROM salience.turns t,
      jsonb_array_elements(CASE jsonb_typeof(t.context) WHEN 'array' THEN t.context ELSE '[]' END) m
      WHERE t.id = ANY (p_turns) AND t.agent_id = r.agent_id AND m->>'role' = 'user'
  ) s CROSS JOIN LATERAL (SELECT (s.w).lexeme) w ON CONFLICT DO NOTHING;
  -- Counted with the chunk, so taken back only where there was one; a word that nobody else said leaves no row.
  WITH lost AS (
    SELECT w.lexeme, count(*)::integer AS n FROM salience.exchanges e, unnest(e.search) w
    WHERE e.id = ANY (v_exchanges) AND EXISTS (SELECT 1 FROM salience.chunks c WHERE c.exchange_id = e.id) GROUP BY w.lexeme
  ), locked AS (
    SELECT s.lexeme, s.documents - l.n AS left_over FROM salience.term_stats s JOIN lost l ON l.lexeme = s.lexeme
    WHERE s.agent_id = r.agent_id ORDER BY s.lexeme FOR UPDATE OF s
  ), gone AS (
    DELETE FROM salience.term_stats s USING locked l WHERE s.agent_id = r.agent_id AND s.lexeme = l.lexeme AND l.left_over <= 0
  )
  UPDATE salience.term_stats s SET documents = l.left_over FROM locked l
  WHERE s.agent_id = r.agent_id AND s.lexeme = l.lexeme AND l.left_over > 0;
  UPDATE salience.memory_stats m SET documents = greatest(0, m.documents - x.n), lexemes = greatest(0, m.lexemes - x.words)
  FROM (SELECT count(*) AS n, coalesce(sum(length(search)), 0) AS words FROM salience.exchanges e
    WHERE e.id = ANY (v_exchanges) AND EXISTS (SELECT 1 FROM salience.chunks c WHERE c.exchange_id = e.id)) x
  WHERE m.agent_id = r.agent_id;

  v_keys := ARRAY(SELECT idempotency_key FROM salience.act_steps WHERE agent_id = r.agent_id AND idempotency_key IS NOT NULL
    AND (run_id = ANY (p_turns) OR turn_id = ANY (p_turns)));
  v_episodes := ARRAY(SELECT DISTINCT p.id FROM salience.exchanges e JOIN salience.episodes p ON p.thread_id = e.thread_id
    AND e.seq BETWEEN p.first_seq AND p.last_seq WHERE e.id = ANY (v_exchanges));
  PERFORM salience.tell_again(r, v_episodes, p_now);
  v_unsettled := salience.forget_episodes(r, ARRAY(
    SELECT unnest(v_episodes)
    UNION SELECT episode_id FROM salience.episode_exchanges WHERE exchange_id = ANY (v_exchanges)
    UNION SELECT episode_id FROM salience.experiences WHERE agent_id = r.agent_id AND episode_id IS NOT NULL
      AND (run_id = ANY (p_turns) OR turn_id = ANY (p_turns))), p_now);
  DELETE FROM salience.experiences WHERE agent_id = r.agent_id AND (run_id = ANY (p_turns) OR turn_id = ANY (p_turns));
  v_unsettled := v_unsettled
    || salience.forget_statements(r, ARRAY(SELECT id FROM salience.trait_sources WHERE exchange_id = ANY (v_exchanges)))
    || salience.forget_facts(r, ARRAY(SELECT id FROM salience.facts WHERE agent_id = r.agent_id
    AND (exchange_id = ANY (v_exchanges) OR turn_id = ANY (p_turns) OR idempotency_key = ANY (v_keys))), p_now);
  PERFORM salience.bury(r, 'gist', ARRAY(SELECT id FROM salience.gists WHERE exchange_id = ANY (v_exchanges)), p_now);
  DELETE FROM salience.gists WHERE exchange_id = ANY (v_exchanges);
  DELETE FROM salience.chunks WHERE exchange_id = ANY (v_exchanges);
  DELETE FROM salience.topic_samples s USING salience.exchanges e, salience.turns t
  WHERE e.id = ANY (v_exchanges) AND t.id = e.turn_id AND s.agent_id = r.agent_id AND s.topic_id = e.topic_id
    AND s.said_at IN (e.said_at, e.created_at, t.accepted_at, t.started_at, t.ended_at);
  PERFORM salience.bury(r, 'exchange', v_exchanges, p_now);
  DELETE FROM salience.exchanges WHERE id = ANY (v_exchanges);
  PERFORM salience.forget_made(r, p_turns, v_keys, p_now);
  PERFORM salience.blank_turns(r, p_turns, p_now);
  PERFORM salience.settle_repeats(r.agent_id);
  RETURN v_unsettled;
END $$;
