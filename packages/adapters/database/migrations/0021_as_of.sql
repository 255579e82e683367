-- Why: memory is asked as of a time: the facts, traits and relations that held then are told, and what nobody had said by then is
-- not. What somebody says holds no longer ends the fact too. Everything that is kept of an item is told where it is looked at.
-- Lock: one index of facts is made anew and one of trait_sources is added: writing to each waits while it is read once (about a second
-- for a million rows); facts that were said to hold no longer are ended once. Safe with the previous image: yes, it never called what
-- is dropped, and every function takes what it sends and answers at least what it reads.

CREATE INDEX facts_key ON salience.facts (agent_id, lower(subject), key, said_at, id);
--> statement-breakpoint
DROP INDEX salience.facts_single;
--> statement-breakpoint
CREATE INDEX trait_sources_denying ON salience.trait_sources (agent_id, lower(person)) WHERE ends OR left(key, 6) = 'taste:';
--> statement-breakpoint
DROP FUNCTION salience.facts_as_of(text, timestamptz);
--> statement-breakpoint
-- Of which key of facts a statement says that a value holds no longer; null for one that says so of none. Who likes a thing does not
-- dislike it, and the other way round.
CREATE FUNCTION salience.denied_key(s salience.trait_sources) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN s.origin <> 'explicit' OR NOT s.literal THEN NULL
    WHEN left(s.key, 6) = 'taste:' THEN CASE WHEN (split_part(s.value, ' ', 1) = 'likes') = s.ends THEN 'likes' ELSE 'dislikes' END
    WHEN s.ends THEN split_part(s.key, ':', 1) END
$$;
--> statement-breakpoint
-- What a person said of which facts of theirs hold no longer. p_subject and the values: lower case.
CREATE FUNCTION salience.fact_denials(p_agent text, p_subject text, p_key text)
RETURNS TABLE (id text, value text, said_at timestamptz, rank integer) LANGUAGE sql STABLE AS $$
  SELECT s.id, lower(CASE WHEN left(s.key, 6) = 'taste:' THEN substr(s.value, strpos(s.value, ' ') + 1) ELSE s.value END), s.said_at,
    salience.word_rank(s.trust)
  FROM salience.trait_sources s
  WHERE s.agent_id = p_agent AND lower(s.person) = p_subject AND (s.ends OR left(s.key, 6) = 'taste:') AND salience.denied_key(s) = p_key
$$;
--> statement-breakpoint
-- Works out when each of the facts of one subject and one key held, as settle_traits does for traits. Of a single-valued key a later
-- value ends the one before; of any key a value ends when its person says that it holds no longer. What is trusted less never ends
-- what is trusted more, and beside it never held. p_subject: lower case.
CREATE OR REPLACE FUNCTION salience.settle_facts(p_agent text, p_subject text, p_key text) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_said record;
  v_value text;
  v_rank integer;
  v_holding text[] := '{}';
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(chr(31), 'fact', p_agent, p_subject, p_key), 13));
  FOR v_said IN
    SELECT f.id, lower(f.value) AS value, f.said_at, salience.word_rank(f.trust) AS rank, false AS ends FROM salience.facts f
    WHERE f.agent_id = p_agent AND lower(f.subject) = p_subject AND f.key = p_key AND f.single_valued
    UNION ALL SELECT d.id, d.value, d.said_at, d.rank, true FROM salience.fact_denials(p_agent, p_subject, p_key) d
    -- Of one message: what holds no longer held before it.
    ORDER BY said_at, ends DESC, id
  LOOP
    IF v_said.ends THEN
      IF v_said.value = v_value AND v_said.rank >= v_rank THEN
        UPDATE salience.facts SET valid_to = v_said.said_at, superseded_by = NULL
        WHERE id = ANY (v_holding) AND (valid_to IS DISTINCT FROM v_said.said_at OR superseded_by IS NOT NULL);
        v_value := NULL;
        v_rank := NULL;
        v_holding := '{}';
      END IF;
    ELSIF v_value IS NULL OR v_said.value = v_value THEN
      v_value := v_said.value;
      v_rank := greatest(v_rank, v_said.rank);
      v_holding := v_holding || v_said.id;
    ELSIF v_said.rank >= v_rank THEN
      UPDATE salience.facts SET valid_to = v_said.said_at, superseded_by = v_said.id
      WHERE id = ANY (v_holding) AND (valid_to IS DISTINCT FROM v_said.said_at OR superseded_by IS DISTINCT FROM v_said.id);
      v_value := v_said.value;
      v_rank := v_said.rank;
      v_holding := ARRAY[v_said.id];
    ELSE
      UPDATE salience.facts SET valid_from = said_at, valid_to = said_at, superseded_by = v_holding[1]
      WHERE id = v_said.id AND (valid_to IS DISTINCT FROM said_at OR superseded_by IS DISTINCT FROM v_holding[1]);
    END IF;
  END LOOP;
  UPDATE salience.facts SET valid_to = NULL, superseded_by = NULL WHERE id = ANY (v_holding) AND valid_to IS NOT NULL;
  -- Values of one key that stand side by side end each by itself.
  UPDATE salience.facts f SET valid_to = e.ended
  FROM (
    SELECT x.id, (SELECT min(d.said_at) FROM salience.fact_denials(p_agent, p_subject, p_key) d
      WHERE d.value = lower(x.value) AND d.said_at > x.said_at AND d.rank >= salience.word_rank(x.trust)) AS ended
    FROM salience.facts x WHERE x.agent_id = p_agent AND lower(x.subject) = p_subject AND x.key = p_key AND NOT x.single_valued
  ) e WHERE f.id = e.id AND f.valid_to IS DISTINCT FROM e.ended;
END $$;
--> statement-breakpoint
-- Stores what was learned from several exchanges of one agent, each once. Answers in the order asked: stored, known or
-- no_exchange. Traits, and the facts whose time follows from what was said, are settled in the same transaction; whatever several
-- chunkers wait for each other at is taken in one order. A payload without traits, times, sentiment, scope and spans is one of an
-- older chunker.
CREATE OR REPLACE FUNCTION salience.save_chunks(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_agent text := p->0->>'agentId';
  v_ids text[];
  v_stored text[];
  v_item record;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  v_ids := ARRAY(SELECT value->>'exchangeId' FROM jsonb_array_elements(p));
  SELECT array_agg(id) INTO v_stored FROM (
    SELECT id FROM salience.exchanges WHERE id = ANY (v_ids) AND chunk_state <> 'chunked' ORDER BY id FOR UPDATE) open;
  UPDATE salience.exchanges SET chunk_state = 'chunked', chunk_error = NULL WHERE id = ANY (v_stored);
  IF v_stored IS NOT NULL THEN
    INSERT INTO salience.chunks (exchange_id, agent_id, thread_id, entities, sentiment, scope, times, next_at, grounds, refused, model,
      created_at)
    SELECT e.id, v_agent, e.thread_id, c->'entities', (c->>'sentiment')::real, c->>'scope', coalesce(c->'times', '[]'),
      (SELECT min((t->>'from')::timestamptz) FROM jsonb_array_elements(coalesce(c->'times', '[]')) t
        WHERE t->>'half' = 'message' AND (t->>'to')::timestamptz > e.said_at),
      coalesce(c->'grounds', '{}'), coalesce((c->>'refused')::integer, 0), c->>'model', (c->>'now')::timestamptz
    FROM jsonb_array_elements(p) c JOIN salience.exchanges e ON e.id = c->>'exchangeId' AND e.id = ANY (v_stored);
    INSERT INTO salience.gists (id, agent_id, thread_id, exchange_id, type, content, confidence, trust, source, half, span_start,
      span_end, created_at)
    SELECT g->>'id', v_agent, e.thread_id, e.id, g->>'type', g->>'content', (g->>'confidence')::real,
      coalesce(g->>'trust', e.trust), e.source, g->>'half', (g->>'start')::integer, (g->>'end')::integer, (c->>'now')::timestamptz
    FROM jsonb_array_elements(p) c JOIN salience.exchanges e ON e.id = c->>'exchangeId', jsonb_array_elements(c->'gists') g
    WHERE e.id = ANY (v_stored);
    INSERT INTO salience.facts (id, agent_id, thread_id, exchange_id, subject, key, value, confidence, trust, source, said_at, half,
      span_start, span_end, single_valued, valid_from, created_at)
    SELECT f->>'id', v_agent, e.thread_id, e.id, f->>'subject', f->>'key', f->>'value',
      (f->>'confidence')::real, e.trust, e.source, e.said_at, f->>'half', (f->>'start')::integer, (f->>'end')::integer,
      coalesce((f->>'singleValued')::boolean, false), e.said_at, (c->>'now')::timestamptz
    FROM jsonb_array_elements(p) c JOIN salience.exchanges e ON e.id = c->>'exchangeId', jsonb_array_elements(c->'facts') f
    WHERE e.id = ANY (v_stored);
    INSERT INTO salience.trait_sources (id, agent_id, exchange_id, thread_id, person, key, value, category, origin, literal, ends,
      confidence, trust, source, half, span_start, span_end, said_at, created_at)
    SELECT t->>'id', v_agent, e.id, e.thread_id, t->>'person', t->>'key', t->>'value', t->>'category', t->>'origin',
      (t->>'literal')::boolean, coalesce((t->>'ended')::boolean, false), (t->>'confidence')::real, coalesce(t->>'trust', e.trust),
      e.source, t->>'half',
      (t->>'start')::integer, (t->>'end')::integer, e.said_at, (c->>'now')::timestamptz
    FROM jsonb_array_elements(p) c JOIN salience.exchanges e ON e.id = c->>'exchangeId',
      jsonb_array_elements(coalesce(c->'traits', '[]')) t
    WHERE e.id = ANY (v_stored)
    ON CONFLICT (exchange_id, person, key) DO NOTHING;
    FOR v_item IN SELECT DISTINCT person, key FROM salience.trait_sources WHERE exchange_id = ANY (v_stored) ORDER BY person, key LOOP
      PERFORM salience.settle_traits(v_agent, v_item.person, v_item.key, true);
    END LOOP;
    FOR v_item IN
      SELECT f.subject, f.key FROM (SELECT DISTINCT lower(subject) AS subject, key, single_valued FROM salience.facts
        WHERE exchange_id = ANY (v_stored)) f
      WHERE f.single_valued OR EXISTS (SELECT 1 FROM salience.fact_denials(v_agent, f.subject, f.key))
      UNION SELECT lower(s.person), salience.denied_key(s) FROM salience.trait_sources s
      WHERE s.exchange_id = ANY (v_stored) AND salience.denied_key(s) IS NOT NULL ORDER BY 1, 2
    LOOP
      PERFORM salience.settle_facts(v_agent, v_item.subject, v_item.key);
    END LOOP;
    INSERT INTO salience.term_stats (agent_id, lexeme, documents)
    SELECT v_agent, w.lexeme, count(*) FROM salience.exchanges e, unnest(e.search) w WHERE e.id = ANY (v_stored)
    GROUP BY w.lexeme ORDER BY w.lexeme
    ON CONFLICT (agent_id, lexeme) DO UPDATE SET documents = salience.term_stats.documents + excluded.documents;
    INSERT INTO salience.memory_stats (agent_id, documents, lexemes)
    SELECT v_agent, count(*), sum(length(search)) FROM salience.exchanges WHERE id = ANY (v_stored)
    ON CONFLICT (agent_id) DO UPDATE SET documents = salience.memory_stats.documents + excluded.documents,
      lexemes = salience.memory_stats.lexemes + excluded.lexemes;
  END IF;
  RETURN (SELECT jsonb_agg(jsonb_build_object('status', CASE WHEN value->>'exchangeId' = ANY (v_stored) THEN 'stored'
      WHEN EXISTS (SELECT 1 FROM salience.exchanges WHERE id = value->>'exchangeId') THEN 'known' ELSE 'no_exchange' END) ORDER BY ordinality)
    FROM jsonb_array_elements(p) WITH ORDINALITY);
END $$;
--> statement-breakpoint
-- Takes statements about people away; the traits follow from those that are left, and facts that one of them had ended hold again.
CREATE OR REPLACE FUNCTION salience.forget_statements(r salience.forget_requests, p_ids text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_key record;
  v_keys jsonb;
  v_facts jsonb;
  v_before text[];
BEGIN
  IF coalesce(cardinality(p_ids), 0) = 0 THEN RETURN; END IF;
  SELECT jsonb_agg(DISTINCT jsonb_build_object('person', person, 'key', key)) INTO v_keys
  FROM salience.trait_sources WHERE agent_id = r.agent_id AND id = ANY (p_ids);
  SELECT jsonb_agg(DISTINCT jsonb_build_object('subject', lower(s.person), 'key', salience.denied_key(s))) INTO v_facts
  FROM salience.trait_sources s WHERE s.agent_id = r.agent_id AND s.id = ANY (p_ids) AND salience.denied_key(s) IS NOT NULL;
  SELECT array_agg(t.id) INTO v_before FROM salience.traits t JOIN jsonb_array_elements(v_keys) k
    ON t.person = k->>'person' AND t.key = k->>'key' WHERE t.agent_id = r.agent_id;
  DELETE FROM salience.trait_sources WHERE agent_id = r.agent_id AND id = ANY (p_ids);
  FOR v_key IN SELECT k->>'person' AS person, k->>'key' AS key FROM jsonb_array_elements(v_keys) k ORDER BY 1, 2 LOOP
    PERFORM salience.settle_traits(r.agent_id, v_key.person, v_key.key);
  END LOOP;
  FOR v_key IN SELECT k->>'subject' AS subject, k->>'key' AS key FROM jsonb_array_elements(v_facts) k ORDER BY 1, 2 LOOP
    PERFORM salience.settle_facts(r.agent_id, v_key.subject, v_key.key);
  END LOOP;
  v_before := ARRAY(SELECT b FROM unnest(v_before) b WHERE NOT EXISTS (SELECT 1 FROM salience.traits t WHERE t.id = b));
  PERFORM salience.bury(r, 'trait', v_before, p_now);
  PERFORM salience.forget_in_autobiography(r.agent_id, v_before);
END $$;
--> statement-breakpoint
-- Takes away what still says what was forgotten: prompts that held it, replies that cite it, and every text of the agent with a
-- word that nobody else has said, nor goes by. May be done again at any time. Returns the turns whose replies went.
CREATE OR REPLACE FUNCTION salience.forget_traces(r salience.forget_requests, p_now timestamptz) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  v_words bigint[];
  v_ids text[];
BEGIN
  -- What somebody else says too is no trace.
  DELETE FROM salience.forget_words w WHERE w.request_id = r.id AND w.word IN (
    SELECT hashtextextended(s.lexeme, r.seed) FROM salience.term_stats s WHERE s.agent_id = r.agent_id
    UNION ALL SELECT hashtextextended(l.lexeme, r.seed) FROM salience.exchanges e, unnest(e.search) l
      WHERE e.agent_id = r.agent_id AND e.chunk_state <> 'chunked'
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
    OR salience.carries(c.body, v_words, r.seed)
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
  PERFORM salience.forget_learned(r, v_words, p_now);
  PERFORM salience.forget_noted(r, v_words, p_now);
  RETURN v_ids;
END $$;
--> statement-breakpoint
SELECT salience.settle_facts(d.agent_id, d.subject, d.key) FROM (
  SELECT DISTINCT s.agent_id, lower(s.person) AS subject, salience.denied_key(s) AS key FROM salience.trait_sources s
  WHERE salience.denied_key(s) IS NOT NULL
) d ORDER BY d.agent_id, d.subject, d.key;
--> statement-breakpoint
-- What held of a person at a time, meant as it was said: what is core first, then what was stated, then by confidence. `validTo`:
-- when it ceased to hold, as far as is known today.
CREATE OR REPLACE FUNCTION salience.traits_for(p_agent text, p_person text, p_limit integer, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'person', t.person, 'key', t.key, 'value', t.value,
      'category', t.category, 'origin', t.origin, 'confidence', t.confidence, 'mentions', t.mentions, 'trust', t.trust,
      'exchangeId', t.exchange_id, 'threadId', t.thread_id, 'validFrom', t.valid_from, 'validTo', t.valid_to, 'lastSeenAt', t.last_seen_at)
      ORDER BY (t.category = 'core') DESC, (t.origin = 'explicit') DESC, t.confidence DESC, t.id), '[]')
    FROM (
      SELECT * FROM (
        (SELECT * FROM salience.traits WHERE agent_id = p_agent AND person = p_person AND literal AND valid_to IS NULL AND valid_from <= p_now
          ORDER BY (category = 'core') DESC, (origin = 'explicit') DESC, confidence DESC, id LIMIT p_limit)
        -- Of the past there is something only where a question is asked as of then.
        UNION ALL (SELECT * FROM salience.traits WHERE agent_id = p_agent AND person = p_person AND literal AND valid_to > p_now
          AND valid_from <= p_now)
      ) held ORDER BY (category = 'core') DESC, (origin = 'explicit') DESC, confidence DESC, id LIMIT p_limit) t);
END $$;
--> statement-breakpoint
-- What is connected with the concepts that a text names, as things stood at p_at: {seeds: [{name, kind, definition, trust}], found:
-- [{name, kind, definition, energy, trust, way: [{from, type, to, since, until, trust}]}]}, strongest first. A definition is shown with
-- the trust of who gave it, a relation with that of who stated it.
CREATE OR REPLACE FUNCTION salience.associate_concepts(p_agent text, p_text text, p_depth integer, p_limit integer, p_at timestamptz) RETURNS jsonb
LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_seeds text[];
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  v_seeds := ARRAY(SELECT DISTINCT n.concept_id FROM salience.named_concepts(p_agent, p_text) n ORDER BY 1 LIMIT 16);
  RETURN jsonb_build_object(
    'seeds', coalesce((SELECT jsonb_agg(jsonb_build_object('name', c.name, 'kind', c.kind, 'definition', c.definition, 'trust', c.trust)
      ORDER BY c.strength DESC, c.id) FROM salience.concepts c WHERE c.id = ANY (v_seeds)), '[]'),
    'found', coalesce((
      SELECT jsonb_agg(jsonb_build_object('name', c.name, 'kind', c.kind, 'definition', c.definition, 'energy', s.energy, 'trust', c.trust,
        'way', (SELECT jsonb_agg(jsonb_build_object('from', f.name, 'type', r.type, 'to', t.name, 'since', r.valid_from, 'until', r.valid_to, 'trust', r.trust) ORDER BY v.n)
          FROM unnest(s.via) WITH ORDINALITY v(id, n) JOIN salience.relations r ON r.id = v.id
          JOIN salience.concepts f ON f.id = r.from_id JOIN salience.concepts t ON t.id = r.to_id)) ORDER BY s.energy DESC, c.id)
      FROM (SELECT * FROM salience.spread_activation(p_agent,
          (SELECT jsonb_agg(jsonb_build_object('id', x, 'energy', 1)) FROM unnest(v_seeds) x), p_depth, 0.7, 0.3, p_at)
        ORDER BY energy DESC, concept_id LIMIT p_limit) s
      JOIN salience.concepts c ON c.id = s.concept_id WHERE NOT c.id = ANY (v_seeds)), '[]'));
END $$;
--> statement-breakpoint
-- A fact as search tells it.
CREATE FUNCTION salience.fact_text(f salience.facts) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT f.subject || ' ' || replace(f.key, '_', ' ') || ' ' || f.value || coalesce(' (until ' || f.valid_to::date || ')', '')
$$;
--> statement-breakpoint
-- What memory holds on a question, as recall_memories says it. With p.held ({from, to}, both included) as of that time: relations are
-- followed as they stood at its end, and of a fact that can cease to hold the values that held then are told in place of the
-- others (`held`: whether it did; of one that always was or never, where nothing else is known of its key). With p.until also nothing
-- that was said, made or mentioned later.
CREATE OR REPLACE FUNCTION salience.find_memories(p_agent text, p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_from timestamptz := (p->'held'->>'from')::timestamptz;
  v_to timestamptz := (p->'held'->>'to')::timestamptz;
  v_until timestamptz := (p->>'until')::timestamptz;
  v_found jsonb;
  v_items jsonb;
BEGIN
  IF v_to IS NULL THEN RETURN salience.recall_memories(p_agent, p); END IF;
  v_found := salience.recall_memories(p_agent, p || jsonb_build_object('at', v_to));
  WITH items AS MATERIALIZED (
    SELECT value AS item, value->>'kind' AS kind, value->>'id' AS id FROM jsonb_array_elements(v_found->'items')
  ), facts AS MATERIALIZED (
    SELECT i.item, f.id, lower(f.subject) AS subject, f.key, lower(f.value) AS value, f.single_valued,
      f.single_valued OR f.valid_to IS NOT NULL AS bounded,
      coalesce(f.valid_from, f.said_at) <= v_to AND (f.valid_to IS NULL OR f.valid_to > v_from) AS held
    FROM items i CROSS JOIN LATERAL (SELECT * FROM salience.facts x WHERE x.id = i.id OFFSET 0) f WHERE i.kind = 'fact'
  ), instead AS MATERIALIZED (
    -- Of each value the first time that it was said.
    SELECT DISTINCT ON (k.subject, k.key, lower(f.value)) k.subject, k.key, lower(f.value) AS value, k.words, f.id
    FROM (SELECT subject, key, min((item->>'words')::double precision) AS words FROM facts WHERE single_valued GROUP BY 1, 2) k
    JOIN salience.facts f ON f.agent_id = p_agent AND lower(f.subject) = k.subject AND f.key = k.key
    WHERE f.single_valued AND coalesce(f.valid_from, f.said_at) <= v_to AND (f.valid_to IS NULL OR f.valid_to > v_from)
      AND (p->>'threadId' IS NULL OR f.thread_id = p->>'threadId')
    ORDER BY k.subject, k.key, lower(f.value), f.said_at, f.id
  ), told AS (
    SELECT f.item || CASE WHEN f.bounded THEN jsonb_build_object('held', f.held) ELSE '{}' END AS item FROM facts f
    WHERE f.held OR (v_until IS NULL AND NOT EXISTS (SELECT 1 FROM instead o WHERE o.subject = f.subject AND o.key = f.key))
    UNION ALL
    SELECT jsonb_build_object('kind', 'fact', 'id', f.id, 'text', salience.fact_text(f), 'reply', NULL, 'speaker', NULL, 'at', f.said_at,
      'thread_id', f.thread_id, 'exchange_id', f.exchange_id, 'topic_id', NULL, 'trust', f.trust, 'source', f.source, 'seq', NULL,
      'words', o.words, 'neighbours', 0, 'speaks', false, 'weight', f.confidence, 'entity', false, 'graph', 0, 'used_at', a.last_at,
      'held', true)
    FROM instead o JOIN salience.facts f ON f.id = o.id
    LEFT JOIN salience.memory_accesses a ON a.agent_id = p_agent AND a.item_id = f.id
    WHERE NOT EXISTS (SELECT 1 FROM facts k WHERE k.held AND k.subject = o.subject AND k.key = o.key AND k.value = o.value)
    UNION ALL
    SELECT i.item FROM items i WHERE i.kind <> 'fact' AND v_until IS NULL
      -- A thought has a life of its own: what had one then may have none now.
      AND (i.kind <> 'thought' OR EXISTS (SELECT 1 FROM salience.thoughts t WHERE t.id = i.id AND t.expires_at > (p->>'at')::timestamptz))
    UNION ALL
    SELECT i.item FROM items i WHERE i.kind NOT IN ('fact', 'concept') AND (i.item->>'at')::timestamptz <= v_until
    UNION ALL
    SELECT i.item || jsonb_build_object('at', s.seen_at, 'exchange_id', s.exchange_id, 'thread_id', s.thread_id)
      || CASE WHEN c.defined_at > v_until THEN jsonb_build_object('text', c.name || ' (' || c.kind || ')') ELSE '{}' END
    FROM items i JOIN salience.concepts c ON c.id = i.id
    -- Where it had been mentioned last.
    CROSS JOIN LATERAL (SELECT x.seen_at, x.exchange_id, (SELECT e.thread_id FROM salience.episodes e WHERE e.id = x.episode_id) AS thread_id
      FROM salience.concept_sources x WHERE x.concept_id = c.id AND x.seen_at <= v_until ORDER BY x.seen_at DESC LIMIT 1) s
    WHERE i.kind = 'concept'
  )
  SELECT jsonb_agg(item) INTO v_items FROM told;
  RETURN jsonb_set(v_found, '{items}', coalesce(v_items, '[]'));
END $$;
--> statement-breakpoint
ALTER FUNCTION salience.memory_rows(text, text, text, integer, text) RENAME TO kept_rows;
--> statement-breakpoint
-- What else is kept of an item: the words that it stands on, what was understood beside it, and how often it was of use to somebody.
CREATE FUNCTION salience.kept_details(p_agent text, p_kind text, p_id text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(CASE p_kind
    WHEN 'exchange' THEN (SELECT jsonb_build_object('sentiment', round(c.sentiment::numeric, 3), 'scope', c.scope, 'times', c.times,
        'grounds', c.grounds, 'refused', c.refused)
      FROM salience.chunks c WHERE c.exchange_id = p_id)
    WHEN 'gist' THEN (SELECT jsonb_build_object('half', g.half, 'start', g.span_start, 'end', g.span_end) FROM salience.gists g WHERE g.id = p_id)
    WHEN 'fact' THEN (SELECT jsonb_build_object('half', f.half, 'start', f.span_start, 'end', f.span_end) FROM salience.facts f WHERE f.id = p_id)
    WHEN 'trait' THEN (SELECT jsonb_build_object('statements', jsonb_agg(jsonb_build_object('exchange_id', s.exchange_id, 'said_at', s.said_at,
        'value', s.value, 'ends', s.ends, 'half', s.half, 'start', s.span_start, 'end', s.span_end) ORDER BY s.said_at, s.id))
      FROM salience.trait_sources s WHERE s.trait_id = p_id)
    WHEN 'episode' THEN (SELECT jsonb_build_object('intent_type', e.intent_type, 'direction', e.direction, 'context', e.context,
        'action', e.action, 'emotion', e.emotion, 'factors', e.factors, 'durability', e.durability, 'refused', e.refused)
      FROM salience.episodes e WHERE e.id = p_id)
    WHEN 'relation' THEN (SELECT jsonb_build_object('confidence', r.confidence, 'denied',
        (SELECT count(*) FROM salience.relation_sources s WHERE s.relation_id = r.id AND s.denies)) FROM salience.relations r WHERE r.id = p_id)
    WHEN 'thought' THEN (SELECT jsonb_build_object('seed_concept_id', t.seed_concept_id, 'strategy', t.strategy, 'energy', t.energy,
        'strengthened', (SELECT jsonb_agg(jsonb_build_object('concept_id', d.concept_id, 'amount', d.amount, 'at', d.at))
          FROM salience.drift_reinforcements d WHERE d.thought_id = t.id AND d.agent_id = p_agent)) FROM salience.thoughts t WHERE t.id = p_id)
    END, '{}') || coalesce((SELECT jsonb_build_object('used', a.count, 'used_at', a.last_at) FROM salience.memory_accesses a
      WHERE a.agent_id = p_agent AND a.item_id = p_id), '{}')
$$;
--> statement-breakpoint
-- What an agent remembers of one kind, as kept_rows gives it, with everything else that is kept of each item.
CREATE FUNCTION salience.memory_rows(p_agent text, p_kind text, p_after text, p_limit integer, p_id text) RETURNS SETOF jsonb
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT r || salience.kept_details(p_agent, p_kind, r->>'id')
  FROM salience.kept_rows(p_agent, p_kind, p_after, p_limit, p_id) r ORDER BY (r->>'id') COLLATE "C";
END $$;
