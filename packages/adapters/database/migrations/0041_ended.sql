-- Why: what holds no longer is told as that wherever it is told again. Search gives the statements that have ended beside what it found,
-- with everything that rests on the words they were said in; so do idle thought and the graph. A reminder knows the turn that made it and the
-- one that cancelled it. The agent's reminders wait beside every thread, and what lies ahead comes with what was said of it since.
-- Lock: columns are added without rewriting a row; reminders, facts, traits and chunks wait while each new index reads them once.
-- Safe with the previous image: yes, functions keep their signatures and only add to what they return; reminders that it makes and cancels
-- mark nothing.

ALTER TABLE salience.reminders ADD COLUMN made_turn_id text COLLATE "C";
--> statement-breakpoint
ALTER TABLE salience.reminders ADD COLUMN cancelled_turn_id text COLLATE "C";
--> statement-breakpoint
ALTER TABLE salience.reminders ADD COLUMN cancelled_at timestamp with time zone;
--> statement-breakpoint
CREATE INDEX reminders_waiting ON salience.reminders (agent_id, due_at) WHERE state = 'pending';
--> statement-breakpoint
CREATE INDEX reminders_made ON salience.reminders (made_turn_id) WHERE made_turn_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX reminders_cancelled ON salience.reminders (agent_id, cancelled_at) WHERE cancelled_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX facts_said ON salience.facts (agent_id, lower(subject), key, lower(value));
CREATE INDEX facts_ended ON salience.facts (agent_id, valid_to) WHERE valid_to IS NOT NULL;
--> statement-breakpoint
-- Without the person, so that it also gives the latest of all.
DROP INDEX salience.traits_ended;
--> statement-breakpoint
CREATE INDEX traits_ended ON salience.traits (agent_id, valid_to) WHERE valid_to IS NOT NULL;
--> statement-breakpoint
CREATE INDEX chunks_over ON salience.chunks (agent_id, exchange_id) WHERE grounds ? 'over';
--> statement-breakpoint
-- The statements that had ended by p_at: the latest of the agent, and those that the items rest on, however long ago they ended; of each kind
-- the 48 that ended last. p_items:
-- [{id, kind, exchange (the one it was said in)}]. Returns {statements: [{kind, subject, key, value, now (what holds in its place, null
-- for nothing), at, by (the exchange that ended it), trust (of whose word ended it), saidTrust, nowTrust, rests: [ids of the exchanges that said it, and of the
-- items that rest on those]}], since: {id of an item: when the first of what it is made from was said}}. Null where nothing has ended.
CREATE FUNCTION salience.ended_statements(p_agent text, p_items jsonb, p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql STABLE
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_result jsonb;
BEGIN
  WITH items AS MATERIALIZED (
    SELECT DISTINCT x.id, x.kind, x.exchange FROM jsonb_to_recordset(p_items) x(id text, kind text, exchange text)
  ), made AS MATERIALIZED (
    -- The episode that an item was made from.
    SELECT i.id, i.id AS episode_id, NULL::timestamptz AS since FROM items i WHERE i.kind = 'episode'
    UNION ALL SELECT i.id, c.defined_by, c.defined_at FROM items i JOIN salience.concepts c ON c.id = i.id WHERE i.kind = 'concept'
    UNION ALL SELECT i.id, t.grounding_episode_id, NULL FROM items i JOIN salience.thoughts t ON t.id = i.id WHERE i.kind = 'thought'
  ), rests AS MATERIALIZED (
    SELECT i.id, i.exchange AS source FROM items i WHERE i.exchange IS NOT NULL AND i.kind NOT IN ('episode', 'concept', 'thought')
    UNION SELECT m.id, x.exchange_id FROM made m JOIN salience.episode_exchanges x ON x.episode_id = m.episode_id
    UNION SELECT i.id, s.exchange_id FROM items i JOIN salience.relation_sources s ON s.relation_id = i.id
      WHERE i.kind = 'relation' AND NOT s.denies AND s.exchange_id IS NOT NULL
  ), fact_values AS MATERIALIZED (
    SELECT o.subject, o.key, o.value FROM (
      (SELECT lower(l.subject) AS subject, l.key, lower(l.value) AS value, l.valid_to FROM salience.facts l
        WHERE l.agent_id = p_agent AND l.valid_to <= p_at ORDER BY l.valid_to DESC LIMIT 6)
      UNION ALL SELECT lower(x.subject), x.key, lower(x.value), x.valid_to FROM (SELECT DISTINCT source FROM rests) r
        JOIN salience.facts x ON x.exchange_id = r.source WHERE x.agent_id = p_agent AND x.valid_to <= p_at
    ) o GROUP BY 1, 2, 3 ORDER BY max(o.valid_to) DESC LIMIT 12
  ), facts AS (
    SELECT 'fact' AS kind, last.subject, v.key, last.value, n.value AS now, last.valid_to AS at, e.exchange_id AS by,
      coalesce(e.trust, last.trust) AS trust, last.trust AS said_trust, coalesce(n.trust, e.trust, last.trust) AS now_trust, s.sources
    FROM fact_values v
    CROSS JOIN LATERAL (SELECT array_agg(f.exchange_id) AS sources, bool_or(f.valid_to IS NULL OR f.valid_to > p_at) AS holds,
        (array_agg(f.id ORDER BY f.valid_to DESC, f.id DESC) FILTER (WHERE f.valid_to <= p_at))[1] AS last_id
      FROM salience.facts f WHERE f.agent_id = p_agent AND lower(f.subject) = v.subject AND f.key = v.key AND lower(f.value) = v.value
        AND f.said_at <= p_at) s
    JOIN salience.facts last ON last.id = s.last_id
    LEFT JOIN salience.facts e ON e.id = last.superseded_by
    LEFT JOIN LATERAL (SELECT f.value, f.trust FROM salience.facts f
      WHERE f.agent_id = p_agent AND lower(f.subject) = v.subject AND f.key = v.key AND coalesce(f.valid_from, f.said_at) <= p_at
        AND f.valid_to IS NULL AND (f.single_valued OR f.said_at = last.valid_to)
      ORDER BY f.said_at DESC, f.id DESC LIMIT 1) n ON true
    WHERE NOT s.holds
  ), traits AS (
    SELECT 'trait', t.person, t.key, t.value, n.value, t.valid_to, e.exchange_id, coalesce(e.trust, t.trust), t.trust,
      coalesce(n.trust, e.trust, t.trust), s.sources
    FROM (
      SELECT i.id FROM (
        (SELECT l.id, l.valid_to FROM salience.traits l WHERE l.agent_id = p_agent AND l.valid_to <= p_at ORDER BY l.valid_to DESC LIMIT 6)
        UNION SELECT y.id, y.valid_to FROM (SELECT DISTINCT source FROM rests) r JOIN salience.trait_sources x ON x.exchange_id = r.source
          JOIN salience.traits y ON y.id = x.trait_id WHERE x.agent_id = p_agent AND y.valid_to <= p_at
      ) i ORDER BY i.valid_to DESC LIMIT 12
    ) o JOIN salience.traits t ON t.id = o.id AND t.literal
    CROSS JOIN LATERAL (SELECT array_agg(x.exchange_id) AS sources FROM salience.trait_sources x WHERE x.trait_id = t.id AND NOT x.ends) s
    LEFT JOIN LATERAL (SELECT x.exchange_id, x.trust FROM salience.trait_sources x
      WHERE x.id = t.superseded_by OR (x.trait_id = t.id AND x.ends) ORDER BY x.said_at DESC LIMIT 1) e ON true
    LEFT JOIN LATERAL (SELECT x.value, x.trust FROM salience.traits x
      WHERE x.agent_id = p_agent AND x.person = t.person AND x.literal AND x.valid_from <= p_at AND (x.valid_to IS NULL OR x.valid_to > p_at)
        -- Of a key with many values the one that was told as this one ended.
        AND (x.key = t.key OR (strpos(t.key, ':') > 0 AND x.valid_from = t.valid_to AND split_part(x.key, ':', 1) = split_part(t.key, ':', 1)))
      ORDER BY x.key = t.key DESC, x.id DESC LIMIT 1) n ON true
  ), reminders AS (
    SELECT 'reminder', 'user', 'reminder', m.text, later.due_at::text, m.cancelled_at, e.id, coalesce(e.trust, m.trust), m.trust, m.trust, s.sources
    FROM (
      (SELECT l.id FROM salience.reminders l WHERE l.agent_id = p_agent AND l.cancelled_at <= p_at ORDER BY l.cancelled_at DESC LIMIT 12)
      UNION SELECT x.id FROM rests r JOIN salience.exchanges q ON q.id = r.source JOIN salience.reminders x ON x.made_turn_id = q.turn_id
        WHERE x.agent_id = p_agent
    ) o JOIN salience.reminders m ON m.id = o.id AND m.cancelled_at <= p_at
    CROSS JOIN LATERAL (SELECT array_agg(q.id) AS sources FROM salience.exchanges q WHERE q.turn_id = m.made_turn_id) s
    LEFT JOIN salience.exchanges e ON e.turn_id = m.cancelled_turn_id
    LEFT JOIN LATERAL (SELECT x.due_at FROM salience.reminders x WHERE x.made_turn_id = m.cancelled_turn_id ORDER BY x.due_at LIMIT 1) later ON true
  ), ended AS (
    SELECT * FROM facts UNION ALL SELECT * FROM traits UNION ALL SELECT * FROM reminders
  )
  SELECT jsonb_build_object(
    'statements', coalesce((SELECT jsonb_agg(jsonb_build_object('kind', e.kind, 'subject', e.subject, 'key', e.key, 'value', e.value,
      'now', e.now, 'at', e.at, 'by', e.by, 'trust', e.trust, 'saidTrust', e.said_trust, 'nowTrust', e.now_trust,
      'rests', to_jsonb(ARRAY(SELECT x FROM unnest(e.sources) x WHERE x IS NOT NULL
        UNION SELECT r.id FROM rests r WHERE r.source = ANY (e.sources))))) FROM ended e), '[]'),
    'since', coalesce((SELECT jsonb_object_agg(m.id, coalesce(m.since, p.started_at)) FROM made m
      JOIN salience.episodes p ON p.id = m.episode_id), '{}'))
  INTO v_result;
  RETURN v_result;
END $$;
--> statement-breakpoint
-- True where an agent has statements that had ended by p_at.
CREATE FUNCTION salience.has_ended(p_agent text, p_at timestamptz) RETURNS boolean LANGUAGE sql STABLE
SET enable_seqscan = off AS $$
  SELECT EXISTS (SELECT 1 FROM salience.facts f WHERE f.agent_id = p_agent AND f.valid_to <= p_at)
    OR EXISTS (SELECT 1 FROM salience.traits t WHERE t.agent_id = p_agent AND t.valid_to <= p_at)
    OR EXISTS (SELECT 1 FROM salience.reminders r WHERE r.agent_id = p_agent AND r.cancelled_at <= p_at)
$$;
--> statement-breakpoint
-- The statements that have ended, for what a search found (as recall_memories says it) and for p.beside, exchanges that are shown beside
-- it; as of p.until, else p.at. Null where nothing has ended, as with most agents, at the price of a look at three indexes.
CREATE FUNCTION salience.ended_beside(p_agent text, p_found json, p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_at timestamptz := coalesce((p->>'until')::timestamptz, (p->>'at')::timestamptz, now());
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  IF NOT salience.has_ended(p_agent, v_at) THEN RETURN NULL; END IF;
  RETURN salience.ended_statements(p_agent, (SELECT jsonb_agg(jsonb_build_object('id', i.id, 'kind', i.kind, 'exchange', i.exchange)) FROM (
    SELECT x.id, x.kind, x.exchange_id AS exchange FROM json_to_recordset(p_found->'items') x(id text, kind text, exchange_id text)
    UNION ALL SELECT x.id, x.kind, x.exchange_id FROM json_to_recordset(p_found->'recent') x(id text, kind text, exchange_id text)
    UNION ALL SELECT x, 'exchange', x FROM jsonb_array_elements_text(coalesce(p->'beside', '[]')) x) i), v_at);
END $$;
--> statement-breakpoint
-- What goes on beside a thread: the agent's nearest reminders, the thread's actions that wait for a yes or for their next try, the agent's
-- open list items, what was said to lie ahead in the two months after p_now and in the week before it (`asked`: by a request that a
-- reminder was made or changed for), what was said in the last month to be over, the thread's focus. Times ISO 8601.
CREATE OR REPLACE FUNCTION salience.world_of(p_agent text, p_thread text, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN jsonb_build_object(
    'reminders', coalesce((SELECT jsonb_agg(jsonb_build_object('id', r.id, 'text', r.text, 'dueAt', r.due_at, 'trust', r.trust)
      ORDER BY r.due_at, r.id) FROM (
      SELECT id, text, due_at, trust FROM salience.reminders WHERE agent_id = p_agent AND state = 'pending' ORDER BY due_at LIMIT 5) r), '[]'),
    'actions', coalesce((SELECT jsonb_agg(jsonb_build_object('id', a.id, 'tool', a.tool, 'state', a.state, 'text', left(t.text, 300),
      'at', a.at, 'trust', t.trust) ORDER BY a.at, a.id) FROM (
      (SELECT q.id, q.tool, 'asked' AS state, q.expires_at AS at, q.run_id FROM salience.approvals q
        WHERE q.thread_id = p_thread AND q.state = 'pending' ORDER BY q.created_at DESC LIMIT 5)
      UNION ALL
      (SELECT s.run_id || '.' || s.n, s.call->>'tool', 'waiting', s.retry_at, s.run_id FROM salience.act_steps s
        WHERE s.thread_id = p_thread AND s.state = 'waiting' LIMIT 5)
    ) a JOIN salience.turns t ON t.id = a.run_id), '[]'),
    'goals', coalesce((SELECT jsonb_agg(jsonb_build_object('id', g.id, 'list', g.list, 'text', g.item, 'at', g.created_at, 'trust', g.trust)
      ORDER BY g.created_at DESC, g.id DESC) FROM (
      SELECT id, list, item, created_at, trust FROM salience.list_items
      WHERE agent_id = p_agent AND removed_at IS NULL AND checked_at IS NULL ORDER BY created_at DESC LIMIT 5) g), '[]'),
    'ahead', coalesce((SELECT jsonb_agg(jsonb_build_object('id', e.id, 'message', left(e.message, 2000), 'at', u.next_at, 'saidAt', e.said_at,
      'trust', e.trust, 'times', u.times, 'asked', EXISTS (SELECT 1 FROM salience.act_steps s
        WHERE s.run_id = e.turn_id AND s.kind = 'action' AND s.call->>'tool' = 'schedule')) ORDER BY u.next_at, e.id) FROM (
      (SELECT k.exchange_id, k.next_at, k.times FROM salience.chunks k
        WHERE k.agent_id = p_agent AND k.next_at > p_now - interval '1 day' AND k.next_at < p_now + interval '60 days' ORDER BY k.next_at LIMIT 24)
      UNION ALL
      (SELECT k.exchange_id, k.next_at, k.times FROM salience.chunks k
        WHERE k.agent_id = p_agent AND k.next_at > p_now - interval '7 days' AND k.next_at <= p_now - interval '1 day'
        ORDER BY k.next_at DESC LIMIT 8)
    ) u JOIN salience.exchanges e ON e.id = u.exchange_id WHERE e.said_at <= p_now), '[]'),
    'over', coalesce((SELECT jsonb_agg(jsonb_build_object('id', e.id, 'message', left(e.message, 2000), 'saidAt', e.said_at, 'trust', e.trust,
      'span', o.span) ORDER BY e.said_at, e.id) FROM (
      SELECT k.exchange_id, k.grounds->'over' AS span FROM salience.chunks k WHERE k.agent_id = p_agent AND k.grounds ? 'over'
      ORDER BY k.exchange_id DESC LIMIT 12
    ) o JOIN salience.exchanges e ON e.id = o.exchange_id WHERE e.said_at <= p_now AND e.said_at > p_now - interval '30 days'), '[]'),
    'focus', (SELECT jsonb_build_object('text', f.text, 'setAt', f.set_at, 'trust', f.trust) FROM salience.focuses f
      WHERE f.thread_id = p_thread AND f.cleared_at IS NULL));
END $$;
--> statement-breakpoint
-- What a turn compares itself with, as before; of each gist the time when it was said. Reminders come with the state of the world.
CREATE OR REPLACE FUNCTION salience.snapshot(p_turn salience.turns, p_history integer) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'thread', to_jsonb(t),
    'agent', (SELECT jsonb_build_object('id', a.id, 'name', a.name, 'version', a.version, 'settings', a.settings)
      FROM salience.agents a WHERE a.id = t.agent_id),
    'topicName', (SELECT name FROM salience.topics WHERE id = t.topic_id),
    'history', coalesce((SELECT jsonb_agg(to_jsonb(h) ORDER BY h.seq) FROM (
      SELECT id, seq, speaker, message, reply, mode, topic_id, said_at, trust, reply_trust FROM salience.exchanges
      WHERE thread_id = t.id AND seq < p_turn.seq ORDER BY seq DESC LIMIT p_history) h), '[]'::jsonb),
    -- Said, and never answered because a later message took their place.
    'interrupted', coalesce((SELECT jsonb_agg(to_jsonb(i) ORDER BY i.seq) FROM (
      SELECT id, seq, speaker, text, said_at, trust FROM salience.turns
      WHERE thread_id = t.id AND interrupted_by IS NOT NULL AND state = 'cancelled' AND seq < p_turn.seq
      ORDER BY seq DESC LIMIT p_history) i), '[]'::jsonb),
    'gists', coalesce((SELECT jsonb_agg(to_jsonb(g)) FROM (
      SELECT id, type, content, confidence, trust, exchange_id,
        (SELECT e.said_at FROM salience.exchanges e WHERE e.id = exchange_id) AS said_at FROM salience.gists
      WHERE thread_id = t.id ORDER BY created_at DESC LIMIT 8) g), '[]'::jsonb))
  FROM salience.threads t WHERE t.id = p_turn.thread_id
$$;
--> statement-breakpoint
-- What there is to think about from a seed. p: {agentId, seedId, now, depth, decay, cut, thoughts}. r: {seed (null when it is gone),
-- activated: [concept with energy and driftedAt, strongest first, never the seed], links: [{id, from, type, to}] by name, episodes:
-- [the five that share most activation, of those that repeat one another the first], thoughts: [what was thought lately, newest first], ended:
-- what of all this holds no longer, as ended_statements says it; null for nothing}.
CREATE OR REPLACE FUNCTION salience.drift_material(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_seed text := p->>'seedId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_ids text[];
  v_energies real[];
  v_found jsonb;
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
  v_found := jsonb_build_object(
    'seed', salience.drift_concept(v_agent, v_seed, 1),
    'activated', coalesce((SELECT jsonb_agg(salience.drift_concept(v_agent, u.id, u.energy) ORDER BY u.n)
      FROM unnest(v_ids, v_energies) WITH ORDINALITY AS u(id, energy, n)), '[]'),
    'links', coalesce((SELECT jsonb_agg(jsonb_build_object('id', r.id, 'from', f.name, 'type', r.type, 'to', t.name, 'trust', r.trust) ORDER BY r.strength DESC, r.id)
      FROM salience.relations r JOIN salience.concepts f ON f.id = r.from_id JOIN salience.concepts t ON t.id = r.to_id
      WHERE r.agent_id = v_agent AND r.valid_to IS NULL AND r.from_id = ANY (v_ids || v_seed) AND r.to_id = ANY (v_ids || v_seed)), '[]'),
    'episodes', coalesce((SELECT jsonb_agg(jsonb_build_object('id', e.id, 'threadId', e.thread_id, 'gist', e.gist, 'intent', e.intent,
        'outcome', e.outcome, 'openLoops', e.open_loops, 'trust', e.trust, 'endedAt', e.ended_at, 'overlap', o.overlap)
        ORDER BY o.overlap DESC, e.ended_at DESC, e.id)
      FROM (
        SELECT s.episode_id, sum(u.energy) AS overlap FROM unnest(v_ids || v_seed, v_energies || 1::real) AS u(id, energy)
        JOIN (SELECT DISTINCT c.concept_id, coalesce(x.repeats_of, x.id) AS episode_id FROM salience.concept_sources c
          JOIN salience.episodes x ON x.id = c.episode_id WHERE c.agent_id = v_agent AND c.concept_id = ANY (v_ids || v_seed)) s
          ON s.concept_id = u.id
        GROUP BY s.episode_id ORDER BY 2 DESC, 1 DESC LIMIT 5
      ) o JOIN salience.episodes e ON e.id = o.episode_id AND e.agent_id = v_agent), '[]'),
    'thoughts', coalesce((SELECT jsonb_agg(t.content ORDER BY t.created_at DESC) FROM (
      SELECT content, created_at FROM salience.thoughts WHERE agent_id = v_agent AND expires_at > v_now
      ORDER BY created_at DESC LIMIT (p->>'thoughts')::integer) t), '[]'));
  RETURN v_found || jsonb_build_object('ended', CASE WHEN salience.has_ended(v_agent, v_now) THEN salience.ended_statements(v_agent, (
    SELECT jsonb_agg(jsonb_build_object('id', x.id, 'kind', x.kind)) FROM (
      SELECT unnest(v_ids || v_seed) AS id, 'concept' AS kind
      UNION ALL SELECT value->>'id', 'episode' FROM jsonb_array_elements(v_found->'episodes')
      UNION ALL SELECT value->>'id', 'relation' FROM jsonb_array_elements(v_found->'links')) x), v_now) END);
END $$;
--> statement-breakpoint
-- What is connected with the concepts that a text names, as things stood at p_at: {seeds: [{id, name, kind, definition, trust, at}], found:
-- [{id, name, kind, definition, energy, trust, at, way: [{id, from, type, to, since, until, trust}]}], ended: what of all this holds no longer, as
-- ended_statements says it; null for nothing}, strongest first; `at`: when it was defined. A definition is shown with
-- the trust of who gave it, a relation with that of who stated it.
CREATE OR REPLACE FUNCTION salience.associate_concepts(p_agent text, p_text text, p_depth integer, p_limit integer, p_at timestamptz) RETURNS jsonb
LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_seeds text[];
  v_found jsonb;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  v_seeds := ARRAY(SELECT DISTINCT n.concept_id FROM salience.named_concepts(p_agent, p_text) n ORDER BY 1 LIMIT 16);
  v_found := jsonb_build_object(
    'seeds', coalesce((SELECT jsonb_agg(jsonb_build_object('id', c.id, 'at', coalesce(c.defined_at, c.last_seen_at), 'name', c.name, 'kind', c.kind, 'definition', c.definition, 'trust', c.trust)
      ORDER BY c.strength DESC, c.id) FROM salience.concepts c WHERE c.id = ANY (v_seeds)), '[]'),
    'found', coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', c.id, 'at', coalesce(c.defined_at, c.last_seen_at), 'name', c.name, 'kind', c.kind, 'definition', c.definition, 'energy', s.energy, 'trust', c.trust,
        'way', (SELECT jsonb_agg(jsonb_build_object('id', r.id, 'from', f.name, 'type', r.type, 'to', t.name, 'since', r.valid_from, 'until', r.valid_to, 'trust', r.trust) ORDER BY v.n)
          FROM unnest(s.via) WITH ORDINALITY v(id, n) JOIN salience.relations r ON r.id = v.id
          JOIN salience.concepts f ON f.id = r.from_id JOIN salience.concepts t ON t.id = r.to_id)) ORDER BY s.energy DESC, c.id)
      FROM (SELECT * FROM salience.spread_activation(p_agent,
          (SELECT jsonb_agg(jsonb_build_object('id', x, 'energy', 1)) FROM unnest(v_seeds) x), p_depth, 0.7, 0.3, p_at)
        ORDER BY energy DESC, concept_id LIMIT p_limit) s
      JOIN salience.concepts c ON c.id = s.concept_id WHERE NOT c.id = ANY (v_seeds)), '[]'));
  RETURN v_found || jsonb_build_object('ended', CASE WHEN salience.has_ended(p_agent, p_at) THEN salience.ended_statements(p_agent, (
    SELECT jsonb_agg(jsonb_build_object('id', x.id, 'kind', x.kind)) FROM (
      SELECT value->>'id' AS id, 'concept' AS kind FROM jsonb_array_elements(v_found->'seeds' || v_found->'found')
      UNION SELECT w->>'id', 'relation' FROM jsonb_array_elements(v_found->'found') f, jsonb_array_elements(f->'way') w) x), p_at) END);
END $$;
