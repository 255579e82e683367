-- Why: what somebody wants forgotten is gone everywhere, a tombstone stays; memory is audited; what is kept for a time goes.
-- Lock: a column without default is added to turns; the index on gists reads them once and writes to them wait that long. Safe with the
-- previous image: yes, tables and functions are only added; for an agent that something was forgotten of, it finds by words alone.

CREATE TABLE salience.forget_requests (
  id text COLLATE "C" PRIMARY KEY NOT NULL,
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  scope text NOT NULL,
  target text,
  reason text NOT NULL,
  requested_by text NOT NULL,
  state text DEFAULT 'pending' NOT NULL,
  counts jsonb DEFAULT '{}' NOT NULL,
  -- Of the hashes in forget_words, so that the same word is another number in every request.
  seed bigint NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  gone_at timestamp with time zone,
  -- Until then (the database's clock) workers that had read it before may still write; what they bring back is taken out again.
  watch_until timestamp with time zone,
  CONSTRAINT forget_requests_scope CHECK (scope in ('item', 'thread', 'source', 'person')),
  CONSTRAINT forget_requests_state CHECK (state in ('pending', 'deleting', 'watching', 'done'))
);
--> statement-breakpoint
CREATE INDEX forget_requests_open ON salience.forget_requests (requested_at) WHERE state <> 'done';
--> statement-breakpoint
CREATE INDEX forget_requests_agent ON salience.forget_requests (agent_id, requested_at);
--> statement-breakpoint
CREATE TABLE salience.tombstones (
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  item_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  reason text NOT NULL,
  request_id text COLLATE "C" NOT NULL,
  forgotten_at timestamp with time zone NOT NULL,
  forgotten_by text NOT NULL,
  -- Processes that hold codes read what surely committed, as with memory_codes.
  written_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (agent_id, item_id)
);
--> statement-breakpoint
CREATE INDEX tombstones_written ON salience.tombstones (agent_id, written_xid);
--> statement-breakpoint
CREATE INDEX tombstones_request ON salience.tombstones (request_id);
--> statement-breakpoint
-- The turns of a request that are still to be forgotten; then those of replies that went with them.
CREATE TABLE salience.forget_work (
  request_id text COLLATE "C" NOT NULL REFERENCES salience.forget_requests(id),
  turn_id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  PRIMARY KEY (request_id, turn_id)
);
--> statement-breakpoint
-- The word stems of what a request forgot, hashed; whatever else says one of them that nobody else said goes too. Gone with the watch.
CREATE TABLE salience.forget_words (
  request_id text COLLATE "C" NOT NULL REFERENCES salience.forget_requests(id),
  word bigint NOT NULL,
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  PRIMARY KEY (request_id, word)
);
--> statement-breakpoint
CREATE TABLE salience.memory_audits (
  agent_id text COLLATE "C" PRIMARY KEY NOT NULL REFERENCES salience.agents(id),
  body jsonb NOT NULL,
  audited_at timestamp with time zone NOT NULL,
  claimed_until timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE salience.turns ADD COLUMN forgotten_at timestamp with time zone;
--> statement-breakpoint
GRANT SELECT ON salience.forget_requests, salience.tombstones, salience.memory_audits TO salience_app;
--> statement-breakpoint
GRANT INSERT ON salience.forget_requests TO salience_consumer;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.memory_audits TO salience_scheduler;
--> statement-breakpoint
DO $$
DECLARE table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['forget_requests', 'forget_work', 'forget_words', 'tombstones', 'memory_audits'] LOOP
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
-- Whether a text has a word whose stem is among these hashes.
CREATE FUNCTION salience.carries(p_text text, p_words bigint[], p_seed bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_text IS NOT NULL AND EXISTS (
    SELECT 1 FROM unnest(to_tsvector('english', left(p_text, 200000))) w WHERE hashtextextended(w.lexeme, p_seed) = ANY (p_words))
$$;
--> statement-breakpoint
-- The same for every text in a JSON value, keys too.
CREATE FUNCTION salience.carries(p_json jsonb, p_words bigint[], p_seed bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_json IS NOT NULL AND EXISTS (
    SELECT 1 FROM unnest(jsonb_to_tsvector('english', p_json, '["all"]')) w WHERE hashtextextended(w.lexeme, p_seed) = ANY (p_words))
$$;
--> statement-breakpoint
-- Leaves a tombstone for each item, and takes its code and its accesses away.
CREATE FUNCTION salience.bury(r salience.forget_requests, p_kind text, p_ids text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM salience.memory_codes WHERE agent_id = r.agent_id AND item_id = ANY (p_ids);
  DELETE FROM salience.memory_accesses WHERE agent_id = r.agent_id AND item_id = ANY (p_ids);
  INSERT INTO salience.tombstones (agent_id, item_id, kind, reason, request_id, forgotten_at, forgotten_by)
  SELECT r.agent_id, i, p_kind, r.reason, r.id, p_now, r.requested_by FROM unnest(p_ids) i ON CONFLICT DO NOTHING;
  UPDATE salience.forget_requests SET counts = counts || jsonb_build_object(p_kind,
    coalesce((counts->>p_kind)::integer, 0) + cardinality(p_ids)) WHERE id = r.id AND cardinality(p_ids) > 0;
END $$;
--> statement-breakpoint
CREATE FUNCTION salience.forget_thoughts(r salience.forget_requests, p_ids text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(cardinality(p_ids), 0) = 0 THEN RETURN; END IF;
  PERFORM salience.bury(r, 'thought', p_ids, p_now);
  DELETE FROM salience.thoughts WHERE agent_id = r.agent_id AND id = ANY (p_ids);
END $$;
--> statement-breakpoint
CREATE FUNCTION salience.forget_relations(r salience.forget_requests, p_ids text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(cardinality(p_ids), 0) = 0 THEN RETURN; END IF;
  PERFORM salience.bury(r, 'relation', p_ids, p_now);
  PERFORM salience.forget_in_autobiography(r.agent_id, p_ids);
  -- What they had closed holds again.
  UPDATE salience.relations SET valid_to = NULL, closed_by = NULL WHERE agent_id = r.agent_id AND closed_by = ANY (p_ids);
  DELETE FROM salience.relations WHERE agent_id = r.agent_id AND id = ANY (p_ids);
END $$;
--> statement-breakpoint
CREATE FUNCTION salience.forget_concepts(r salience.forget_requests, p_ids text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(cardinality(p_ids), 0) = 0 THEN RETURN; END IF;
  PERFORM salience.forget_relations(r, ARRAY(SELECT id FROM salience.relations
    WHERE agent_id = r.agent_id AND (from_id = ANY (p_ids) OR to_id = ANY (p_ids))), p_now);
  PERFORM salience.forget_thoughts(r, ARRAY(SELECT DISTINCT thought_id FROM salience.thought_concepts
    WHERE agent_id = r.agent_id AND concept_id = ANY (p_ids)), p_now);
  PERFORM salience.bury(r, 'concept', p_ids, p_now);
  PERFORM salience.forget_in_autobiography(r.agent_id, p_ids);
  DELETE FROM salience.concepts WHERE agent_id = r.agent_id AND id = ANY (p_ids);
END $$;
--> statement-breakpoint
-- Takes episodes away and what rests on them: thoughts, statements of autobiographies, and concepts and relations that no
-- other source has. A concept that stays loses the definition that it had from there.
CREATE FUNCTION salience.forget_episodes(r salience.forget_requests, p_ids text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_thoughts jsonb;
  v_lost jsonb;
BEGIN
  IF coalesce(cardinality(p_ids), 0) = 0 THEN RETURN; END IF;
  PERFORM salience.forget_in_autobiography(r.agent_id, p_ids);
  PERFORM salience.forget_thoughts(r, ARRAY(SELECT id FROM salience.thoughts
    WHERE agent_id = r.agent_id AND grounding_episode_id = ANY (p_ids)), p_now);
  -- A concept that goes takes these rows along.
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.thought_id, 'concept', t.concept_id)), '[]') INTO v_thoughts FROM salience.thought_concepts t
  WHERE t.concept_id IN (SELECT s.concept_id FROM salience.concept_sources s WHERE s.agent_id = r.agent_id AND s.episode_id = ANY (p_ids));
  v_lost := salience.forget_concept_sources(r.agent_id, p_ids, p_now);
  PERFORM salience.forget_thoughts(r, ARRAY(SELECT DISTINCT t->>'id' FROM jsonb_array_elements(v_thoughts) t WHERE v_lost->'concepts' ? (t->>'concept')), p_now);
  PERFORM salience.bury(r, 'relation', ARRAY(SELECT DISTINCT jsonb_array_elements_text(v_lost->'relations')), p_now);
  PERFORM salience.bury(r, 'concept', ARRAY(SELECT jsonb_array_elements_text(v_lost->'concepts')), p_now);
  PERFORM salience.bury(r, 'episode', p_ids, p_now);
  DELETE FROM salience.episode_exchanges WHERE episode_id = ANY (p_ids);
  UPDATE salience.experiences SET episode_id = NULL, state = 'skipped' WHERE agent_id = r.agent_id AND episode_id = ANY (p_ids);
  DELETE FROM salience.episodes WHERE agent_id = r.agent_id AND id = ANY (p_ids);
END $$;
--> statement-breakpoint
CREATE FUNCTION salience.forget_facts(r salience.forget_requests, p_ids text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_key record;
  v_keys jsonb;
BEGIN
  IF coalesce(cardinality(p_ids), 0) = 0 THEN RETURN; END IF;
  PERFORM salience.bury(r, 'fact', p_ids, p_now);
  WITH lost AS (
    DELETE FROM salience.facts WHERE agent_id = r.agent_id AND id = ANY (p_ids) RETURNING lower(subject) AS subject, key
  ) SELECT jsonb_agg(DISTINCT jsonb_build_object('subject', subject, 'key', key)) INTO v_keys FROM lost;
  FOR v_key IN SELECT k->>'subject' AS subject, k->>'key' AS key FROM jsonb_array_elements(v_keys) k ORDER BY 1, 2 LOOP
    PERFORM salience.settle_facts(r.agent_id, v_key.subject, v_key.key);
  END LOOP;
END $$;
--> statement-breakpoint
-- Takes statements about people away; the traits follow from those that are left.
CREATE FUNCTION salience.forget_statements(r salience.forget_requests, p_ids text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_key record;
  v_keys jsonb;
  v_before text[];
BEGIN
  IF coalesce(cardinality(p_ids), 0) = 0 THEN RETURN; END IF;
  SELECT jsonb_agg(DISTINCT jsonb_build_object('person', person, 'key', key)) INTO v_keys
  FROM salience.trait_sources WHERE agent_id = r.agent_id AND id = ANY (p_ids);
  SELECT array_agg(t.id) INTO v_before FROM salience.traits t JOIN jsonb_array_elements(v_keys) k
    ON t.person = k->>'person' AND t.key = k->>'key' WHERE t.agent_id = r.agent_id;
  DELETE FROM salience.trait_sources WHERE agent_id = r.agent_id AND id = ANY (p_ids);
  FOR v_key IN SELECT k->>'person' AS person, k->>'key' AS key FROM jsonb_array_elements(v_keys) k ORDER BY 1, 2 LOOP
    PERFORM salience.settle_traits(r.agent_id, v_key.person, v_key.key);
  END LOOP;
  v_before := ARRAY(SELECT b FROM unnest(v_before) b WHERE NOT EXISTS (SELECT 1 FROM salience.traits t WHERE t.id = b));
  PERFORM salience.bury(r, 'trait', v_before, p_now);
  PERFORM salience.forget_in_autobiography(r.agent_id, v_before);
END $$;
--> statement-breakpoint
-- Puts closed ranges that lost exchanges in hand again: under a new id, so that an episode of the old one that is being made
-- now finds its range gone. One that lost all of them is closed for good.
CREATE FUNCTION salience.reopen_ranges(r salience.forget_requests, p_ids text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH old AS (
    DELETE FROM salience.ranges WHERE agent_id = r.agent_id AND id = ANY (p_ids) RETURNING *
  )
  INSERT INTO salience.ranges (id, agent_id, thread_id, first_seq, last_seq, reason, state, created_at, swept_at, traceparent)
  SELECT 'rng_' || substr(o.id, 5, 12) || substr(replace(gen_random_uuid()::text, '-', ''), 1, 20), o.agent_id, o.thread_id, o.first_seq,
    o.last_seq, o.reason, CASE WHEN EXISTS (SELECT 1 FROM salience.exchanges e WHERE e.thread_id = o.thread_id
      AND e.seq BETWEEN o.first_seq AND o.last_seq) THEN 'pending' ELSE 'built' END, p_now, NULL, o.traceparent
  FROM old o;
END $$;
--> statement-breakpoint
-- Takes ended turns away: what was said, answered, done, seen by models and learned from it. The turn's row stays, without a word
-- (law 13: it replays as redacted), and so does the row of its reply (law 5).
CREATE FUNCTION salience.forget_turns(r salience.forget_requests, p_turns text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_exchanges text[];
  v_ranges text[];
  v_keys text[];
BEGIN
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
    WHERE e.id = ANY (v_exchanges) AND e.chunk_state = 'chunked' GROUP BY w.lexeme
  ), locked AS (
    SELECT s.lexeme, s.documents - l.n AS left_over FROM salience.term_stats s JOIN lost l ON l.lexeme = s.lexeme
    WHERE s.agent_id = r.agent_id ORDER BY s.lexeme FOR UPDATE OF s
  ), gone AS (
    DELETE FROM salience.term_stats s USING locked l WHERE s.agent_id = r.agent_id AND s.lexeme = l.lexeme AND l.left_over <= 0
  )
  UPDATE salience.term_stats s SET documents = l.left_over FROM locked l
  WHERE s.agent_id = r.agent_id AND s.lexeme = l.lexeme AND l.left_over > 0;
  UPDATE salience.memory_stats m SET documents = greatest(0, m.documents - x.n), lexemes = greatest(0, m.lexemes - x.words)
  FROM (SELECT count(*) AS n, coalesce(sum(length(search)), 0) AS words FROM salience.exchanges
    WHERE id = ANY (v_exchanges) AND chunk_state = 'chunked') x
  WHERE m.agent_id = r.agent_id;

  v_keys := ARRAY(SELECT idempotency_key FROM salience.act_steps WHERE agent_id = r.agent_id AND idempotency_key IS NOT NULL
    AND (run_id = ANY (p_turns) OR turn_id = ANY (p_turns)));
  v_ranges := ARRAY(SELECT DISTINCT g.id FROM salience.exchanges e JOIN salience.ranges g ON g.thread_id = e.thread_id
    AND e.seq BETWEEN g.first_seq AND g.last_seq WHERE e.id = ANY (v_exchanges));
  PERFORM salience.forget_episodes(r, ARRAY(
    SELECT id FROM salience.episodes WHERE agent_id = r.agent_id AND range_id = ANY (v_ranges)
    UNION SELECT episode_id FROM salience.episode_exchanges WHERE exchange_id = ANY (v_exchanges)
    UNION SELECT episode_id FROM salience.experiences WHERE agent_id = r.agent_id AND episode_id IS NOT NULL
      AND (run_id = ANY (p_turns) OR turn_id = ANY (p_turns))), p_now);
  DELETE FROM salience.experiences WHERE agent_id = r.agent_id AND (run_id = ANY (p_turns) OR turn_id = ANY (p_turns));
  PERFORM salience.forget_statements(r, ARRAY(SELECT id FROM salience.trait_sources WHERE exchange_id = ANY (v_exchanges)), p_now);
  PERFORM salience.forget_facts(r, ARRAY(SELECT id FROM salience.facts WHERE agent_id = r.agent_id
    AND (exchange_id = ANY (v_exchanges) OR turn_id = ANY (p_turns) OR idempotency_key = ANY (v_keys))), p_now);
  PERFORM salience.bury(r, 'gist', ARRAY(SELECT id FROM salience.gists WHERE exchange_id = ANY (v_exchanges)), p_now);
  DELETE FROM salience.gists WHERE exchange_id = ANY (v_exchanges);
  DELETE FROM salience.chunks WHERE exchange_id = ANY (v_exchanges);
  DELETE FROM salience.topic_samples s USING salience.exchanges e, salience.turns t
  WHERE e.id = ANY (v_exchanges) AND t.id = e.turn_id AND s.agent_id = r.agent_id AND s.topic_id = e.topic_id
    AND s.said_at IN (e.said_at, e.created_at, t.accepted_at, t.started_at, t.ended_at);
  PERFORM salience.bury(r, 'exchange', v_exchanges, p_now);
  DELETE FROM salience.exchanges WHERE id = ANY (v_exchanges);
  PERFORM salience.reopen_ranges(r, v_ranges, p_now);
  PERFORM salience.forget_made(r, p_turns, v_keys, p_now);
  PERFORM salience.blank_turns(r, p_turns, p_now);
END $$;
--> statement-breakpoint
-- Takes away what the actions of these turns made: reminders, list items, a focus, scenarios of tools.
CREATE FUNCTION salience.forget_made(r salience.forget_requests, p_turns text[], p_keys text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_ids text[];
BEGIN
  v_ids := ARRAY(SELECT id FROM salience.reminders WHERE agent_id = r.agent_id AND idempotency_key = ANY (p_keys));
  PERFORM salience.bury(r, 'reminder', v_ids, p_now);
  DELETE FROM salience.reminders WHERE id = ANY (v_ids);
  v_ids := ARRAY(SELECT id FROM salience.list_items WHERE agent_id = r.agent_id AND idempotency_key = ANY (p_keys));
  PERFORM salience.bury(r, 'listItem', v_ids, p_now);
  DELETE FROM salience.list_items WHERE id = ANY (v_ids);
  v_ids := ARRAY(SELECT id FROM salience.focuses WHERE agent_id = r.agent_id AND idempotency_key = ANY (p_keys));
  PERFORM salience.bury(r, 'focus', v_ids, p_now);
  DELETE FROM salience.focuses WHERE id = ANY (v_ids);
  DELETE FROM salience.tool_scenarios WHERE agent_id = r.agent_id AND run_id = ANY (p_turns);
END $$;
--> statement-breakpoint
-- Empties the rows of turns that stay for the order of things: turn, reply, steps, requests for a yes (which are then no).
CREATE FUNCTION salience.blank_turns(r salience.forget_requests, p_turns text[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM salience.contexts WHERE agent_id = r.agent_id AND turn_id = ANY (p_turns);
  DELETE FROM salience.decisions WHERE agent_id = r.agent_id AND turn_id = ANY (p_turns);
  UPDATE salience.replies SET text = '[forgotten]', citations = '[]' WHERE agent_id = r.agent_id AND turn_id = ANY (p_turns);
  PERFORM salience.blank_steps(ARRAY(SELECT s FROM salience.act_steps s WHERE s.agent_id = r.agent_id
    AND (s.run_id = ANY (p_turns) OR s.turn_id = ANY (p_turns))), p_now);
  PERFORM salience.bury(r, 'turn', p_turns, p_now);
  UPDATE salience.turns SET text = '', own_text = CASE WHEN own_text IS NULL THEN NULL ELSE '' END,
    steered_text = CASE WHEN steered_text IS NULL THEN NULL ELSE '' END, speaker = NULL, context = NULL,
    -- A client's own key may be anything; the same message again is then a new one.
    idempotency_key = CASE WHEN idempotency_key LIKE ' %' THEN idempotency_key END,
    request_hash = CASE WHEN idempotency_key LIKE ' %' THEN request_hash END,
    error = CASE WHEN error IS NULL THEN NULL ELSE error || '{"message": "[forgotten]"}' END, forgotten_at = p_now
  WHERE agent_id = r.agent_id AND id = ANY (p_turns);
END $$;
--> statement-breakpoint
-- Empties steps of runs: what was asked of tools and what they said. Which tool it was and how it ended stays.
CREATE FUNCTION salience.blank_steps(p_steps salience.act_steps[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE salience.act_steps s SET note = NULL, reason = CASE WHEN s.kind = 'plan' OR s.kind = 'closing' THEN s.reason END,
    call = CASE WHEN s.call IS NULL THEN NULL ELSE (s.call || '{"arguments": {}}') - 'broken' END,
    ruling = CASE WHEN s.ruling IS NULL THEN NULL ELSE s.ruling || '{"reason": "[forgotten]"}' ||
      jsonb_build_object('gate', (s.ruling->'gate') || '{"reasons": []}') END,
    result = CASE WHEN s.result IS NULL THEN NULL ELSE s.result || '{"text": "[forgotten]"}' END,
    verdict = CASE WHEN s.verdict IS NULL THEN NULL ELSE s.verdict || '{"reason": "[forgotten]"}' END, late = NULL,
    state = CASE WHEN s.state = 'asked' THEN 'expired' ELSE s.state END
  FROM unnest(p_steps) o WHERE s.run_id = o.run_id AND s.n = o.n;
  UPDATE salience.approvals q SET arguments = '{}', edited_arguments = CASE WHEN q.edited_arguments IS NULL THEN NULL ELSE '{}'::jsonb END,
    arguments_hash = '', reason = '[forgotten]', state = CASE q.state WHEN 'pending' THEN 'expired' ELSE q.state END,
    resolved_at = coalesce(q.resolved_at, p_now), resolved_by = coalesce(q.resolved_by, 'forget')
  FROM unnest(p_steps) o WHERE q.run_id = o.run_id AND q.n = o.n;
END $$;
--> statement-breakpoint
-- The turns that a request is about, with those that go on from them: merged into them, continued or fired from what they made.
CREATE FUNCTION salience.turns_to_forget(r salience.forget_requests) RETURNS SETOF text LANGUAGE sql STABLE AS $$
  WITH RECURSIVE named AS (
    SELECT t.id FROM salience.turns t
    WHERE t.agent_id = r.agent_id AND t.forgotten_at IS NULL AND t.accepted_at <= r.requested_at AND CASE r.scope
      WHEN 'thread' THEN t.thread_id = r.target
      WHEN 'source' THEN t.source = r.target
      WHEN 'person' THEN lower(t.speaker) = lower(r.target) OR (lower(r.target) = 'user' AND t.speaker IS NULL)
      ELSE t.id = r.target OR t.id = (SELECT e.turn_id FROM salience.exchanges e WHERE e.id = r.target AND e.agent_id = r.agent_id) END
    UNION
    SELECT f.id FROM named n CROSS JOIN LATERAL (
      SELECT id FROM salience.turns WHERE merged_into = n.id OR parent_turn_id = n.id
      UNION ALL SELECT m.turn_id FROM salience.reminders m JOIN salience.act_steps s ON s.idempotency_key = m.idempotency_key
        WHERE s.run_id = n.id AND m.agent_id = r.agent_id AND m.turn_id IS NOT NULL
    ) f JOIN salience.turns t ON t.id = f.id AND t.agent_id = r.agent_id AND t.forgotten_at IS NULL
  ) SELECT id FROM named
$$;
--> statement-breakpoint
-- Takes away what is named itself: an item that was made of exchanges which stay, or what is known of a person by name.
CREATE FUNCTION salience.forget_named(r salience.forget_requests, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_id text := r.target;
  v_ids text[];
BEGIN
  IF r.scope = 'person' THEN
    INSERT INTO salience.forget_words (request_id, agent_id, word)
    SELECT r.id, r.agent_id, hashtextextended(w.lexeme, r.seed) FROM unnest(to_tsvector('english', v_id)) w
    WHERE lower(v_id) <> 'user' ON CONFLICT DO NOTHING;
    PERFORM salience.forget_facts(r, ARRAY(SELECT id FROM salience.facts WHERE agent_id = r.agent_id AND lower(subject) = lower(v_id)), p_now);
    PERFORM salience.forget_statements(r, ARRAY(SELECT id FROM salience.trait_sources WHERE agent_id = r.agent_id AND lower(person) = lower(v_id)), p_now);
    PERFORM salience.forget_concepts(r, ARRAY(SELECT c.id FROM salience.concepts c WHERE c.agent_id = r.agent_id AND c.kind = 'person'
      AND (lower(c.name) = lower(v_id) OR EXISTS (SELECT 1 FROM salience.concept_names x WHERE x.concept_id = c.id AND lower(x.name) = lower(v_id)))), p_now);
    UPDATE salience.chunks c SET entities = (SELECT coalesce(jsonb_agg(e), '[]') FROM jsonb_array_elements(c.entities) e WHERE lower(e->>'name') <> lower(v_id))
    WHERE c.agent_id = r.agent_id AND EXISTS (SELECT 1 FROM jsonb_array_elements(c.entities) e WHERE lower(e->>'name') = lower(v_id));
  ELSIF r.scope = 'thread' THEN
    v_ids := ARRAY(SELECT id FROM salience.reminders WHERE thread_id = v_id AND agent_id = r.agent_id);
    PERFORM salience.bury(r, 'reminder', v_ids, p_now);
    DELETE FROM salience.reminders WHERE id = ANY (v_ids);
    v_ids := ARRAY(SELECT id FROM salience.focuses WHERE thread_id = v_id AND agent_id = r.agent_id);
    PERFORM salience.bury(r, 'focus', v_ids, p_now);
    DELETE FROM salience.focuses WHERE id = ANY (v_ids);
    -- A key may be a name or a number of somebody's. Who uses it again begins a new thread.
    UPDATE salience.threads SET key = id, topic_id = NULL WHERE id = v_id AND agent_id = r.agent_id;
    DELETE FROM salience.current_threads WHERE thread_id = v_id AND agent_id = r.agent_id;
  ELSIF r.scope = 'item' THEN
    PERFORM salience.forget_facts(r, ARRAY(SELECT id FROM salience.facts WHERE id = v_id AND agent_id = r.agent_id), p_now);
    PERFORM salience.forget_statements(r, ARRAY(SELECT id FROM salience.trait_sources WHERE agent_id = r.agent_id AND (trait_id = v_id OR id = v_id)), p_now);
    PERFORM salience.forget_episodes(r, ARRAY(SELECT id FROM salience.episodes WHERE id = v_id AND agent_id = r.agent_id), p_now);
    PERFORM salience.forget_concepts(r, ARRAY(SELECT id FROM salience.concepts WHERE id = v_id AND agent_id = r.agent_id), p_now);
    PERFORM salience.forget_relations(r, ARRAY(SELECT id FROM salience.relations WHERE id = v_id AND agent_id = r.agent_id), p_now);
    PERFORM salience.forget_thoughts(r, ARRAY(SELECT id FROM salience.thoughts WHERE id = v_id AND agent_id = r.agent_id), p_now);
    IF EXISTS (SELECT 1 FROM salience.gists WHERE id = v_id AND agent_id = r.agent_id) THEN PERFORM salience.bury(r, 'gist', ARRAY[v_id], p_now); END IF;
    DELETE FROM salience.gists WHERE id = v_id AND agent_id = r.agent_id;
    IF EXISTS (SELECT 1 FROM salience.list_items WHERE id = v_id AND agent_id = r.agent_id) THEN PERFORM salience.bury(r, 'listItem', ARRAY[v_id], p_now); END IF;
    DELETE FROM salience.list_items WHERE id = v_id AND agent_id = r.agent_id;
    IF EXISTS (SELECT 1 FROM salience.reminders WHERE id = v_id AND agent_id = r.agent_id) THEN PERFORM salience.bury(r, 'reminder', ARRAY[v_id], p_now); END IF;
    DELETE FROM salience.reminders WHERE id = v_id AND agent_id = r.agent_id;
  END IF;
END $$;
--> statement-breakpoint
-- Takes away what still says what was forgotten: prompts that held it, replies that cite it, and every text of the agent with a
-- word that nobody else has said. May be done again at any time. Returns the turns whose replies went.
CREATE FUNCTION salience.forget_traces(r salience.forget_requests, p_now timestamptz) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  v_words bigint[];
  v_ids text[];
BEGIN
  -- What somebody else says too is no trace.
  DELETE FROM salience.forget_words w WHERE w.request_id = r.id AND w.word IN (
    SELECT hashtextextended(s.lexeme, r.seed) FROM salience.term_stats s WHERE s.agent_id = r.agent_id
    UNION ALL SELECT hashtextextended(l.lexeme, r.seed) FROM salience.exchanges e, unnest(e.search) l
      WHERE e.agent_id = r.agent_id AND e.chunk_state <> 'chunked'
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
-- The part of forget_traces that looks at what was learned of exchanges that stay.
CREATE FUNCTION salience.forget_learned(r salience.forget_requests, p_words bigint[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_ids text[];
BEGIN
  v_ids := ARRAY(SELECT id FROM salience.gists g WHERE g.agent_id = r.agent_id AND salience.carries(g.content, p_words, r.seed));
  PERFORM salience.bury(r, 'gist', v_ids, p_now);
  DELETE FROM salience.gists WHERE id = ANY (v_ids);
  UPDATE salience.chunks c SET
    entities = (SELECT coalesce(jsonb_agg(e), '[]') FROM jsonb_array_elements(c.entities) e WHERE NOT salience.carries(e, p_words, r.seed)),
    times = (SELECT coalesce(jsonb_agg(e), '[]') FROM jsonb_array_elements(c.times) e WHERE NOT salience.carries(e, p_words, r.seed)),
    grounds = '{}', scope = CASE WHEN salience.carries(c.scope, p_words, r.seed) THEN NULL ELSE c.scope END
  WHERE c.agent_id = r.agent_id AND (salience.carries(c.entities, p_words, r.seed) OR salience.carries(c.times, p_words, r.seed)
    OR salience.carries(c.grounds, p_words, r.seed) OR salience.carries(c.scope, p_words, r.seed));
  PERFORM salience.forget_facts(r, ARRAY(SELECT id FROM salience.facts f WHERE f.agent_id = r.agent_id
    AND salience.carries(f.subject || ' ' || replace(f.key, '_', ' ') || ' ' || f.value, p_words, r.seed)), p_now);
  PERFORM salience.forget_statements(r, ARRAY(SELECT id FROM salience.trait_sources s WHERE s.agent_id = r.agent_id
    AND salience.carries(s.person || ' ' || replace(s.key, '_', ' ') || ' ' || s.value, p_words, r.seed)), p_now);
  -- An episode that repeats it was made of more than is left: made anew.
  SELECT array_agg(p.id) INTO v_ids FROM salience.episodes p WHERE p.agent_id = r.agent_id AND (
    salience.carries(concat_ws(' ', p.gist, p.intent, p.outcome, p.action), p_words, r.seed)
    OR salience.carries(jsonb_build_array(p.open_loops, p.context, p.emotion, p.factors), p_words, r.seed));
  IF v_ids IS NOT NULL THEN
    DECLARE v_ranges text[] := ARRAY(SELECT range_id FROM salience.episodes WHERE id = ANY (v_ids) AND range_id IS NOT NULL);
    BEGIN
      PERFORM salience.forget_episodes(r, v_ids, p_now);
      PERFORM salience.reopen_ranges(r, v_ranges, p_now);
    END;
  END IF;
  PERFORM salience.forget_concepts(r, ARRAY(SELECT id FROM salience.concepts c WHERE c.agent_id = r.agent_id
    AND salience.carries(c.name, p_words, r.seed)), p_now);
  DELETE FROM salience.concept_names x WHERE x.agent_id = r.agent_id AND salience.carries(x.key || ' ' || x.name, p_words, r.seed);
  UPDATE salience.concepts c SET definition = '', defined_at = NULL WHERE c.agent_id = r.agent_id AND salience.carries(c.definition, p_words, r.seed);
  PERFORM salience.forget_thoughts(r, ARRAY(SELECT id FROM salience.thoughts t WHERE t.agent_id = r.agent_id
    AND salience.carries(t.content, p_words, r.seed)), p_now);
  PERFORM salience.forget_in_autobiography(r.agent_id, ARRAY(SELECT DISTINCT o.item_id FROM salience.autobiographies b
    JOIN salience.autobiography_sources o ON o.autobiography_id = b.id
    WHERE b.agent_id = r.agent_id AND salience.carries(b.sections->o.section->o.place, p_words, r.seed)));
  DELETE FROM salience.tool_scenarios x WHERE x.agent_id = r.agent_id AND salience.carries(x.text, p_words, r.seed);
  UPDATE salience.topics t SET name = 'forgotten-' || right(t.id, 12) WHERE t.agent_id = r.agent_id AND salience.carries(t.name, p_words, r.seed);
END $$;
--> statement-breakpoint
-- The part of forget_traces that looks at what was done and noted beside the conversation, and at errors.
CREATE FUNCTION salience.forget_noted(r salience.forget_requests, p_words bigint[], p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_ids text[];
BEGIN
  PERFORM salience.blank_steps(ARRAY(SELECT s FROM salience.act_steps s WHERE s.agent_id = r.agent_id AND (
    salience.carries(concat_ws(' ', s.note, s.reason, s.late), p_words, r.seed)
    OR salience.carries(jsonb_build_array(s.call, s.ruling, s.result, s.verdict), p_words, r.seed)
    OR EXISTS (SELECT 1 FROM salience.approvals q WHERE q.run_id = s.run_id AND q.n = s.n
      AND salience.carries(jsonb_build_array(q.arguments, q.edited_arguments, q.reason), p_words, r.seed)))), p_now);
  v_ids := ARRAY(SELECT id FROM salience.reminders m WHERE m.agent_id = r.agent_id AND salience.carries(m.text, p_words, r.seed));
  PERFORM salience.bury(r, 'reminder', v_ids, p_now);
  DELETE FROM salience.reminders WHERE id = ANY (v_ids);
  v_ids := ARRAY(SELECT id FROM salience.list_items i WHERE i.agent_id = r.agent_id AND salience.carries(i.list || ' ' || i.item, p_words, r.seed));
  PERFORM salience.bury(r, 'listItem', v_ids, p_now);
  DELETE FROM salience.list_items WHERE id = ANY (v_ids);
  DELETE FROM salience.lists l WHERE l.agent_id = r.agent_id AND salience.carries(l.name, p_words, r.seed)
    AND NOT EXISTS (SELECT 1 FROM salience.list_items i WHERE i.agent_id = l.agent_id AND i.list = l.name);
  v_ids := ARRAY(SELECT id FROM salience.focuses f WHERE f.agent_id = r.agent_id AND salience.carries(f.text, p_words, r.seed));
  PERFORM salience.bury(r, 'focus', v_ids, p_now);
  DELETE FROM salience.focuses WHERE id = ANY (v_ids);
  -- Turns of nobody's own words: reminders that fired, answers to requests. And what a client sent along.
  UPDATE salience.turns t SET text = '[forgotten]' WHERE t.agent_id = r.agent_id AND t.ended_at IS NOT NULL
    AND t.source IN ('reminder', 'approval', 'pulse') AND salience.carries(t.text, p_words, r.seed);
  UPDATE salience.turns t SET context = NULL WHERE t.agent_id = r.agent_id AND t.ended_at IS NOT NULL AND salience.carries(t.context, p_words, r.seed);
  UPDATE salience.turns t SET error = t.error || '{"message": "[forgotten]"}'
  WHERE t.agent_id = r.agent_id AND t.error IS NOT NULL AND salience.carries(t.error, p_words, r.seed);
  UPDATE salience.threads h SET key = h.id WHERE h.agent_id = r.agent_id AND salience.carries(h.key, p_words, r.seed);
  UPDATE salience.exchanges SET chunk_error = NULL WHERE agent_id = r.agent_id AND salience.carries(chunk_error, p_words, r.seed);
  UPDATE salience.ranges SET error = NULL WHERE agent_id = r.agent_id AND salience.carries(error, p_words, r.seed);
  UPDATE salience.episodes SET concept_error = NULL WHERE agent_id = r.agent_id AND salience.carries(concept_error, p_words, r.seed);
  UPDATE salience.experiences SET error = NULL WHERE agent_id = r.agent_id AND salience.carries(error, p_words, r.seed);
  UPDATE salience.chores SET error = NULL WHERE agent_id = r.agent_id AND salience.carries(error, p_words, r.seed);
  UPDATE salience.dead_letters d SET error = '[forgotten]', payload = '{}', state = 'dropped', settled_at = coalesce(d.settled_at, p_now)
  WHERE d.agent_id = r.agent_id AND (salience.carries(d.error, p_words, r.seed) OR salience.carries(d.payload, p_words, r.seed));
END $$;
--> statement-breakpoint
-- Goes one step on with a request to forget; each step is one transaction and may be repeated. p: {agentId, requestId, now,
-- batch, watchSeconds}. Returns {state, open, turns}: `open` turns have not ended yet and are waited for, `turns` are those
-- whose live events are to be dropped. `busy`: another one is at it. Runs as the owner: no app may delete what people said.
CREATE FUNCTION salience.forget_step(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp AS $$
DECLARE
  v_now timestamptz := (p->>'now')::timestamptz;
  r salience.forget_requests;
  v_turns text[];
  v_open integer := 0;
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  SELECT * INTO r FROM forget_requests WHERE id = p->>'requestId' AND agent_id = p->>'agentId' FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN jsonb_build_object('state', 'busy', 'open', 0, 'turns', '[]'::jsonb); END IF;
  -- Steps of one agent go one after another: each leaves words out that the others still need.
  PERFORM pg_advisory_xact_lock(hashtextextended('forget ' || r.agent_id, 0));
  IF r.state = 'pending' THEN
    INSERT INTO forget_work (request_id, turn_id, agent_id) SELECT r.id, t, r.agent_id FROM turns_to_forget(r) t ON CONFLICT DO NOTHING;
    UPDATE forget_requests SET state = 'deleting' WHERE id = r.id;
  ELSIF r.state = 'deleting' THEN
    SELECT coalesce(array_agg(w.turn_id), '{}') INTO v_turns FROM (
      SELECT w.turn_id FROM forget_work w JOIN turns t ON t.id = w.turn_id
      WHERE w.request_id = r.id AND t.state NOT IN ('pending', 'running') ORDER BY w.turn_id LIMIT (p->>'batch')::integer) w;
    IF cardinality(v_turns) > 0 THEN
      PERFORM forget_turns(r, v_turns, v_now);
      DELETE FROM forget_work WHERE request_id = r.id AND turn_id = ANY (v_turns);
    ELSE
      SELECT count(*) INTO v_open FROM forget_work WHERE request_id = r.id;
      IF v_open = 0 THEN
        PERFORM forget_named(r, v_now);
        v_turns := forget_traces(r, v_now);
        -- Whose live events are to go is told again when the watch ends: who is told now may die before they are gone.
        INSERT INTO forget_work (request_id, turn_id, agent_id) SELECT r.id, t, r.agent_id FROM unnest(v_turns) t ON CONFLICT DO NOTHING;
        v_turns := v_turns || ARRAY(SELECT item_id FROM tombstones WHERE request_id = r.id AND kind = 'turn');
        UPDATE forget_requests SET state = 'watching', gone_at = v_now,
          watch_until = clock_timestamp() + (p->>'watchSeconds')::integer * interval '1 second' WHERE id = r.id;
      END IF;
    END IF;
  ELSIF r.state = 'watching' AND r.watch_until <= clock_timestamp() THEN
    v_turns := forget_traces(r, v_now) || ARRAY(SELECT item_id FROM tombstones WHERE request_id = r.id AND kind = 'turn'
      UNION ALL SELECT turn_id FROM forget_work WHERE request_id = r.id);
    DELETE FROM forget_work WHERE request_id = r.id;
    DELETE FROM forget_words WHERE request_id = r.id;
    UPDATE forget_requests SET state = 'done', target = NULL WHERE id = r.id;
  END IF;
  RETURN (SELECT jsonb_build_object('state', f.state, 'open', v_open, 'turns', to_jsonb(coalesce(v_turns, '{}'))) FROM forget_requests f WHERE f.id = r.id);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION salience.forget_step FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION salience.forget_step TO salience_consumer, salience_scheduler;
--> statement-breakpoint
-- Requests that are not through, the oldest first. Cross-agent; scheduler only.
CREATE FUNCTION salience.open_forgettings(p_limit integer) RETURNS SETOF jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', id, 'agentId', agent_id) FROM salience.forget_requests
  WHERE state IN ('pending', 'deleting') OR (state = 'watching' AND watch_until <= clock_timestamp()) ORDER BY requested_at LIMIT p_limit
$$;
--> statement-breakpoint
-- As before, and with them the ids of what was forgotten since, without a code: whoever holds codes drops those.
CREATE OR REPLACE FUNCTION salience.load_codes(p_agent text, p_model text, p_from xid8)
RETURNS TABLE (upto xid8, item_id text, kind text, code bytea) LANGUAGE plpgsql STABLE
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT pg_snapshot_xmin(pg_current_snapshot()), NULL::text, NULL::text, NULL::bytea
    UNION ALL SELECT NULL, m.item_id, m.kind, m.code FROM salience.memory_codes m
    WHERE m.agent_id = p_agent AND m.model_id = p_model AND m.written_xid >= p_from
    UNION ALL SELECT NULL, t.item_id, t.kind, NULL FROM salience.tombstones t
    WHERE p_from > '0'::xid8 AND t.agent_id = p_agent AND t.written_xid >= p_from;
END $$;
--> statement-breakpoint
-- As before; a forgotten turn says when it was forgotten, and has no reply to show.
CREATE OR REPLACE FUNCTION salience.load_turns(p_agent text, p_ids text[]) RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT
  jsonb_build_object('id', t.id, 'threadId', t.thread_id, 'seq', t.seq, 'state', t.state, 'text', coalesce(t.own_text, t.text),
    'speaker', t.speaker, 'source', t.source, 'trust', t.trust, 'attempts', t.attempts, 'fence', t.fence,
    'acceptedAt', t.accepted_at, 'endedAt', t.ended_at, 'traceparent', t.traceparent, 'error', t.error,
    'timings', t.timings, 'parentTurnId', t.parent_turn_id, 'interruptedBy', t.interrupted_by, 'mergedInto', t.merged_into,
    'merged', CASE WHEN t.own_text IS NULL AND t.steered_text IS NULL THEN '[]'::jsonb ELSE
      (SELECT coalesce(jsonb_agg(m.id ORDER BY m.seq), '[]') FROM salience.turns m WHERE m.merged_into = t.id) END,
    'settledAs', t.settled_as,
    'childTurnIds', CASE WHEN t.settled_as IS NULL THEN '[]'::jsonb ELSE
      (SELECT coalesce(jsonb_agg(c.id ORDER BY c.seq), '[]') FROM salience.turns c WHERE c.parent_turn_id = t.id) END,
    'approvals', (SELECT coalesce(jsonb_agg(salience.approval_view(q) ORDER BY q.n), '[]') FROM salience.approvals q WHERE q.turn_id = t.id),
    'forgottenAt', t.forgotten_at,
    'reply', CASE WHEN r.turn_id IS NOT NULL AND e.id IS NOT NULL THEN jsonb_build_object('text', r.text, 'citations', r.citations,
      'model', r.model, 'usage', r.usage, 'mode', e.mode, 'exchangeId', e.id, 'topic', coalesce(p.name, 'general'),
      'confidence', coalesce((d.body->>'confidence')::real, 0)) END)
  FROM salience.turns t
  LEFT JOIN salience.replies r ON r.turn_id = t.id
  LEFT JOIN salience.exchanges e ON e.turn_id = t.id
  LEFT JOIN salience.topics p ON p.id = e.topic_id
  LEFT JOIN salience.decisions d ON d.turn_id = t.id
  WHERE t.agent_id = p_agent AND t.id = ANY (p_ids);
END $$;
--> statement-breakpoint
-- What an agent remembers of one kind, with the ids that each item rests on, in the order of ids: after p_after, or the one p_id.
-- Kinds: exchange, gist, fact, trait, episode, concept, relation, thought, autobiography, reminder, listItem.
CREATE FUNCTION salience.memory_rows(p_agent text, p_kind text, p_after text, p_limit integer, p_id text) RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  IF p_kind = 'exchange' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'exchange', 'id', e.id, 'at', e.said_at, 'text', e.message, 'trust', e.trust, 'source', e.source,
      'sources', jsonb_build_array(e.turn_id), 'thread_id', e.thread_id, 'speaker', e.speaker, 'reply', e.reply, 'mode', e.mode,
      'topic', (SELECT t.name FROM salience.topics t WHERE t.id = e.topic_id), 'entities', coalesce((SELECT c.entities FROM salience.chunks c WHERE c.exchange_id = e.id), '[]'))
    FROM salience.exchanges e WHERE e.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN e.id > p_after ELSE e.id = p_id END) ORDER BY e.id LIMIT p_limit;
  ELSIF p_kind = 'gist' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'gist', 'id', g.id, 'at', g.created_at, 'text', g.content, 'trust', g.trust, 'source', g.source,
      'sources', jsonb_build_array(g.exchange_id), 'thread_id', g.thread_id, 'type', g.type, 'confidence', g.confidence)
    FROM salience.gists g WHERE g.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN g.id > p_after ELSE g.id = p_id END) ORDER BY g.id LIMIT p_limit;
  ELSIF p_kind = 'fact' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'fact', 'id', f.id, 'at', f.said_at, 'text', f.subject || ' ' || replace(f.key, '_', ' ') || ' ' || f.value,
      'trust', f.trust, 'source', f.source, 'sources', jsonb_build_array(coalesce(f.exchange_id, f.turn_id)), 'thread_id', f.thread_id,
      'subject', f.subject, 'key', f.key, 'value', f.value, 'confidence', f.confidence, 'explicit', f.explicit,
      'valid_from', f.valid_from, 'valid_to', f.valid_to, 'superseded_by', f.superseded_by)
    FROM salience.facts f WHERE f.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN f.id > p_after ELSE f.id = p_id END) ORDER BY f.id LIMIT p_limit;
  ELSIF p_kind = 'trait' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'trait', 'id', t.id, 'at', t.last_seen_at, 'text', t.person || ' ' || replace(t.key, '_', ' ') || ' ' || t.value,
      'trust', t.trust, 'source', t.source, 'sources', (SELECT coalesce(jsonb_agg(DISTINCT s.exchange_id), '[]') FROM salience.trait_sources s WHERE s.trait_id = t.id),
      'person', t.person, 'key', t.key, 'value', t.value, 'category', t.category, 'origin', t.origin, 'confidence', t.confidence,
      'mentions', t.mentions, 'valid_from', t.valid_from, 'valid_to', t.valid_to, 'superseded_by', t.superseded_by)
    FROM salience.traits t WHERE t.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN t.id > p_after ELSE t.id = p_id END) ORDER BY t.id LIMIT p_limit;
  ELSIF p_kind = 'episode' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'episode', 'id', p.id, 'at', p.ended_at, 'text', p.gist, 'trust', p.trust, 'source', p.source,
      'sources', (SELECT coalesce(jsonb_agg(x.exchange_id ORDER BY x.exchange_id), '[]') FROM salience.episode_exchanges x WHERE x.episode_id = p.id)
        || CASE WHEN p.experience_id IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(p.experience_id) END,
      'thread_id', p.thread_id, 'started_at', p.started_at, 'intent', p.intent, 'outcome', p.outcome, 'open_loops', p.open_loops, 'salience', p.salience)
    FROM salience.episodes p WHERE p.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN p.id > p_after ELSE p.id = p_id END) ORDER BY p.id LIMIT p_limit;
  ELSIF p_kind = 'concept' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'concept', 'id', c.id, 'at', c.last_seen_at, 'text', c.name || CASE WHEN c.definition = '' THEN '' ELSE ': ' || c.definition END,
      'trust', c.trust, 'source', c.source, 'sources', (SELECT coalesce(jsonb_agg(DISTINCT s.episode_id), '[]') FROM salience.concept_sources s WHERE s.concept_id = c.id),
      'name', c.name, 'type', c.kind, 'definition', c.definition, 'strength', c.strength, 'confidence', c.confidence, 'mentions', c.mentions,
      'names', (SELECT coalesce(jsonb_agg(DISTINCT n.name), '[]') FROM salience.concept_names n WHERE n.concept_id = c.id), 'first_seen_at', c.first_seen_at)
    FROM salience.concepts c WHERE c.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN c.id > p_after ELSE c.id = p_id END) ORDER BY c.id LIMIT p_limit;
  ELSIF p_kind = 'relation' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'relation', 'id', l.id, 'at', l.last_seen_at, 'text', a.name || ' ' || l.type || ' ' || b.name,
      'trust', l.trust, 'source', l.source, 'sources', (SELECT coalesce(jsonb_agg(DISTINCT s.episode_id), '[]') FROM salience.relation_sources s WHERE s.relation_id = l.id),
      'from_id', l.from_id, 'to_id', l.to_id, 'type', l.type, 'strength', l.strength, 'mentions', l.mentions, 'valid_from', l.valid_from,
      'valid_to', l.valid_to, 'superseded_by', l.closed_by)
    FROM salience.relations l JOIN salience.concepts a ON a.id = l.from_id JOIN salience.concepts b ON b.id = l.to_id
    WHERE l.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN l.id > p_after ELSE l.id = p_id END) ORDER BY l.id LIMIT p_limit;
  ELSIF p_kind = 'thought' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'thought', 'id', t.id, 'at', t.created_at, 'text', t.content, 'trust', t.trust, 'source', t.source,
      'sources', (SELECT jsonb_build_array(t.grounding_episode_id) || coalesce(jsonb_agg(x.concept_id ORDER BY x.energy DESC), '[]')
        FROM salience.thought_concepts x WHERE x.thought_id = t.id), 'type', t.type, 'expires_at', t.expires_at)
    FROM salience.thoughts t WHERE t.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN t.id > p_after ELSE t.id = p_id END) ORDER BY t.id LIMIT p_limit;
  ELSIF p_kind = 'autobiography' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'autobiography', 'id', b.id, 'at', b.created_at, 'text', 'version ' || b.version, 'trust', 'agent', 'source', 'drift',
      'sources', (SELECT coalesce(jsonb_agg(DISTINCT o.item_id), '[]') FROM salience.autobiography_sources o WHERE o.autobiography_id = b.id),
      'version', b.version, 'sections', b.sections)
    FROM salience.autobiographies b WHERE b.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN b.id > p_after ELSE b.id = p_id END) ORDER BY b.id LIMIT p_limit;
  ELSIF p_kind = 'reminder' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'reminder', 'id', m.id, 'at', m.created_at, 'text', m.text, 'trust', m.trust, 'source', m.source,
      'sources', '[]'::jsonb, 'thread_id', m.thread_id, 'due_at', m.due_at, 'state', m.state)
    FROM salience.reminders m WHERE m.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN m.id > p_after ELSE m.id = p_id END) ORDER BY m.id LIMIT p_limit;
  ELSIF p_kind = 'listItem' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'listItem', 'id', i.id, 'at', i.created_at, 'text', i.item, 'trust', i.trust, 'source', i.source,
      'sources', '[]'::jsonb, 'list', i.list, 'checked_at', i.checked_at, 'removed_at', i.removed_at)
    FROM salience.list_items i WHERE i.agent_id = p_agent AND (CASE WHEN p_id IS NULL THEN i.id > p_after ELSE i.id = p_id END) ORDER BY i.id LIMIT p_limit;
  END IF;
END $$;
--> statement-breakpoint
-- What was made of an item: {kind, id} of each, made directly of it.
CREATE FUNCTION salience.memory_derived(p_agent text, p_id text) RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT jsonb_build_object('kind', d.kind, 'id', d.id) FROM (
    SELECT 'gist' AS kind, id FROM salience.gists WHERE exchange_id = p_id
    UNION ALL SELECT 'fact', id FROM salience.facts WHERE exchange_id = p_id
    UNION SELECT 'trait', trait_id FROM salience.trait_sources WHERE exchange_id = p_id AND trait_id IS NOT NULL
    UNION SELECT 'episode', episode_id FROM salience.episode_exchanges WHERE exchange_id = p_id
    UNION SELECT 'concept', concept_id FROM salience.concept_sources WHERE agent_id = p_agent AND episode_id = p_id
    UNION SELECT 'relation', relation_id FROM salience.relation_sources WHERE agent_id = p_agent AND episode_id = p_id
    UNION SELECT 'relation', id FROM salience.relations WHERE agent_id = p_agent AND (from_id = p_id OR to_id = p_id)
    UNION SELECT 'thought', id FROM salience.thoughts WHERE agent_id = p_agent AND grounding_episode_id = p_id
    UNION SELECT 'thought', thought_id FROM salience.thought_concepts WHERE agent_id = p_agent AND concept_id = p_id
    UNION SELECT 'autobiography', autobiography_id FROM salience.autobiography_sources WHERE agent_id = p_agent AND item_id = p_id
  ) d ORDER BY d.kind, d.id LIMIT 500;
END $$;
--> statement-breakpoint
-- What is left of an item that was forgotten.
CREATE FUNCTION salience.tombstone_of(p_agent text, p_id text) RETURNS SETOF salience.tombstones LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT * FROM salience.tombstones WHERE agent_id = p_agent AND item_id = p_id;
END $$;
--> statement-breakpoint
-- The latest p_limit items of each audited kind with the exchanges they rest on, for the audit. {total: {kind: n}, items: [{kind,
-- text, of, seenAt, strength, explicit, superseded, sources: [exchange ids]}], exchanges: {id: {said, speaker, replied, cites}}, failed: {kind: n}}.
CREATE FUNCTION salience.audit_sample(p_agent text, p_limit integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_items jsonb;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  SELECT coalesce(jsonb_agg(to_jsonb(i)), '[]') INTO v_items FROM (
    (SELECT 'gist' AS kind, g.content AS text, '' AS of, g.created_at AS "seenAt", g.confidence AS strength, false AS explicit, false AS superseded,
      jsonb_build_array(g.exchange_id) AS sources FROM salience.gists g WHERE g.agent_id = p_agent ORDER BY g.id DESC LIMIT p_limit)
    UNION ALL
    (SELECT 'fact', f.value, f.subject || ' ' || f.key, f.said_at, f.confidence, f.explicit, f.valid_to IS NOT NULL,
      CASE WHEN f.exchange_id IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(f.exchange_id) END
    FROM salience.facts f WHERE f.agent_id = p_agent ORDER BY f.id DESC LIMIT p_limit)
    UNION ALL
    (SELECT 'trait', t.value, t.person || ' ' || t.key, t.last_seen_at, t.confidence, t.origin = 'explicit', t.valid_to IS NOT NULL,
      (SELECT coalesce(jsonb_agg(DISTINCT s.exchange_id), '[]') FROM salience.trait_sources s WHERE s.trait_id = t.id)
    FROM salience.traits t WHERE t.agent_id = p_agent ORDER BY t.id DESC LIMIT p_limit)
    UNION ALL
    (SELECT 'episode', p.gist, '', p.ended_at, p.salience, false, false,
      (SELECT coalesce(jsonb_agg(x.exchange_id), '[]') FROM salience.episode_exchanges x WHERE x.episode_id = p.id)
    FROM salience.episodes p WHERE p.agent_id = p_agent ORDER BY p.id DESC LIMIT p_limit)
    UNION ALL
    (SELECT 'concept', c.name, c.kind, c.last_seen_at, c.strength, false, false,
      (SELECT coalesce(jsonb_agg(DISTINCT s.exchange_id) FILTER (WHERE s.exchange_id IS NOT NULL), '[]') FROM salience.concept_sources s WHERE s.concept_id = c.id)
    FROM salience.concepts c WHERE c.agent_id = p_agent ORDER BY c.id DESC LIMIT p_limit)
  ) i;
  RETURN jsonb_build_object('items', v_items,
    'exchanges', (SELECT coalesce(jsonb_object_agg(e.id, jsonb_build_object('said', e.message, 'speaker', e.speaker, 'replied', e.reply,
        'cites', coalesce(r.citations <> '[]', false))), '{}')
      FROM salience.exchanges e LEFT JOIN salience.replies r ON r.turn_id = e.turn_id
      WHERE e.id IN (SELECT DISTINCT s #>> '{}' FROM jsonb_array_elements(v_items) i, jsonb_array_elements(i->'sources') s)),
    'total', jsonb_build_object(
      'gist', (SELECT count(*) FROM salience.gists WHERE agent_id = p_agent), 'fact', (SELECT count(*) FROM salience.facts WHERE agent_id = p_agent),
      'trait', (SELECT count(*) FROM salience.traits WHERE agent_id = p_agent), 'episode', (SELECT count(*) FROM salience.episodes WHERE agent_id = p_agent),
      'concept', (SELECT count(*) FROM salience.concepts WHERE agent_id = p_agent)),
    'failed', jsonb_build_object(
      'exchange', (SELECT count(*) FROM salience.exchanges WHERE agent_id = p_agent AND chunk_state = 'failed'),
      'range', (SELECT count(*) FROM salience.ranges WHERE agent_id = p_agent AND state = 'failed'),
      'episode', (SELECT count(*) FROM salience.episodes WHERE agent_id = p_agent AND concept_state = 'failed'),
      'experience', (SELECT count(*) FROM salience.experiences WHERE agent_id = p_agent AND state = 'failed')));
END $$;
--> statement-breakpoint
-- An agent whose audit is older than p_before or missing, now in the caller's hands for five minutes; null when there is none.
-- Each once across the fleet. Cross-agent; scheduler only.
CREATE FUNCTION salience.claim_audit(p_before timestamptz) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_agent text;
BEGIN
  INSERT INTO salience.memory_audits (agent_id, body, audited_at) SELECT a.id, '{}', '-infinity' FROM salience.agents a
  WHERE NOT EXISTS (SELECT 1 FROM salience.memory_audits m WHERE m.agent_id = a.id) ON CONFLICT DO NOTHING;
  UPDATE salience.memory_audits SET claimed_until = clock_timestamp() + interval '5 minutes' WHERE agent_id = (
    SELECT agent_id FROM salience.memory_audits WHERE audited_at < p_before AND (claimed_until IS NULL OR claimed_until < clock_timestamp())
    ORDER BY audited_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING agent_id INTO v_agent;
  RETURN v_agent;
END $$;
--> statement-breakpoint
-- What is kept for a time goes when its time is over: gists older than the agent's settings say, at most p_limit. Decay deletes
-- nothing. Cross-agent; scheduler only.
CREATE FUNCTION salience.delete_old_gists(p_now timestamptz, p_limit integer) RETURNS integer LANGUAGE plpgsql
SECURITY DEFINER SET search_path = salience, pg_temp AS $$
DECLARE
  v_deleted integer;
BEGIN
  DELETE FROM gists WHERE id IN (
    SELECT g.id FROM agents a CROSS JOIN LATERAL (
      SELECT id FROM gists x WHERE x.agent_id = a.id
        AND x.created_at < p_now - (a.settings->'retention'->>'gistDays')::integer * interval '1 day' LIMIT p_limit) g
    WHERE a.settings->'retention'->>'gistDays' IS NOT NULL LIMIT p_limit);
  GET DIAGNOSTICS v_deleted = ROW_COUNT;
  RETURN v_deleted;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION salience.delete_old_gists FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION salience.delete_old_gists TO salience_scheduler;
--> statement-breakpoint
CREATE INDEX gists_age ON salience.gists (agent_id, created_at);
--> statement-breakpoint
-- Offers everything of an agent that could not be learned from again: the sweeper sends its jobs. Returns how many, by kind.
CREATE FUNCTION salience.retry_failed(p_agent text) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER SET search_path = salience, pg_temp AS $$
DECLARE
  v_exchanges integer := salience.retry_failed_chunks(p_agent);
  v_ranges integer;
  v_episodes integer;
  v_experiences integer;
BEGIN
  UPDATE ranges SET state = 'pending', error = NULL, swept_at = NULL WHERE agent_id = p_agent AND state = 'failed';
  GET DIAGNOSTICS v_ranges = ROW_COUNT;
  UPDATE episodes SET concept_state = 'pending', concept_error = NULL, concept_swept_at = NULL WHERE agent_id = p_agent AND concept_state = 'failed';
  GET DIAGNOSTICS v_episodes = ROW_COUNT;
  UPDATE experiences SET state = 'pending', error = NULL, swept_at = NULL, settled_at = NULL WHERE id IN (
    SELECT DISTINCT ON (x.content_hash) x.id FROM experiences x WHERE x.agent_id = p_agent AND x.state = 'failed'
      AND NOT EXISTS (SELECT 1 FROM experiences w WHERE w.agent_id = x.agent_id AND w.content_hash = x.content_hash AND w.state = 'pending')
    ORDER BY x.content_hash, x.id DESC);
  GET DIAGNOSTICS v_experiences = ROW_COUNT;
  RETURN jsonb_build_object('exchange', v_exchanges, 'range', v_ranges, 'episode', v_episodes, 'experience', v_experiences);
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION salience.retry_failed FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION salience.retry_failed TO salience_consumer, salience_operator;
