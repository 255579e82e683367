-- Why: a concept had the trust of the most trusted of those who mentioned it, and was shown by the name of whoever mentioned it first, so
-- that words of a mail were told as a person's (law 10). Now the most trusted who names a thing gives the name that is shown, and the
-- trust is that of the words that are shown: of the name, and of the definition where there is one. A relation is told with the trust
-- of its ends, a list's item with that of the list, and a topic keeps the trust of the message that it was named by.
-- Lock: columns are added without rewriting a row; then concepts, their names and topics are read once, and those rows are written whose
-- trust differs. Safe with the previous image: yes, new columns are nullable or have a default, functions keep their signatures and take
-- the payloads that it sends.

ALTER TABLE salience.concepts ADD COLUMN name_trust text, ADD COLUMN named_at timestamp with time zone, ADD COLUMN definition_trust text;
--> statement-breakpoint
ALTER TABLE salience.concept_names ADD COLUMN trust text DEFAULT 'external' NOT NULL;
--> statement-breakpoint
ALTER TABLE salience.topics ADD COLUMN trust text DEFAULT 'external' NOT NULL;
--> statement-breakpoint
-- The lowest of several labels; what is no label counts as from outside. Null where there is none.
CREATE FUNCTION salience.lowest_trust(VARIADIC p_labels text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT (ARRAY['external', 'unverified', 'agent', 'user', 'owner'])[min(coalesce(
    array_position(ARRAY['external', 'unverified', 'agent', 'user', 'owner'], x), 1))]
  FROM unnest(p_labels) x WHERE x IS NOT NULL
$$;
--> statement-breakpoint
-- The trust of a concept's name; of a row that does not say, that of the whole.
CREATE FUNCTION salience.name_trust_of(c salience.concepts) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(c.name_trust, c.trust)
$$;
--> statement-breakpoint
UPDATE salience.concept_names n SET trust = s.trust FROM (
  SELECT x.concept_id, x.key, x.kind, coalesce(
    (SELECT salience.trust_at(max(salience.label_rank(f.trust))) FROM salience.concept_sources f WHERE f.concept_id = x.concept_id AND f.key = x.key),
    (SELECT salience.lowest_trust(VARIADIC array_agg(f.trust)) FROM salience.concept_sources f WHERE f.concept_id = x.concept_id),
    'external') AS trust
  FROM salience.concept_names x) s
WHERE n.concept_id = s.concept_id AND n.key = s.key AND n.kind = s.kind AND n.trust <> s.trust;
--> statement-breakpoint
-- Who gave the name that is shown was not kept: the most trusted who used it.
UPDATE salience.concepts c SET name_trust = s.trust, named_at = c.first_seen_at,
  definition_trust = CASE WHEN c.definition <> '' THEN c.trust END,
  trust = CASE WHEN c.definition <> '' THEN salience.lowest_trust(c.trust, s.trust) ELSE s.trust END
FROM (
  SELECT x.id, coalesce(
    (SELECT n.trust FROM salience.concept_names n WHERE n.concept_id = x.id AND n.key = salience.concept_key(x.name) LIMIT 1),
    (SELECT salience.lowest_trust(VARIADIC array_agg(f.trust)) FROM salience.concept_sources f WHERE f.concept_id = x.id),
    'external') AS trust
  FROM salience.concepts x) s
WHERE s.id = c.id AND s.trust <> c.trust;
--> statement-breakpoint
-- A topic was made in the commit of the exchange that named it.
UPDATE salience.topics t SET trust = s.trust FROM (
  SELECT x.id, salience.lowest_trust(VARIADIC array_agg(e.trust)) AS trust FROM salience.topics x
  JOIN salience.exchanges e ON e.topic_id = x.id AND e.created_at = x.created_at GROUP BY x.id) s
WHERE t.id = s.id AND t.trust <> s.trust;
--> statement-breakpoint
GRANT UPDATE (trust) ON salience.concept_names TO salience_fn_forgetting;
--> statement-breakpoint
-- The trust of one of the names in p_c: of the most trusted who used it; of one that nobody used, the lowest of all.
CREATE FUNCTION salience.called_trust(p_c jsonb, p_name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(CASE WHEN p_name = p_c->>'name' THEN p_c->>'nameTrust' END,
    salience.trust_at(max(salience.label_rank(m->>'trust')) FILTER (WHERE m->>'name' = p_name)),
    salience.lowest_trust(VARIADIC array_agg(m->>'trust')), 'external')
  FROM jsonb_array_elements(p_c->'mentions') m
$$;
--> statement-breakpoint
-- What an episode calls a concept, and the trust of who does: the name that was proposed, or one by which somebody who is trusted more
-- mentioned it. p_c as in save_concepts; p_concept is null for a new one. A name of another concept is none of this one.
CREATE FUNCTION salience.given_name(p_agent text, p_concept text, p_kind text, p_c jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', g.name, 'trust', g.trust) FROM (
    SELECT p_c->>'name' AS name, salience.called_trust(p_c, p_c->>'name') AS trust, 0 AS place, NULL::timestamptz AS at
    UNION ALL
    SELECT m->>'name', m->>'trust', 1, (m->>'at')::timestamptz FROM jsonb_array_elements(p_c->'mentions') m
    WHERE salience.concept_key(m->>'name') <> '' AND NOT EXISTS (SELECT 1 FROM salience.concept_names o
      WHERE o.agent_id = p_agent AND o.key = salience.concept_key(m->>'name') AND o.kind = p_kind AND o.concept_id IS DISTINCT FROM p_concept)
  ) g ORDER BY salience.label_rank(g.trust) DESC, g.place, g.at, g.name LIMIT 1
$$;
--> statement-breakpoint
-- Stores what an episode says of concepts, as before; nameTrust of a concept is that of who gave its name. The name that is shown is that of
-- who is trusted most.
CREATE OR REPLACE FUNCTION salience.save_concepts(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_episode text := p->>'episodeId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_c jsonb;
  v_r jsonb;
  v_ids text[] := '{}';
  v_id text;
  v_key text;
  v_kind text;
  v_known record;
  v_first timestamptz;
  v_last timestamptz;
  v_given jsonb;
  v_added integer;
  v_created integer := 0;
  v_kept integer := 0;
  v_unknown integer := 0;
  v_from text;
  v_to text;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  PERFORM pg_advisory_xact_lock(hashtextextended('salience concepts ' || v_agent, 0));
  UPDATE salience.episodes SET concept_state = 'done', concept_error = NULL WHERE id = v_episode AND concept_state <> 'done';
  IF NOT FOUND THEN
    RETURN jsonb_build_object('status',
      CASE WHEN EXISTS (SELECT 1 FROM salience.episodes WHERE id = v_episode) THEN 'known' ELSE 'no_episode' END);
  END IF;
  FOR v_c IN SELECT value FROM jsonb_array_elements(p->'concepts') WITH ORDINALITY ORDER BY ordinality LOOP
    v_key := salience.concept_key(v_c->>'name');
    v_id := NULL;
    IF v_c->>'kind' IS NULL THEN
      SELECT n.concept_id INTO v_id FROM salience.concept_names n JOIN salience.concepts c ON c.id = n.concept_id
      WHERE n.agent_id = v_agent AND n.key = v_key ORDER BY c.strength DESC, c.id LIMIT 1;
    ELSIF v_key <> '' THEN
      v_id := salience.match_concept(v_agent, v_c, (p->>'line')::integer, (p->>'alikeLine')::integer);
    END IF;
    IF v_key = '' OR (v_id IS NULL AND v_c->>'kind' IS NULL) THEN
      v_ids := v_ids || NULL::text;
      CONTINUE;
    END IF;
    SELECT min((m->>'at')::timestamptz), max((m->>'at')::timestamptz) INTO v_first, v_last
    FROM jsonb_array_elements(v_c->'mentions') m;
    IF v_id IS NULL THEN
      v_given := salience.given_name(v_agent, NULL, v_c->>'kind', v_c);
      v_id := salience.new_id('con', v_now);
      v_created := v_created + 1;
      INSERT INTO salience.concepts (id, agent_id, name, kind, strength, confidence, mentions, trust, name_trust, named_at, source, first_seen_at,
        last_seen_at, created_at)
      VALUES (v_id, v_agent, v_given->>'name', v_c->>'kind', 0.4 * (v_c->>'confidence')::real, (v_c->>'confidence')::real, 0,
        v_given->>'trust', v_given->>'trust', v_first, p->>'source', v_first, v_last, v_now);
    END IF;
    SELECT c.kind, c.name, salience.name_trust_of(c) AS trust, coalesce(c.named_at, c.first_seen_at) AS named_at INTO v_known
    FROM salience.concepts c WHERE c.id = v_id;
    v_kind := v_known.kind;
    IF v_kind = 'thing' AND v_c->>'kind' <> 'thing' AND NOT EXISTS (
      SELECT 1 FROM salience.concept_names n JOIN salience.concept_names o ON o.agent_id = n.agent_id AND o.key = n.key AND o.kind = v_c->>'kind'
      WHERE n.concept_id = v_id)
    THEN
      -- Now it is known what it is.
      v_kind := v_c->>'kind';
      UPDATE salience.concepts SET kind = v_kind WHERE id = v_id;
      UPDATE salience.concept_names SET kind = v_kind WHERE concept_id = v_id;
    END IF;
    IF v_c->>'kind' IS NOT NULL THEN
      v_given := salience.given_name(v_agent, v_id, v_kind, v_c);
      -- Of two spellings of a name that of who is trusted more. A name of another concept stays as it is.
      INSERT INTO salience.concept_names AS n (agent_id, key, kind, concept_id, name, trust)
      SELECT DISTINCT ON (k.key) v_agent, k.key, v_kind, v_id, k.name, k.trust FROM (
        SELECT salience.concept_key(x) AS key, x AS name, salience.called_trust(v_c, x) AS trust
        FROM (SELECT v_c->>'name' AS x UNION ALL SELECT jsonb_array_elements_text(v_c->'aliases')) called) k
      WHERE k.key <> '' AND NOT EXISTS (SELECT 1 FROM salience.concept_names o
        WHERE o.agent_id = v_agent AND o.key = k.key AND o.kind = v_kind
          AND (o.concept_id <> v_id OR (-salience.label_rank(o.trust), o.name) <= (-salience.label_rank(k.trust), k.name)))
      ORDER BY k.key, salience.label_rank(k.trust) DESC, k.name
      ON CONFLICT (agent_id, key, kind) DO UPDATE SET name = excluded.name, trust = excluded.trust;
      INSERT INTO salience.memory_codes (agent_id, item_id, kind, model_id, code)
      SELECT v_agent, v_id, 'concept', v_c->>'modelId', decode(v_c->>'code', 'base64')
      WHERE v_c ? 'code' AND NOT EXISTS (SELECT 1 FROM salience.memory_codes k
        WHERE k.agent_id = v_agent AND k.item_id = v_id AND k.model_id = v_c->>'modelId')
      ON CONFLICT (agent_id, item_id) DO UPDATE SET model_id = excluded.model_id, code = excluded.code, written_xid = excluded.written_xid
      WHERE salience.memory_codes.model_id <> excluded.model_id;
    END IF;
    INSERT INTO salience.concept_sources (agent_id, concept_id, episode_id, exchange_id, key, trust, seen_at)
    SELECT v_agent, v_id, v_episode, m->>'exchangeId', CASE WHEN m->>'name' = v_c->>'name' THEN v_key ELSE salience.concept_key(m->>'name') END, m->>'trust', (m->>'at')::timestamptz
    FROM jsonb_array_elements(v_c->'mentions') m
    ON CONFLICT ON CONSTRAINT concept_sources_once DO NOTHING;
    GET DIAGNOSTICS v_added = ROW_COUNT;
    -- The name that is shown is that of who is trusted most, and of equals the first.
    IF v_c->>'kind' IS NOT NULL AND (-salience.label_rank(v_given->>'trust'), v_first, v_given->>'name')
      < (-salience.label_rank(v_known.trust), v_known.named_at, v_known.name)
    THEN
      -- Only where it changes: a concept that gets a name has its words cut anew.
      UPDATE salience.concepts SET name = v_given->>'name' WHERE id = v_id AND name <> v_given->>'name';
      v_known.trust := v_given->>'trust';
      v_known.named_at := v_first;
    END IF;
    -- Strength changes by what the new mentions change, so that the order of episodes makes no difference.
    UPDATE salience.concepts c SET
      mentions = c.mentions + v_added,
      confidence = greatest(c.confidence, (v_c->>'confidence')::real),
      strength = 1 - (1 - c.strength) * (1 - 0.4 * greatest(c.confidence, (v_c->>'confidence')::real)) / (1 - 0.4 * c.confidence)
        * power(greatest(c.mentions, 1)::double precision / greatest(c.mentions + v_added, 1), 0.4),
      source = CASE WHEN c.source = p->>'source' THEN c.source ELSE 'mixed' END,
      name_trust = v_known.trust, named_at = v_known.named_at,
      definition_trust = CASE WHEN c.definition <> '' THEN coalesce(c.definition_trust, c.trust) END,
      trust = salience.lowest_trust(v_known.trust, CASE WHEN c.definition <> '' THEN coalesce(c.definition_trust, c.trust) END),
      first_seen_at = least(c.first_seen_at, v_first), last_seen_at = greatest(c.last_seen_at, v_last)
    WHERE c.id = v_id;
    IF jsonb_typeof(v_c->'definition') = 'object' THEN
      -- What is said last by those who are believed most.
      UPDATE salience.concepts c SET definition = v_c->'definition'->>'text', definition_trust = v_c->'definition'->>'trust',
        trust = salience.lowest_trust(c.name_trust, v_c->'definition'->>'trust'),
        defined_at = (v_c->'definition'->>'at')::timestamptz, defined_by = v_episode
      WHERE c.id = v_id AND (c.definition = '' OR (salience.trust_rank(c.definition_trust), c.defined_at, c.definition)
        < (salience.trust_rank(v_c->'definition'->>'trust'), (v_c->'definition'->>'at')::timestamptz, v_c->'definition'->>'text'));
    END IF;
    v_ids := v_ids || v_id;
  END LOOP;
  FOR v_r IN SELECT value FROM jsonb_array_elements(p->'relations') LOOP
    v_from := v_ids[(v_r->>'from')::integer + 1];
    v_to := v_ids[(v_r->>'to')::integer + 1];
    IF v_from IS NULL OR v_to IS NULL OR v_from = v_to THEN
      v_unknown := v_unknown + 1;
      CONTINUE;
    END IF;
    IF (v_r->>'symmetric')::boolean AND v_from > v_to THEN
      v_id := v_from;
      v_from := v_to;
      v_to := v_id;
    END IF;
    PERFORM salience.settle_relations(v_agent, v_from, CASE WHEN (v_r->>'functional')::boolean THEN NULL ELSE v_to END, v_r->>'type', p->>'source',
      (SELECT jsonb_agg(jsonb_build_object('to', v_to, 'episode', v_episode, 'exchange', s->>'exchangeId', 'trust', s->>'trust',
        'confidence', v_r->'confidence', 'denies', v_r->'denies', 'at', s->>'at')) FROM jsonb_array_elements(v_r->'statements') s), v_now);
    v_kept := v_kept + 1;
  END LOOP;
  RETURN jsonb_build_object('status', 'stored', 'concepts', (SELECT count(DISTINCT x) FROM unnest(v_ids) x), 'created', v_created,
    'relations', v_kept, 'unknown', v_unknown);
END $$;
--> statement-breakpoint
-- The name that a concept is shown by after others were forgotten: of the most trusted who use one, and of theirs the one it had, else the
-- first. No row where no name is left.
CREATE FUNCTION salience.name_left(p_concept text) RETURNS TABLE (name text, trust text, at timestamptz) LANGUAGE plpgsql STABLE
SET search_path = salience, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT CASE WHEN n.key = o.key AND salience.label_rank(o.trust) >= salience.label_rank(n.trust) THEN o.name ELSE n.name END, n.trust, min(f.seen_at)
  FROM (SELECT c.name, salience.concept_key(c.name) AS key, salience.name_trust_of(c) AS trust FROM salience.concepts c WHERE c.id = p_concept) o
  CROSS JOIN salience.concept_names n
  JOIN salience.concept_sources f ON f.concept_id = n.concept_id AND f.key = n.key
  WHERE n.concept_id = p_concept
  GROUP BY n.key, n.name, n.trust, o.name, o.key, o.trust
  ORDER BY salience.label_rank(n.trust) DESC, n.key = o.key DESC, min(f.seen_at), n.key LIMIT 1;
END $$;
--> statement-breakpoint
-- Takes what episodes said out of the graph again, as before; a name has the trust of those who still use it.
CREATE OR REPLACE FUNCTION salience.forget_concept_sources(p_agent text, p_episodes text[], p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off SET search_path = salience, pg_temp AS $$
DECLARE
  v_concepts text[];
  v_relations text[];
  v_gone text[];
  v_gone_relations text[] := '{}';
  v_r record;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  PERFORM pg_advisory_xact_lock(hashtextextended('salience concepts ' || p_agent, 0));
  WITH gone AS (DELETE FROM salience.concept_sources WHERE agent_id = p_agent AND episode_id = ANY (p_episodes) RETURNING concept_id)
  SELECT coalesce(array_agg(DISTINCT concept_id), '{}') INTO v_concepts FROM gone;
  WITH gone AS (DELETE FROM salience.relation_sources WHERE agent_id = p_agent AND episode_id = ANY (p_episodes) RETURNING relation_id)
  SELECT coalesce(array_agg(DISTINCT relation_id), '{}') INTO v_relations FROM gone;
  FOR v_r IN
    SELECT DISTINCT r.from_id, r.type, r.source, CASE WHEN x.functional THEN NULL ELSE r.to_id END AS to_id FROM salience.relations r
    CROSS JOIN LATERAL (SELECT EXISTS (SELECT 1 FROM salience.relations o WHERE o.closed_by IS NOT NULL AND o.from_id = r.from_id AND o.type = r.type) AS functional) x
    WHERE r.id = ANY (v_relations)
  LOOP
    v_gone_relations := v_gone_relations
      || salience.settle_relations(p_agent, v_r.from_id, v_r.to_id, v_r.type, v_r.source, '[]', p_now);
  END LOOP;
  v_gone := ARRAY(SELECT c FROM unnest(v_concepts) c WHERE NOT EXISTS (SELECT 1 FROM salience.concept_sources s WHERE s.concept_id = c));
  v_gone_relations := v_gone_relations || ARRAY(SELECT id FROM salience.relations WHERE from_id = ANY (v_gone) OR to_id = ANY (v_gone));
  DELETE FROM salience.concepts WHERE id = ANY (v_gone);
  DELETE FROM salience.concept_names n WHERE n.concept_id = ANY (v_concepts)
    AND NOT EXISTS (SELECT 1 FROM salience.concept_sources s WHERE s.concept_id = n.concept_id AND s.key = n.key);
  -- A name is trusted as far as those who still use it.
  UPDATE salience.concept_names n SET trust = salience.trust_at(s.rank)
  FROM (SELECT concept_id, key, max(salience.label_rank(trust)) AS rank FROM salience.concept_sources
    WHERE concept_id = ANY (v_concepts) GROUP BY concept_id, key) s
  WHERE n.concept_id = s.concept_id AND n.key = s.key AND salience.label_rank(n.trust) > s.rank;
  UPDATE salience.concepts c SET
    mentions = s.mentions, first_seen_at = s.first_at, last_seen_at = s.last_at,
    strength = salience.mentioned_strength(0.4 * c.confidence, s.mentions::integer),
    definition = CASE WHEN c.defined_by = ANY (p_episodes) THEN '' ELSE c.definition END,
    name = coalesce(g.name, c.name), name_trust = g.trust, named_at = g.at,
    definition_trust = CASE WHEN c.definition <> '' AND (c.defined_by = ANY (p_episodes)) IS NOT TRUE THEN coalesce(c.definition_trust, c.trust) END,
    trust = salience.lowest_trust(g.trust,
      CASE WHEN c.definition <> '' AND (c.defined_by = ANY (p_episodes)) IS NOT TRUE THEN coalesce(c.definition_trust, c.trust) END),
    defined_at = CASE WHEN c.defined_by = ANY (p_episodes) THEN NULL ELSE c.defined_at END,
    defined_by = CASE WHEN c.defined_by = ANY (p_episodes) THEN NULL ELSE c.defined_by END
  FROM (SELECT concept_id, count(*) AS mentions, min(seen_at) AS first_at, max(seen_at) AS last_at,
      salience.lowest_trust(VARIADIC array_agg(trust)) AS least
    FROM salience.concept_sources WHERE concept_id = ANY (v_concepts) GROUP BY concept_id) s
  CROSS JOIN LATERAL (SELECT n.name, coalesce(n.trust, s.least) AS trust, coalesce(n.at, s.first_at) AS at
    FROM (SELECT 1) one LEFT JOIN salience.name_left(s.concept_id) n ON true) g
  WHERE c.id = s.concept_id;
  RETURN jsonb_build_object('concepts', to_jsonb(v_gone), 'relations', to_jsonb(v_gone_relations));
END $$;
--> statement-breakpoint
-- As before; a relation is told with the names of its ends, and so with the lowest trust of the three.
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
        'way', (SELECT jsonb_agg(jsonb_build_object('id', r.id, 'from', f.name, 'type', r.type, 'to', t.name, 'since', r.valid_from, 'until', r.valid_to,
            'trust', salience.lowest_trust(r.trust, salience.name_trust_of(f), salience.name_trust_of(t))) ORDER BY v.n)
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
--> statement-breakpoint
-- As before, with the trust of the names of a relation.
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
    'links', coalesce((SELECT jsonb_agg(jsonb_build_object('id', r.id, 'from', f.name, 'type', r.type, 'to', t.name,
        'trust', salience.lowest_trust(r.trust, salience.name_trust_of(f), salience.name_trust_of(t))) ORDER BY r.strength DESC, r.id)
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
-- As before, with the trust of the names of a relation.
CREATE OR REPLACE FUNCTION salience.biography_items(p_agent text, p_ids text[])
RETURNS TABLE (id text, kind text, text text, at timestamptz, trust text, weight real, data jsonb) LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  SELECT e.id, 'episode', e.gist, e.ended_at, e.trust, e.salience,
    jsonb_build_object('intent', e.intent, 'outcome', e.outcome, 'openLoops', e.open_loops, 'source', e.source)
  FROM salience.episodes e WHERE e.agent_id = p_agent AND e.id = ANY (p_ids)
  UNION ALL
  SELECT t.id, 'trait', t.value, t.last_seen_at, t.trust, t.confidence,
    jsonb_build_object('person', t.person, 'key', t.key, 'category', t.category, 'origin', t.origin, 'mentions', t.mentions)
  FROM salience.traits t WHERE t.agent_id = p_agent AND t.id = ANY (p_ids) AND t.valid_to IS NULL
  UNION ALL
  SELECT c.id, 'concept', c.name, c.last_seen_at, c.trust, c.strength,
    jsonb_build_object('type', c.kind, 'definition', c.definition, 'mentions', c.mentions)
  FROM salience.concepts c WHERE c.agent_id = p_agent AND c.id = ANY (p_ids)
  UNION ALL
  SELECT r.id, 'relation', f.name || ' ' || replace(r.type, '-', ' ') || ' ' || o.name, r.last_seen_at,
    salience.lowest_trust(r.trust, salience.name_trust_of(f), salience.name_trust_of(o)), r.strength,
    jsonb_build_object('from', f.name, 'to', o.name, 'type', r.type, 'mentions', r.mentions)
  FROM salience.relations r JOIN salience.concepts f ON f.id = r.from_id JOIN salience.concepts o ON o.id = r.to_id
  WHERE r.agent_id = p_agent AND r.id = ANY (p_ids) AND r.valid_to IS NULL;
END $$;
--> statement-breakpoint
-- As before, with the trust of the names of a relation.
CREATE OR REPLACE FUNCTION salience.kept_rows(p_agent text, p_kind text, p_after text, p_limit integer, p_id text) RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  IF p_kind = 'exchange' THEN RETURN QUERY
    SELECT jsonb_build_object('kind', 'exchange', 'id', e.id, 'at', e.said_at, 'text', e.message, 'trust', e.trust, 'reply_trust', e.reply_trust, 'source', e.source,
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
      'trust', salience.lowest_trust(l.trust, salience.name_trust_of(a), salience.name_trust_of(b)), 'source', l.source, 'sources', (SELECT coalesce(jsonb_agg(DISTINCT s.episode_id), '[]') FROM salience.relation_sources s WHERE s.relation_id = l.id),
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
-- As before, with the trust of who named a list.
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
    'goals', coalesce((SELECT jsonb_agg(jsonb_build_object('id', g.id, 'list', g.list, 'text', g.item, 'at', g.created_at, 'trust', g.trust,
      'listTrust', (SELECT l.trust FROM salience.lists l WHERE l.agent_id = p_agent AND l.name = g.list))
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
-- As before; a new topic keeps the trust of the message that it is named by.
CREATE OR REPLACE FUNCTION salience.save_topic(p_agent text, p_topic jsonb, p_now timestamptz) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_vector real[];
  v_id text;
BEGIN
  IF p_topic IS NULL OR p_topic = 'null'::jsonb THEN RETURN NULL; END IF;
  IF NOT p_topic ? 'learn' THEN
    SELECT id INTO v_id FROM salience.topics WHERE id = p_topic->>'id' AND agent_id = p_agent;
    IF FOUND THEN RETURN v_id; END IF;
  END IF;
  v_vector := ARRAY(SELECT x::real FROM jsonb_array_elements_text(p_topic->'vector') x);
  IF (p_topic->>'learn')::boolean THEN
    UPDATE salience.topics t SET
      centroid = CASE WHEN t.model_id = p_topic->>'modelId' AND cardinality(t.centroid) = cardinality(v_vector)
        THEN (SELECT array_agg(((least(t.message_count, 20) * o + n) / (least(t.message_count, 20) + 1))::real ORDER BY i)
              FROM unnest(t.centroid, v_vector) WITH ORDINALITY AS u(o, n, i))
        ELSE t.centroid END,
      message_count = t.message_count + 1, last_seen_at = greatest(t.last_seen_at, p_now)
    WHERE t.id = p_topic->>'id' AND t.agent_id = p_agent RETURNING t.id INTO v_id;
  ELSIF p_topic ? 'learn' THEN
    UPDATE salience.topics SET message_count = message_count + 1, last_seen_at = greatest(last_seen_at, p_now)
    WHERE id = p_topic->>'id' AND agent_id = p_agent RETURNING id INTO v_id;
  END IF;
  IF v_id IS NOT NULL THEN RETURN v_id; END IF;
  -- A name that another thread took this instant is the same topic.
  INSERT INTO salience.topics (id, agent_id, name, trust, model_id, centroid, salience, created_at, last_seen_at)
  VALUES (p_topic->>'id', p_agent, p_topic->>'name', coalesce(p_topic->>'trust', 'external'), p_topic->>'modelId', v_vector,
    coalesce((p_topic->>'salience')::real, 0.5), p_now, p_now)
  ON CONFLICT (agent_id, name) DO UPDATE SET message_count = salience.topics.message_count + 1,
    last_seen_at = greatest(salience.topics.last_seen_at, excluded.last_seen_at)
  RETURNING id INTO v_id;
  RETURN v_id;
END $$;
