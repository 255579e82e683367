-- Why: an idle fleet thinks over what it knows. Thoughts with what they rest on, one worker per agent by a lease, every run with its
-- tokens, so that fatigue, cooldown and budget are the same for every replica; and thoughts are found like other memories.
-- Lock: none beyond catalog rows. Safe with the previous image: yes, it reads and writes none of these tables; find_memories gives
-- it one kind more, which its code knows.

CREATE TABLE salience.thoughts (
  id text COLLATE "C" PRIMARY KEY,
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  type text NOT NULL,
  content text NOT NULL,
  seed_concept_id text COLLATE "C" NOT NULL,
  strategy text NOT NULL,
  energy real NOT NULL,
  grounding_episode_id text COLLATE "C" NOT NULL REFERENCES salience.episodes(id) ON DELETE CASCADE,
  thread_id text COLLATE "C" NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  model text NOT NULL,
  tokens integer NOT NULL,
  fatigue real NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  search tsvector GENERATED ALWAYS AS (to_tsvector('english', content)) STORED,
  CONSTRAINT thoughts_type CHECK (type IN ('reflection', 'question', 'hypothesis')),
  CONSTRAINT thoughts_trust CHECK (trust IN ('external', 'agent')),
  CONSTRAINT thoughts_energy CHECK (energy >= 0)
);
--> statement-breakpoint
CREATE INDEX thoughts_agent ON salience.thoughts (agent_id, created_at);
--> statement-breakpoint
CREATE INDEX thoughts_live ON salience.thoughts (agent_id, expires_at);
--> statement-breakpoint
CREATE INDEX thoughts_episode ON salience.thoughts (grounding_episode_id);
--> statement-breakpoint
CREATE TABLE salience.thought_concepts (
  thought_id text COLLATE "C" NOT NULL REFERENCES salience.thoughts(id) ON DELETE CASCADE,
  concept_id text COLLATE "C" NOT NULL REFERENCES salience.concepts(id) ON DELETE CASCADE,
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  energy real NOT NULL,
  is_seed boolean NOT NULL,
  PRIMARY KEY (thought_id, concept_id)
);
--> statement-breakpoint
CREATE INDEX thought_concepts_concept ON salience.thought_concepts (concept_id);
--> statement-breakpoint
-- What drift added to a concept's strength: apart from mentions and accesses, so that it can be told what strengthened it.
CREATE TABLE salience.drift_reinforcements (
  thought_id text COLLATE "C" PRIMARY KEY REFERENCES salience.thoughts(id) ON DELETE CASCADE,
  concept_id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  amount real NOT NULL,
  at timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX drift_reinforcements_concept ON salience.drift_reinforcements (concept_id);
--> statement-breakpoint
CREATE TABLE salience.drift_runs (
  id text COLLATE "C" PRIMARY KEY,
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  fence bigint NOT NULL,
  state text NOT NULL DEFAULT 'running',
  reason text,
  strategy text NOT NULL,
  seed_concept_id text COLLATE "C" NOT NULL,
  -- What the call may cost until it is known what it did cost: a budget must hold when a worker dies in the middle.
  tokens integer NOT NULL,
  thought_id text COLLATE "C",
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT drift_runs_state CHECK (state IN ('running', 'stored', 'refused', 'yielded', 'failed', 'lost'))
);
--> statement-breakpoint
CREATE INDEX drift_runs_agent ON salience.drift_runs (agent_id, started_at);
--> statement-breakpoint
CREATE INDEX drift_runs_concept ON salience.drift_runs (seed_concept_id);
--> statement-breakpoint
CREATE TABLE salience.drift_agents (
  agent_id text COLLATE "C" PRIMARY KEY REFERENCES salience.agents(id),
  next_at timestamp with time zone NOT NULL,
  fence bigint NOT NULL DEFAULT 0,
  owner text,
  lease_until timestamp with time zone
);
--> statement-breakpoint
GRANT SELECT ON salience.thoughts, salience.thought_concepts, salience.drift_reinforcements, salience.drift_runs,
  salience.drift_agents TO salience_app;
--> statement-breakpoint
GRANT INSERT ON salience.thoughts, salience.thought_concepts, salience.drift_reinforcements TO salience_cognitive_drift;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.drift_runs, salience.drift_agents TO salience_cognitive_drift;
--> statement-breakpoint
GRANT UPDATE (strength) ON salience.concepts TO salience_cognitive_drift;
--> statement-breakpoint
DO $$
DECLARE table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['thoughts', 'thought_concepts', 'drift_reinforcements', 'drift_runs', 'drift_agents'] LOOP
    EXECUTE format('ALTER TABLE salience.%I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format(
      'CREATE POLICY own_agent ON salience.%1$I TO salience_app USING (%2$s) WITH CHECK (%2$s)',
      table_name, 'agent_id = current_setting(''app.agent'', true)');
    EXECUTE format(
      'CREATE POLICY every_agent ON salience.%I TO salience_scheduler, salience_routing_regulator, salience_cognitive_drift, salience_operator USING (true) WITH CHECK (true)',
      table_name);
  END LOOP;
END $$;
--> statement-breakpoint
-- What the rows say of the fleet's rest: lanes that somebody works on, lanes with turns, the latest turn that was accepted. Over
-- all agents, so it needs a named cross-agent role. Ids of turns sort by the time of their acceptance.
CREATE FUNCTION salience.fleet_rest() RETURNS jsonb LANGUAGE sql STABLE
SET plan_cache_mode = 'force_generic_plan' SET jit = off AS $$
  SELECT jsonb_build_object(
    'running', (SELECT count(*) FROM salience.lanes WHERE owner IS NOT NULL AND lease_until >= clock_timestamp()),
    'waiting', (SELECT count(*) FROM salience.lanes WHERE tail > cursor),
    'latest', (SELECT jsonb_build_object('turnId', t.id, 'at', t.accepted_at) FROM salience.turns t ORDER BY t.id DESC LIMIT 1))
$$;
--> statement-breakpoint
-- The agents whose turn to think it is, the longest due first. An agent never seen before counts as due: its first claim only
-- sets its time.
CREATE FUNCTION salience.due_drifts(p_now timestamptz, p_limit integer) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  SELECT a.id FROM salience.agents a LEFT JOIN salience.drift_agents d ON d.agent_id = a.id
  WHERE d.agent_id IS NULL OR (d.next_at <= p_now AND (d.lease_until IS NULL OR d.lease_until < clock_timestamp()))
  ORDER BY d.next_at NULLS LAST, a.id LIMIT p_limit
$$;
--> statement-breakpoint
-- Takes an agent for one worker. p: {agentId, owner, leaseMs, now, firstAt, episodeMs, fatigueMs, budgetMs}. r: {status: claimed |
-- waits, fence, episodeAt (of the latest episode within episodeMs), fatigue, tokens}. What an earlier owner left running is lost.
CREATE FUNCTION salience.claim_drift(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_row salience.drift_agents;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  INSERT INTO salience.drift_agents (agent_id, next_at) VALUES (v_agent, (p->>'firstAt')::timestamptz) ON CONFLICT DO NOTHING;
  UPDATE salience.drift_agents SET owner = p->>'owner', fence = fence + 1,
    lease_until = clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond'
  WHERE agent_id = v_agent AND next_at <= v_now AND (lease_until IS NULL OR lease_until < clock_timestamp())
  RETURNING * INTO v_row;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'waits'); END IF;
  UPDATE salience.drift_runs SET state = 'lost', ended_at = v_now WHERE agent_id = v_agent AND state = 'running';
  RETURN jsonb_build_object('status', 'claimed', 'fence', v_row.fence,
    'episodeAt', (SELECT max(ended_at) FROM salience.episodes
      WHERE agent_id = v_agent AND ended_at > v_now - (p->>'episodeMs')::bigint * interval '1 millisecond'),
    'fatigue', (SELECT coalesce(sum(fatigue), 0) FROM salience.thoughts
      WHERE agent_id = v_agent AND created_at > v_now - (p->>'fatigueMs')::bigint * interval '1 millisecond'),
    'tokens', (SELECT coalesce(sum(tokens), 0) FROM salience.drift_runs
      WHERE agent_id = v_agent AND started_at > v_now - (p->>'budgetMs')::bigint * interval '1 millisecond'));
END $$;
--> statement-breakpoint
-- True when nothing was accepted since the turn named and no lane has work: what a worker that thinks asks when it did not hear
-- of a turn.
CREATE FUNCTION salience.fleet_still_rests(p_latest_turn text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT 1 FROM salience.lanes WHERE tail > cursor)
    AND (SELECT id FROM salience.turns ORDER BY id DESC LIMIT 1) IS NOT DISTINCT FROM p_latest_turn
$$;
--> statement-breakpoint
-- Goes on with an agent that is held. p: {agentId, fence, leaseMs, latestTurnId}. r: {held, rests}.
CREATE FUNCTION salience.renew_drift(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  UPDATE salience.drift_agents SET lease_until = clock_timestamp() + (p->>'leaseMs')::integer * interval '1 millisecond'
  WHERE agent_id = p->>'agentId' AND fence = (p->>'fence')::bigint AND owner IS NOT NULL;
  RETURN jsonb_build_object('held', FOUND, 'rests', salience.fleet_still_rests(p->>'latestTurnId'));
END $$;
--> statement-breakpoint
-- When drift last dwelt on a concept: as part of a thought, or as the seed of a run that came to an end of its own.
CREATE FUNCTION salience.drifted_at(p_agent text, p_concept text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT greatest(
    (SELECT max(t.created_at) FROM salience.thought_concepts c JOIN salience.thoughts t ON t.id = c.thought_id
      WHERE c.concept_id = p_concept AND c.agent_id = p_agent),
    (SELECT max(r.started_at) FROM salience.drift_runs r
      WHERE r.seed_concept_id = p_concept AND r.agent_id = p_agent AND r.state IN ('stored', 'refused', 'failed')))
$$;
--> statement-breakpoint
-- What a seed is chosen from. p: {agentId, limit}: of more concepts than the limit the half seen last and the half seen longest
-- ago. r: [{id, strength, lastSeenAt, salience (of the most salient episode it came from), driftedAt}].
CREATE FUNCTION salience.drift_pool(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_half integer := (p->>'limit')::integer / 2;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  RETURN (
    WITH pool AS (
      (SELECT id, strength, last_seen_at FROM salience.concepts WHERE agent_id = v_agent ORDER BY last_seen_at DESC, id LIMIT v_half)
      UNION
      (SELECT id, strength, last_seen_at FROM salience.concepts WHERE agent_id = v_agent ORDER BY last_seen_at, id LIMIT v_half)
    )
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'strength', c.strength, 'lastSeenAt', c.last_seen_at,
      'salience', coalesce((SELECT max(e.salience) FROM salience.concept_sources s JOIN salience.episodes e ON e.id = s.episode_id
        WHERE s.concept_id = c.id AND s.agent_id = v_agent), 0),
      'driftedAt', salience.drifted_at(v_agent, c.id)) ORDER BY c.id), '[]')
    FROM pool c);
END $$;
--> statement-breakpoint
CREATE FUNCTION salience.drift_concept(p_agent text, p_id text, p_energy real) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', c.id, 'name', c.name, 'kind', c.kind, 'definition', c.definition, 'trust', c.trust,
    'energy', p_energy, 'driftedAt', salience.drifted_at(p_agent, c.id))
  FROM salience.concepts c WHERE c.id = p_id AND c.agent_id = p_agent
$$;
--> statement-breakpoint
-- What there is to think about from a seed. p: {agentId, seedId, now, depth, decay, cut, thoughts}. r: {seed (null when it is gone),
-- activated: [concept with energy and driftedAt, strongest first, never the seed], links: [{from, type, to}] by name, episodes: [the
-- five that share most activation], thoughts: [what was thought lately, newest first]}.
CREATE FUNCTION salience.drift_material(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_seed text := p->>'seedId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_ids text[];
  v_energies real[];
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  SELECT coalesce(array_agg(a.concept_id ORDER BY a.energy DESC, a.concept_id), '{}'),
    coalesce(array_agg(a.energy ORDER BY a.energy DESC, a.concept_id), '{}')
  INTO v_ids, v_energies
  FROM (
    SELECT s.concept_id, max(s.energy)::real AS energy FROM salience.spread_activation(v_agent,
      jsonb_build_array(jsonb_build_object('id', v_seed, 'energy', 1)), (p->>'depth')::integer, (p->>'decay')::real,
      (p->>'cut')::real, v_now) s
    WHERE s.concept_id <> v_seed GROUP BY s.concept_id ORDER BY 2 DESC, 1 LIMIT 40
  ) a;
  RETURN jsonb_build_object(
    'seed', salience.drift_concept(v_agent, v_seed, 1),
    'activated', coalesce((SELECT jsonb_agg(salience.drift_concept(v_agent, u.id, u.energy) ORDER BY u.n)
      FROM unnest(v_ids, v_energies) WITH ORDINALITY AS u(id, energy, n)), '[]'),
    'links', coalesce((SELECT jsonb_agg(jsonb_build_object('from', f.name, 'type', r.type, 'to', t.name, 'trust', r.trust) ORDER BY r.strength DESC, r.id)
      FROM salience.relations r JOIN salience.concepts f ON f.id = r.from_id JOIN salience.concepts t ON t.id = r.to_id
      WHERE r.agent_id = v_agent AND r.valid_to IS NULL AND r.from_id = ANY (v_ids || v_seed) AND r.to_id = ANY (v_ids || v_seed)), '[]'),
    'episodes', coalesce((SELECT jsonb_agg(jsonb_build_object('id', e.id, 'threadId', e.thread_id, 'gist', e.gist, 'intent', e.intent,
        'outcome', e.outcome, 'openLoops', e.open_loops, 'trust', e.trust, 'endedAt', e.ended_at, 'overlap', o.overlap)
        ORDER BY o.overlap DESC, e.ended_at DESC, e.id)
      FROM (
        SELECT s.episode_id, sum(u.energy) AS overlap FROM unnest(v_ids || v_seed, v_energies || 1::real) AS u(id, energy)
        JOIN (SELECT DISTINCT concept_id, episode_id FROM salience.concept_sources WHERE agent_id = v_agent AND concept_id = ANY (v_ids || v_seed)) s
          ON s.concept_id = u.id
        GROUP BY s.episode_id ORDER BY 2 DESC, 1 DESC LIMIT 5
      ) o JOIN salience.episodes e ON e.id = o.episode_id AND e.agent_id = v_agent), '[]'),
    'thoughts', coalesce((SELECT jsonb_agg(t.content ORDER BY t.created_at DESC) FROM (
      SELECT content, created_at FROM salience.thoughts WHERE agent_id = v_agent AND expires_at > v_now
      ORDER BY created_at DESC LIMIT (p->>'thoughts')::integer) t), '[]'));
END $$;
--> statement-breakpoint
-- Writes down that a model is about to be asked, with what that may cost. p: {id, agentId, fence, strategy, seedId, tokens, now}.
-- False, and nothing is written, when the agent is no longer held.
CREATE FUNCTION salience.begin_drift_run(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  INSERT INTO salience.drift_runs (id, agent_id, fence, strategy, seed_concept_id, tokens, started_at)
  SELECT p->>'id', d.agent_id, d.fence, p->>'strategy', p->>'seedId', (p->>'tokens')::integer, (p->>'now')::timestamptz
  FROM salience.drift_agents d WHERE d.agent_id = p->>'agentId' AND d.fence = (p->>'fence')::bigint AND d.owner IS NOT NULL
  FOR UPDATE;
  RETURN to_jsonb(FOUND);
END $$;
--> statement-breakpoint
-- Gives an agent back. p: {agentId, fence, nextAt (null: as it was), now, run: {id, state, reason, tokens (null: what was reserved)}
-- or null}. False when it was no longer held; then nothing changes.
CREATE FUNCTION salience.release_drift(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  UPDATE salience.drift_agents SET owner = NULL, lease_until = NULL, next_at = coalesce((p->>'nextAt')::timestamptz, next_at)
  WHERE agent_id = p->>'agentId' AND fence = (p->>'fence')::bigint AND owner IS NOT NULL;
  IF NOT FOUND THEN RETURN 'false'::jsonb; END IF;
  UPDATE salience.drift_runs SET state = p->'run'->>'state', reason = p->'run'->>'reason',
    tokens = coalesce((p->'run'->>'tokens')::integer, tokens), ended_at = (p->>'now')::timestamptz
  WHERE id = p->'run'->>'id' AND state = 'running';
  RETURN 'true'::jsonb;
END $$;
--> statement-breakpoint
-- Keeps a thought with everything that it means, and gives the agent back, in one commit. p: {agentId, fence, runId, latestTurnId,
-- nextAt, now, thought: {id, type, content, seedId, strategy, energy, episodeId, threadId, trust, model, tokens, fatigue, expiresAt,
-- concepts: [{id, energy}], reinforce (added to the seed's strength, or null), code, codeModelId}}. r: {status: stored | fenced |
-- yielded | gone}: yielded when a turn was accepted meanwhile, gone when what it rests on is no longer there.
CREATE FUNCTION salience.save_thought(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_end text := 'stored';
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  UPDATE salience.drift_agents SET owner = NULL, lease_until = NULL
  WHERE agent_id = v_agent AND fence = (p->>'fence')::bigint AND owner IS NOT NULL;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'fenced'); END IF;
  IF NOT salience.fleet_still_rests(p->>'latestTurnId') THEN
    v_end := 'yielded';
  ELSE
    BEGIN
      PERFORM salience.insert_thought(v_agent, p->'thought', v_now);
    EXCEPTION WHEN foreign_key_violation THEN
      -- What was forgotten while the model wrote does not come back in other words.
      v_end := 'gone';
    END;
    UPDATE salience.drift_agents SET next_at = (p->>'nextAt')::timestamptz WHERE agent_id = v_agent;
  END IF;
  UPDATE salience.drift_runs SET state = CASE v_end WHEN 'gone' THEN 'refused' ELSE v_end END,
    reason = CASE v_end WHEN 'gone' THEN 'gone' END, tokens = (p->'thought'->>'tokens')::integer, ended_at = v_now,
    thought_id = CASE v_end WHEN 'stored' THEN p->'thought'->>'id' END
  WHERE id = p->>'runId' AND state = 'running';
  RETURN jsonb_build_object('status', v_end);
END $$;
--> statement-breakpoint
-- The rows of a thought. Its episode and concepts are held by their keys until the commit, so none of them goes unseen.
CREATE FUNCTION salience.insert_thought(p_agent text, p jsonb, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO salience.thoughts (id, agent_id, type, content, seed_concept_id, strategy, energy, grounding_episode_id, thread_id, trust,
    source, model, tokens, fatigue, created_at, expires_at)
  VALUES (p->>'id', p_agent, p->>'type', p->>'content', p->>'seedId', p->>'strategy', (p->>'energy')::real, p->>'episodeId',
    p->>'threadId', p->>'trust', 'drift', p->>'model', (p->>'tokens')::integer, (p->>'fatigue')::real, p_now, (p->>'expiresAt')::timestamptz);
  INSERT INTO salience.thought_concepts (thought_id, concept_id, agent_id, energy, is_seed)
  SELECT p->>'id', c->>'id', p_agent, (c->>'energy')::real, c->>'id' = p->>'seedId' FROM jsonb_array_elements(p->'concepts') c;
  IF p->>'code' IS NOT NULL THEN
    PERFORM salience.save_codes(p_agent, jsonb_build_array(jsonb_build_object('id', p->>'id', 'kind', 'thought',
      'modelId', p->>'codeModelId', 'code', p->>'code')));
  END IF;
  IF p->>'reinforce' IS NOT NULL THEN
    INSERT INTO salience.drift_reinforcements (thought_id, concept_id, agent_id, amount, at)
    VALUES (p->>'id', p->>'seedId', p_agent, (p->>'reinforce')::real, p_now);
    UPDATE salience.concepts SET strength = least(1, strength + (p->>'reinforce')::real)
    WHERE id = p->>'seedId' AND agent_id = p_agent;
  END IF;
END $$;
--> statement-breakpoint
-- Takes the codes of thoughts that have expired out of the search by meaning, over all agents; their rows stay. An empty code tells
-- the processes that hold it. Returns how many there were.
CREATE FUNCTION salience.expire_thoughts(p_now timestamptz, p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_count integer;
BEGIN
  UPDATE salience.memory_codes m SET code = '', written_xid = pg_current_xact_id()
  FROM (SELECT t.agent_id, t.id FROM salience.thoughts t JOIN salience.memory_codes c ON c.agent_id = t.agent_id AND c.item_id = t.id
    WHERE t.expires_at <= p_now AND c.code <> '' ORDER BY t.id LIMIT p_limit FOR UPDATE OF c SKIP LOCKED) gone
  WHERE m.agent_id = gone.agent_id AND m.item_id = gone.id;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
--> statement-breakpoint
-- Which live thoughts speak of a question, and how much, 0..1: the share of the question's weight in words that they hold. Those
-- in `p_near` come whatever their words.
CREATE FUNCTION salience.match_thoughts(p_agent text, p_query text, p_near text[], p_pool integer, p_thread text, p_at timestamptz)
RETURNS TABLE (id text, words double precision) LANGUAGE plpgsql STABLE
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
DECLARE
  v_terms text[];
  v_idfs double precision[];
  v_total double precision;
  v_query tsquery;
BEGIN
  -- Most questions are asked of agents that have not thought at all.
  IF NOT EXISTS (SELECT 1 FROM salience.thoughts WHERE agent_id = p_agent AND expires_at > p_at) THEN RETURN; END IF;
  SELECT array_agg(lexeme), array_agg(idf), sum(idf),
    string_agg('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''', ' | ')::tsquery
  INTO v_terms, v_idfs, v_total, v_query FROM salience.query_terms(p_agent, p_query);
  RETURN QUERY
  SELECT t.id, coalesce((SELECT sum(v_idfs[array_position(v_terms, w.lexeme)]) FROM unnest(t.search) w WHERE w.lexeme = ANY (v_terms))
    / nullif(v_total, 0), 0) AS words
  FROM salience.thoughts t
  WHERE t.agent_id = p_agent AND t.expires_at > p_at AND (p_thread IS NULL OR t.thread_id = p_thread)
    AND (t.id = ANY (p_near) OR t.search @@ v_query)
  ORDER BY (t.id = ANY (p_near)) DESC, 2 DESC, t.id DESC LIMIT p_pool + cardinality(p_near);
END $$;
--> statement-breakpoint
ALTER FUNCTION salience.find_memories(text, jsonb) RENAME TO find_told;
--> statement-breakpoint
-- What memory holds on a question, as find_told says it, and the thoughts that speak of it or are near in meaning. What was thought
-- is no evidence of what was told: it never keeps the latest tellings away.
CREATE FUNCTION salience.find_memories(p_agent text, p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_found jsonb := salience.find_told(p_agent, p);
  v_thoughts jsonb;
BEGIN
  IF p->>'query' = '' OR (jsonb_typeof(p->'kinds') = 'array' AND NOT p->'kinds' ? 'thought') THEN RETURN v_found; END IF;
  SELECT jsonb_agg(jsonb_build_object('kind', 'thought', 'id', t.id, 'text', t.content, 'reply', NULL, 'speaker', 'agent',
    'at', t.created_at, 'thread_id', t.thread_id, 'exchange_id', NULL, 'topic_id', t.topic_id, 'trust', t.trust, 'source', t.source,
    'seq', NULL, 'words', m.words, 'neighbours', 0, 'speaks', false, 'weight', 1 - exp(-t.energy), 'entity', false, 'graph', 0,
    'used_at', a.last_at)) INTO v_thoughts
  FROM salience.match_thoughts(p_agent, p->>'query', ARRAY(SELECT jsonb_array_elements_text(p->'near')),
    greatest(1, (p->>'pool')::integer / 8), p->>'threadId', coalesce((p->>'at')::timestamptz, now())) m
  CROSS JOIN LATERAL (SELECT x.*, (SELECT e.topic_id FROM salience.episodes e WHERE e.id = x.grounding_episode_id) AS topic_id
    FROM salience.thoughts x WHERE x.id = m.id OFFSET 0) t
  LEFT JOIN salience.memory_accesses a ON a.agent_id = p_agent AND a.item_id = t.id;
  IF v_thoughts IS NULL THEN RETURN v_found; END IF;
  RETURN jsonb_set(v_found, '{items}', (v_found->'items') || v_thoughts);
END $$;
