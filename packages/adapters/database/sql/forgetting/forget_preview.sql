-- What a request would forget, without a row of it and without writing anything: {turns: their ids, counts: items by kind, said: some of
-- the turns as {id, at, text}}. p: {agentId, scope, target, askedIn, names (of a person),
-- about (as turns_to_forget takes it), now, said: how many}. What
-- only repeats a word of theirs goes too and is not counted.
CREATE OR REPLACE FUNCTION salience.forget_preview(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_names text[] := ARRAY(SELECT lower(n) FROM jsonb_array_elements_text(p->'names') n);
  v_item text := CASE p->>'scope' WHEN 'item' THEN p->>'target' END;
  r salience.forget_requests;
  v_turns text[];
  v_exchanges text[];
  v_keys text[];
  v_episodes text[];
  v_concepts text[];
  v_tasks text[];
  v_inbound text[];
  v_counts jsonb;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  r.agent_id := v_agent;
  r.scope := p->>'scope';
  r.target := p->>'target';
  r.asked_in := p->>'askedIn';
  r.requested_at := (p->>'now')::timestamptz;
  r.also_named := p->'names';
  v_turns := ARRAY(SELECT salience.turns_to_forget(r, ARRAY(SELECT jsonb_array_elements_text(p->'about'))));
  v_exchanges := ARRAY(SELECT id FROM salience.exchanges WHERE agent_id = v_agent AND turn_id = ANY (v_turns));
  v_keys := ARRAY(SELECT idempotency_key FROM salience.act_steps WHERE agent_id = v_agent AND idempotency_key IS NOT NULL
    AND (run_id = ANY (v_turns) OR turn_id = ANY (v_turns)));
  v_episodes := ARRAY(SELECT episode_id FROM salience.episode_exchanges WHERE agent_id = v_agent AND exchange_id = ANY (v_exchanges)
    UNION SELECT id FROM salience.episodes WHERE agent_id = v_agent AND id = v_item);
  v_concepts := ARRAY(
    SELECT c.id FROM salience.concepts c WHERE c.agent_id = v_agent AND (c.id = v_item
      OR (c.kind = 'person' AND EXISTS (SELECT 1 FROM salience.concept_names x WHERE x.concept_id = c.id AND lower(x.name) = ANY (v_names)))
      OR (EXISTS (SELECT 1 FROM salience.concept_sources s WHERE s.concept_id = c.id
        AND (s.exchange_id = ANY (v_exchanges) OR s.episode_id = ANY (v_episodes)))
        AND NOT EXISTS (SELECT 1 FROM salience.concept_sources s WHERE s.concept_id = c.id
          AND NOT coalesce(s.exchange_id = ANY (v_exchanges), s.episode_id = ANY (v_episodes))))));
  v_inbound := ARRAY(SELECT salience.inbound_to_forget(r));
  v_tasks := ARRAY(SELECT salience.tasks_to_forget(r, ARRAY(SELECT jsonb_array_elements_text(p->'about')))
    UNION SELECT salience.tasks_of_turns(v_agent, v_turns));
  SELECT coalesce(jsonb_object_agg(kind, n), '{}') INTO v_counts FROM (
    SELECT 'turn' AS kind, cardinality(v_turns) AS n
    UNION ALL SELECT 'exchange', cardinality(v_exchanges)
    UNION ALL SELECT 'gist', count(*) FROM salience.gists WHERE agent_id = v_agent AND (exchange_id = ANY (v_exchanges) OR id = v_item)
    UNION ALL SELECT 'fact', count(*) FROM salience.facts WHERE agent_id = v_agent AND (exchange_id = ANY (v_exchanges) OR turn_id = ANY (v_turns)
      OR idempotency_key = ANY (v_keys) OR lower(subject) = ANY (v_names) OR id = v_item)
    UNION ALL SELECT 'trait', count(DISTINCT trait_id) FROM salience.trait_sources s WHERE s.agent_id = v_agent
      AND (s.trait_id = v_item OR lower(s.person) = ANY (v_names) OR (s.exchange_id = ANY (v_exchanges) AND NOT EXISTS (SELECT 1
        FROM salience.trait_sources o
        WHERE o.trait_id = s.trait_id AND NOT o.exchange_id = ANY (v_exchanges))))
    UNION ALL SELECT 'episode', cardinality(v_episodes)
    UNION ALL SELECT 'concept', cardinality(v_concepts)
    UNION ALL SELECT 'relation', count(*) FROM salience.relations l WHERE l.agent_id = v_agent
      AND (l.from_id = ANY (v_concepts) OR l.to_id = ANY (v_concepts) OR l.id = v_item)
    UNION ALL SELECT 'thought', count(*) FROM salience.thoughts t WHERE t.agent_id = v_agent
      AND (t.id = v_item OR t.grounding_episode_id = ANY (v_episodes)
      OR EXISTS (SELECT 1 FROM salience.thought_concepts x WHERE x.thought_id = t.id AND x.concept_id = ANY (v_concepts)))
    UNION ALL SELECT 'schedule', count(*) FROM salience.schedules WHERE agent_id = v_agent
      AND (idempotency_key = ANY (v_keys) OR id = v_item OR lower(speaker) = ANY (v_names) OR (r.scope = 'thread' AND thread_id = r.target))
    UNION ALL SELECT 'listItem', count(*) FROM salience.list_items WHERE agent_id = v_agent AND (idempotency_key = ANY (v_keys) OR id = v_item)
    UNION ALL SELECT 'focus', count(*) FROM salience.focuses WHERE agent_id = v_agent
      AND (idempotency_key = ANY (v_keys) OR (r.scope = 'thread' AND thread_id = r.target))
    UNION ALL SELECT 'task', cardinality(v_tasks)
    UNION ALL SELECT 'senderSession', count(*) FROM salience.sessions_to_forget(r, v_inbound)
    UNION ALL SELECT 'inbound', count(*) FROM (SELECT unnest(v_inbound) UNION SELECT salience.inbound_of_tasks(v_agent, v_tasks)) i
    UNION ALL SELECT 'letter', count(*) FROM (SELECT id FROM salience.letters WHERE agent_id = v_agent AND turn_id = ANY (v_turns)
      UNION SELECT salience.letters_to_forget(r, v_inbound || ARRAY(SELECT salience.inbound_of_tasks(v_agent, v_tasks)))) l
    UNION ALL SELECT CASE split_part(i, ':', 1) WHEN 'pfc_monologue' THEN 'monologue' WHEN 'pfc_goals' THEN 'goal' ELSE 'action' END, count(*) FROM (
      SELECT salience.pfc_to_forget(r, salience.names_to_forget(r)) AS i UNION SELECT 'pfc_monologue:' || id FROM salience.pfc_monologue WHERE agent_id = v_agent AND turn_id = ANY (v_turns)
      UNION SELECT 'pfc_action_log:' || id FROM salience.pfc_action_log WHERE agent_id = v_agent AND turn_id = ANY (v_turns)) p GROUP BY 1
    UNION ALL SELECT 'person', CASE r.scope WHEN 'person' THEN cardinality(salience.people_called(v_agent, v_names || lower(btrim(r.target)))) END
  ) x WHERE n > 0;
  RETURN jsonb_build_object('counts', v_counts, 'turns', to_jsonb(v_turns), 'said', (
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'at', t.said_at, 'text', left(t.text, 160)) ORDER BY t.said_at, t.id), '[]') FROM (
      SELECT id, said_at, text FROM salience.turns WHERE agent_id = v_agent AND id = ANY (v_turns) ORDER BY said_at, id
        LIMIT (p->>'said')::integer) t));
END $$;
