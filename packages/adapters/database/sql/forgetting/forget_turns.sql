-- Forgets ended turns: messages, replies, actions, contexts and everything learned from them. The rows of turn and reply stay, emptied
-- (law 13: the turn replays as redacted; law 5). No batch can learn from them meanwhile: none is saved while the memory lock is held, and
-- one loaded earlier has lost its fence. Returns what must be recomputed.
CREATE OR REPLACE FUNCTION salience.forget_turns(r salience.forget_requests, p_turns text[], p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_exchanges text[];
  v_asking text[];
  v_episodes text[];
  v_keys text[];
  v_tasks text[] := ARRAY(SELECT salience.tasks_of_turns(r.agent_id, p_turns));
  v_unsettled jsonb;
BEGIN
  PERFORM 1 FROM salience.turn_ends WHERE agent_id = r.agent_id AND turn_id = ANY (p_turns) ORDER BY turn_id FOR UPDATE;
  SELECT coalesce(array_agg(id), '{}') INTO v_exchanges FROM salience.exchanges WHERE agent_id = r.agent_id AND turn_id = ANY (p_turns);
  PERFORM salience.forget_beside_turns(r.agent_id, p_turns);
  PERFORM salience.forget_pfc_of_turns(r, p_turns, p_now);
  -- Before all deletions, because it follows the sources that are deleted below.
  PERFORM salience.forget_in_autobiography(r.agent_id, v_exchanges);
  -- The words with which it was asked for are no trace: the answer has them too.
  v_asking := ARRAY(SELECT a.run_id FROM salience.approvals a WHERE a.agent_id = r.agent_id AND a.continuation_turn_id = r.asked_in);
  INSERT INTO salience.forget_words (request_id, agent_id, word)
  SELECT DISTINCT r.id, r.agent_id, hashtextextended(w.lexeme, r.seed) FROM (
    SELECT unnest(search) AS w FROM salience.exchanges WHERE id = ANY (v_exchanges) AND NOT turn_id = ANY (v_asking)
    UNION ALL SELECT unnest(to_tsvector('english', left(concat_ws(' ', t.text, t.own_text, t.steered_text, t.speaker), 200000)))
      FROM salience.turns t WHERE t.id = ANY (p_turns) AND t.agent_id = r.agent_id AND NOT t.id = ANY (v_asking)
    UNION ALL SELECT unnest(to_tsvector('english', left(m->>'content', 200000))) FROM salience.turns t,
      jsonb_array_elements(CASE jsonb_typeof(t.context) WHEN 'array' THEN t.context ELSE '[]' END) m
      WHERE t.id = ANY (p_turns) AND t.agent_id = r.agent_id AND m->>'role' = 'user'
  ) s CROSS JOIN LATERAL (SELECT (s.w).lexeme) w ON CONFLICT DO NOTHING;
  v_keys := ARRAY(SELECT idempotency_key FROM salience.act_steps WHERE agent_id = r.agent_id AND idempotency_key IS NOT NULL
    AND (run_id = ANY (p_turns) OR turn_id = ANY (p_turns)));
  v_episodes := ARRAY(SELECT DISTINCT p.id FROM salience.exchanges e JOIN salience.episodes p ON p.thread_id = e.thread_id
    AND e.seq BETWEEN p.first_seq AND p.last_seq WHERE e.id = ANY (v_exchanges));
  PERFORM salience.retell_episodes(r, v_episodes, p_now);
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
  PERFORM salience.leave_tombstones(r, 'gist', ARRAY(SELECT id FROM salience.gists WHERE exchange_id = ANY (v_exchanges)), p_now);
  DELETE FROM salience.gists WHERE exchange_id = ANY (v_exchanges);
  DELETE FROM salience.chunks WHERE exchange_id = ANY (v_exchanges);
  PERFORM salience.unlearn_topics(r.agent_id, v_exchanges);
  -- Whoever holds these topics reads them again.
  UPDATE salience.topics SET written_xid = pg_current_xact_id() WHERE agent_id = r.agent_id
    AND id IN (SELECT topic_id FROM salience.exchanges WHERE id = ANY (v_exchanges));
  PERFORM salience.leave_tombstones(r, 'exchange', v_exchanges, p_now);
  UPDATE salience.turn_ends SET exchange_id = NULL, topic_id = NULL, speaker = NULL, message = NULL, traceparent = NULL, code = NULL,
    code_model_id = NULL, vector = NULL WHERE exchange_id = ANY (v_exchanges);
  PERFORM salience.forget_action_results(r, p_turns, v_keys, p_now);
  PERFORM salience.blank_turns(r, p_turns, p_now);
  PERFORM salience.forget_deliveries(r.agent_id, p_turns, p_now);
  PERFORM salience.forget_letters(r, ARRAY(SELECT id FROM salience.letters WHERE agent_id = r.agent_id AND turn_id = ANY (p_turns)), p_now);
  -- After the turns, which it looks for, and after their approvals, which whoever answers one locks first.
  PERFORM salience.forget_tasks(r, v_tasks, true, p_now);
  PERFORM salience.mark_repeats(r.agent_id);
  RETURN v_unsettled;
END $$;
