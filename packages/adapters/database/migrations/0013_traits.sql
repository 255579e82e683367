-- Why: what is known of a person is kept beside what was said: each statement with the words it stands on, and the traits and
-- single-valued facts that follow from all statements together, with the time that each one held. A chunk says more of its
-- exchange, and the chunker and digest read one state of the world.
-- Lock: columns are added without rewriting a row; the new indexes of chunks, facts, list_items and act_steps hold almost nothing, but
-- writing to each table waits while it is read once (about a second for a million rows). Safe with the previous image: yes, new columns are nullable or have a
-- default, functions keep their signatures and take the payloads that it sends.

ALTER TABLE salience.chunks ADD COLUMN sentiment real;
--> statement-breakpoint
ALTER TABLE salience.chunks ADD COLUMN scope text;
--> statement-breakpoint
ALTER TABLE salience.chunks ADD COLUMN times jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.chunks ADD COLUMN next_at timestamp with time zone;
--> statement-breakpoint
ALTER TABLE salience.chunks ADD COLUMN grounds jsonb DEFAULT '{}'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.chunks ADD COLUMN refused integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.gists ADD COLUMN half text;
--> statement-breakpoint
ALTER TABLE salience.gists ADD COLUMN span_start integer;
--> statement-breakpoint
ALTER TABLE salience.gists ADD COLUMN span_end integer;
--> statement-breakpoint
ALTER TABLE salience.facts ADD COLUMN half text;
--> statement-breakpoint
ALTER TABLE salience.facts ADD COLUMN span_start integer;
--> statement-breakpoint
ALTER TABLE salience.facts ADD COLUMN span_end integer;
--> statement-breakpoint
ALTER TABLE salience.facts ADD COLUMN single_valued boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.facts ADD COLUMN valid_from timestamp with time zone;
--> statement-breakpoint
ALTER TABLE salience.facts ADD COLUMN valid_to timestamp with time zone;
--> statement-breakpoint
ALTER TABLE salience.facts ADD COLUMN superseded_by text COLLATE "C";
--> statement-breakpoint
CREATE INDEX chunks_next ON salience.chunks (agent_id, next_at) WHERE next_at is not null;
--> statement-breakpoint
CREATE INDEX list_items_open ON salience.list_items (agent_id, created_at) WHERE removed_at is null and checked_at is null;
--> statement-breakpoint
CREATE INDEX act_steps_open ON salience.act_steps (thread_id) WHERE state = 'waiting';
--> statement-breakpoint
CREATE INDEX facts_single ON salience.facts (agent_id, lower(subject), key, said_at, id) WHERE single_valued;
--> statement-breakpoint
CREATE TABLE salience.traits (
  id text COLLATE "C" PRIMARY KEY NOT NULL,
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  person text NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  category text NOT NULL,
  origin text NOT NULL,
  literal boolean NOT NULL,
  confidence real NOT NULL,
  mentions integer DEFAULT 1 NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  exchange_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  valid_from timestamp with time zone NOT NULL,
  valid_to timestamp with time zone,
  superseded_by text COLLATE "C",
  last_seen_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT traits_category CHECK (category in ('core', 'preference', 'physical', 'relationship', 'general')),
  CONSTRAINT traits_origin CHECK (origin in ('explicit', 'inferred')),
  CONSTRAINT traits_confidence CHECK (confidence between 0 and 1)
);
--> statement-breakpoint
CREATE UNIQUE INDEX traits_current ON salience.traits (agent_id, person, key) WHERE valid_to is null;
--> statement-breakpoint
CREATE INDEX traits_told ON salience.traits (agent_id, person, (category = 'core') DESC, (origin = 'explicit') DESC, confidence DESC, id)
  WHERE valid_to is null and literal;
--> statement-breakpoint
CREATE INDEX traits_ended ON salience.traits (agent_id, person, valid_to) WHERE valid_to is not null;
--> statement-breakpoint
CREATE INDEX traits_history ON salience.traits (agent_id, person, key, valid_from);
--> statement-breakpoint
CREATE INDEX traits_exchange ON salience.traits (exchange_id);
--> statement-breakpoint
CREATE TABLE salience.trait_sources (
  id text COLLATE "C" PRIMARY KEY NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  trait_id text COLLATE "C",
  exchange_id text COLLATE "C" NOT NULL REFERENCES salience.exchanges(id),
  thread_id text COLLATE "C" NOT NULL,
  person text NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  category text NOT NULL,
  origin text NOT NULL,
  literal boolean NOT NULL,
  ends boolean DEFAULT false NOT NULL,
  confidence real NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  half text NOT NULL,
  span_start integer NOT NULL,
  span_end integer NOT NULL,
  said_at timestamp with time zone NOT NULL,
  settled boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- One statement of an exchange per person and key; also the way from an exchange to what was made of it.
CREATE UNIQUE INDEX trait_sources_exchange ON salience.trait_sources (exchange_id, person, key);
--> statement-breakpoint
CREATE INDEX trait_sources_key ON salience.trait_sources (agent_id, person, key, said_at, exchange_id);
--> statement-breakpoint
CREATE INDEX trait_sources_trait ON salience.trait_sources (trait_id);
--> statement-breakpoint
GRANT SELECT ON salience.traits, salience.trait_sources TO salience_app;
--> statement-breakpoint
GRANT INSERT, UPDATE, DELETE ON salience.traits TO salience_memory_chunker;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.trait_sources TO salience_memory_chunker;
--> statement-breakpoint
-- When a fact held follows from all that was said of it.
GRANT UPDATE (valid_from, valid_to, superseded_by) ON salience.facts TO salience_memory_chunker;
--> statement-breakpoint
DO $$
DECLARE table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['traits', 'trait_sources'] LOOP
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
-- Whose word counts more: what came from outside, what an agent wrote, what a person said.
CREATE FUNCTION salience.word_rank(p_trust text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_trust WHEN 'owner' THEN 2 WHEN 'user' THEN 2 WHEN 'agent' THEN 1 ELSE 0 END
$$;
--> statement-breakpoint
-- Works out from all that was said which values a trait had and when, in the order in which it was said: the same rows, in
-- whatever order exchanges are read, by however many chunkers. What is trusted less never changes what is trusted more
-- (law 10), and what is trusted more counts whatever was there. Among equals a stated value ends the one before; an inferred one
-- only an inferred one that is less sure. What is said to hold no longer ends, with nothing in its place. The same value again
-- strengthens, each time by less. p_added: nothing was taken away
-- since; then what was said last of all goes on from where the rows stand.
CREATE FUNCTION salience.settle_traits(p_agent text, p_person text, p_key text, p_added boolean DEFAULT false) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_said salience.trait_sources;
  v_last salience.trait_sources;
  v_now salience.traits;
  v_made text[] := '{}';
  v_trust text[] := ARRAY['external', 'agent', 'user', 'owner'];
  v_higher integer;
  v_supports text;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(chr(31), 'trait', p_agent, p_person, p_key), 13));
  IF p_added THEN
    SELECT * INTO v_last FROM salience.trait_sources WHERE agent_id = p_agent AND person = p_person AND key = p_key AND settled
    ORDER BY said_at DESC, exchange_id DESC LIMIT 1;
    IF v_last.id IS NOT NULL AND EXISTS (SELECT 1 FROM salience.trait_sources WHERE agent_id = p_agent AND person = p_person
      AND key = p_key AND NOT settled AND (said_at, exchange_id) < (v_last.said_at, v_last.exchange_id))
    THEN
      v_last := NULL;
    END IF;
  END IF;
  IF v_last.id IS NOT NULL THEN
    SELECT * INTO v_now FROM salience.traits WHERE agent_id = p_agent AND person = p_person AND key = p_key AND valid_to IS NULL;
  END IF;
  -- Out of the way of the one that will be current.
  UPDATE salience.traits SET valid_to = valid_from
  WHERE agent_id = p_agent AND person = p_person AND key = p_key AND valid_to IS NULL;
  FOR v_said IN
    SELECT * FROM salience.trait_sources WHERE agent_id = p_agent AND person = p_person AND key = p_key
      AND (said_at, exchange_id) > (coalesce(v_last.said_at, '-infinity'), coalesce(v_last.exchange_id, ''))
    ORDER BY said_at, exchange_id
  LOOP
    v_supports := NULL;
    v_higher := salience.word_rank(v_said.trust) - salience.word_rank(v_now.trust);
    IF v_said.ends THEN
      IF v_higher >= 0 AND lower(v_said.value) = lower(v_now.value) AND (v_said.origin = 'explicit' OR v_now.origin = 'inferred') THEN
        v_supports := v_now.id;
        v_now.valid_to := v_said.said_at;
        PERFORM salience.put_trait(v_now);
        v_now := NULL;
      END IF;
    ELSIF v_now.id IS NOT NULL AND v_higher = 0 AND lower(v_said.value) = lower(v_now.value) THEN
      v_now.mentions := v_now.mentions + 1;
      v_now.confidence := greatest(v_now.confidence, v_said.confidence);
      v_now.confidence := v_now.confidence + (1 - v_now.confidence) * 0.2 / v_now.mentions;
      v_now.last_seen_at := v_said.said_at;
      v_now.literal := v_now.literal OR v_said.literal;
      IF v_said.origin = 'explicit' THEN v_now.origin := 'explicit'; END IF;
      v_now.trust := v_trust[least(array_position(v_trust, v_now.trust), array_position(v_trust, v_said.trust))];
      IF v_said.source <> v_now.source THEN v_now.source := 'mixed'; END IF;
      v_supports := v_now.id;
    ELSIF v_now.id IS NULL OR v_higher > 0 OR (v_higher = 0 AND (v_said.origin = 'explicit'
      OR (v_now.origin = 'inferred' AND v_said.confidence > v_now.confidence)))
    THEN
      IF v_now.id IS NOT NULL THEN
        v_now.valid_to := v_said.said_at;
        v_now.superseded_by := v_said.id;
        PERFORM salience.put_trait(v_now);
      END IF;
      SELECT v_said.id, v_said.agent_id, v_said.person, v_said.key, v_said.value, v_said.category, v_said.origin, v_said.literal,
        v_said.confidence, 1, v_said.trust, v_said.source, v_said.exchange_id, v_said.thread_id, v_said.said_at, NULL, NULL,
        v_said.said_at, v_said.created_at INTO v_now;
      v_made := v_made || v_said.id;
      v_supports := v_said.id;
    END IF;
    UPDATE salience.trait_sources SET trait_id = v_supports, settled = true
    WHERE id = v_said.id AND (trait_id IS DISTINCT FROM v_supports OR NOT settled);
  END LOOP;
  IF v_now.id IS NOT NULL THEN PERFORM salience.put_trait(v_now); END IF;
  IF v_last.id IS NULL THEN
    DELETE FROM salience.traits WHERE agent_id = p_agent AND person = p_person AND key = p_key AND NOT id = ANY (v_made);
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION salience.put_trait(p salience.traits) RETURNS void LANGUAGE sql AS $$
  INSERT INTO salience.traits (id, agent_id, person, key, value, category, origin, literal, confidence, mentions, trust, source,
    exchange_id, thread_id, valid_from, valid_to, superseded_by, last_seen_at, created_at)
  VALUES (p.id, p.agent_id, p.person, p.key, p.value, p.category, p.origin, p.literal, p.confidence, p.mentions, p.trust, p.source,
    p.exchange_id, p.thread_id, p.valid_from, p.valid_to, p.superseded_by, p.last_seen_at, p.created_at)
  ON CONFLICT (id) DO UPDATE SET value = excluded.value, category = excluded.category, origin = excluded.origin,
    literal = excluded.literal, confidence = excluded.confidence, mentions = excluded.mentions, trust = excluded.trust,
    source = excluded.source, valid_from = excluded.valid_from, valid_to = excluded.valid_to,
    superseded_by = excluded.superseded_by, last_seen_at = excluded.last_seen_at
$$;
--> statement-breakpoint
-- Works out when each of the facts of one subject and one single-valued key held, as settle_traits does for traits. A fact
-- that is trusted less than the one that holds never held. p_subject: lower case.
CREATE FUNCTION salience.settle_facts(p_agent text, p_subject text, p_key text) RETURNS void LANGUAGE plpgsql
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
    SELECT id, lower(value) AS value, said_at, salience.word_rank(trust) AS rank FROM salience.facts
    WHERE agent_id = p_agent AND lower(subject) = p_subject AND key = p_key AND single_valued ORDER BY said_at, id
  LOOP
    IF v_value IS NULL OR v_said.value = v_value THEN
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
END $$;
--> statement-breakpoint
-- Stores what was learned from several exchanges of one agent, each once. Answers in the order asked: stored, known or
-- no_exchange. Traits and single-valued facts are settled in the same transaction; whatever several chunkers wait for each
-- other at is taken in one order. A payload without traits, times, sentiment, scope and spans is one of an older chunker.
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
    FOR v_item IN SELECT DISTINCT lower(subject) AS subject, key FROM salience.facts
      WHERE exchange_id = ANY (v_stored) AND single_valued ORDER BY 1, 2
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
-- What goes on beside a thread: its pending reminders, its actions that wait for a yes or for their next try, the agent's open
-- list items, what was said to lie ahead in the week after p_now, the thread's focus. Times ISO 8601.
CREATE FUNCTION salience.world_of(p_agent text, p_thread text, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN jsonb_build_object(
    'reminders', coalesce((SELECT jsonb_agg(jsonb_build_object('id', r.id, 'text', r.text, 'dueAt', r.due_at, 'trust', r.trust)
      ORDER BY r.due_at, r.id) FROM (
      SELECT id, text, due_at, trust FROM salience.reminders WHERE thread_id = p_thread AND state = 'pending' ORDER BY due_at LIMIT 5) r), '[]'),
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
    'ahead', coalesce((SELECT jsonb_agg(jsonb_build_object('id', u.id, 'message', u.message, 'at', u.next_at, 'trust', u.trust,
      'times', u.times) ORDER BY u.next_at, u.id) FROM (
      SELECT e.id, left(e.message, 2000) AS message, e.trust, k.next_at, k.times FROM salience.chunks k
      JOIN salience.exchanges e ON e.id = k.exchange_id
      WHERE k.agent_id = p_agent AND k.next_at > p_now - interval '1 day' AND k.next_at < p_now + interval '7 days' AND e.said_at <= p_now
      ORDER BY k.next_at LIMIT 5) u), '[]'),
    'focus', (SELECT jsonb_build_object('text', f.text, 'setAt', f.set_at, 'trust', f.trust) FROM salience.focuses f
      WHERE f.thread_id = p_thread AND f.cleared_at IS NULL));
END $$;
--> statement-breakpoint
-- Exchanges to be chunked, each with up to two before it and the state of the world: {exchange, before, reminders, world}, or
-- null for one that is gone, in the order asked. `reminders` is for older chunkers.
CREATE OR REPLACE FUNCTION salience.load_for_chunks(p_agent text, p_ids text[]) RETURNS SETOF jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT CASE WHEN e.id IS NOT NULL THEN jsonb_build_object(
    'exchange', salience.exchange_view(e),
    'before', coalesce((SELECT jsonb_agg(salience.exchange_view(b) ORDER BY b.seq) FROM (
      SELECT * FROM salience.exchanges x WHERE x.thread_id = e.thread_id AND x.seq < e.seq ORDER BY x.seq DESC LIMIT 2) b), '[]'),
    'reminders', w.world->'reminders', 'world', w.world) END
  FROM unnest(p_ids) WITH ORDINALITY i(id, place) LEFT JOIN salience.exchanges e ON e.id = i.id
  CROSS JOIN LATERAL (SELECT CASE WHEN e.id IS NOT NULL THEN salience.world_of(p_agent, e.thread_id, e.said_at) END AS world) w ORDER BY i.place;
END $$;
--> statement-breakpoint
-- What held of a person at a time, meant as it was said: what is core first, then what was stated, then by confidence.
CREATE FUNCTION salience.traits_for(p_agent text, p_person text, p_limit integer, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'person', t.person, 'key', t.key, 'value', t.value,
      'category', t.category, 'origin', t.origin, 'confidence', t.confidence, 'mentions', t.mentions, 'trust', t.trust,
      'exchangeId', t.exchange_id, 'threadId', t.thread_id, 'validFrom', t.valid_from, 'lastSeenAt', t.last_seen_at)
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
-- The facts that held at a time, by when they were said. Those of keys with many values never cease to hold.
CREATE FUNCTION salience.facts_as_of(p_agent text, p_at timestamptz) RETURNS SETOF salience.facts LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT f.* FROM salience.facts f WHERE f.agent_id = p_agent
    AND coalesce(f.valid_from, f.said_at) <= p_at AND (f.valid_to IS NULL OR f.valid_to > p_at)
    ORDER BY f.said_at, f.id;
END $$;
--> statement-breakpoint
-- Offers the exchanges of an agent whose chunk failed again: pending, for the sweeper's next round. Returns how many. With the
-- owner's eyes, because neither consumer nor operator may change exchanges otherwise.
CREATE FUNCTION salience.retry_failed_chunks(p_agent text) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp AS $$
DECLARE
  v_count integer;
BEGIN
  UPDATE exchanges SET chunk_state = 'pending', chunk_error = NULL, swept_at = NULL WHERE agent_id = p_agent AND chunk_state = 'failed';
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION salience.retry_failed_chunks FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION salience.retry_failed_chunks TO salience_consumer, salience_operator;
