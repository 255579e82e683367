-- Why: what is talked about becomes a graph: concepts with their names, relations with the time in which they held, and the
-- exchanges that each of them comes from. Questions and idle thought follow it.
-- Lock: episodes for a moment, to add columns whose defaults are single values and an index of those that wait. Safe with the
-- previous image: yes, it writes episodes without naming the new columns; what it stores is found and worked later.

CREATE TABLE salience.concepts (
  id text COLLATE "C" PRIMARY KEY,
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  name text NOT NULL,
  kind text NOT NULL,
  definition text NOT NULL DEFAULT '',
  strength real NOT NULL,
  confidence real NOT NULL,
  mentions integer NOT NULL,
  -- Of the source that the definition is from; what a definition says may be believed no more than who gave it.
  trust text NOT NULL,
  source text NOT NULL,
  defined_at timestamp with time zone,
  -- The episode that the definition is from.
  defined_by text COLLATE "C",
  first_seen_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  search tsvector GENERATED ALWAYS AS (to_tsvector('english', name || ' ' || definition)) STORED,
  CONSTRAINT concepts_strength CHECK (strength >= 0 AND strength <= 1 AND confidence >= 0 AND confidence <= 1),
  CONSTRAINT concepts_mentions CHECK (mentions >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX concepts_name ON salience.concepts (agent_id, kind, lower(name));
--> statement-breakpoint
CREATE INDEX concepts_search ON salience.concepts USING gin (search);
--> statement-breakpoint
CREATE INDEX concepts_recent ON salience.concepts (agent_id, last_seen_at);
--> statement-breakpoint
CREATE INDEX concepts_strong ON salience.concepts (agent_id, strength);
--> statement-breakpoint
CREATE TABLE salience.concept_names (
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  -- The name as it is compared: see concept_key.
  key text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  concept_id text COLLATE "C" NOT NULL REFERENCES salience.concepts(id) ON DELETE CASCADE,
  name text NOT NULL,
  PRIMARY KEY (agent_id, key, kind)
);
--> statement-breakpoint
CREATE INDEX concept_names_concept ON salience.concept_names (concept_id);
--> statement-breakpoint
CREATE TABLE salience.concept_sources (
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  concept_id text COLLATE "C" NOT NULL REFERENCES salience.concepts(id) ON DELETE CASCADE,
  episode_id text COLLATE "C" NOT NULL,
  -- Null where the episode was not made of exchanges.
  exchange_id text COLLATE "C",
  -- The name by which it was mentioned.
  key text COLLATE "C" NOT NULL,
  trust text NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT concept_sources_once UNIQUE NULLS NOT DISTINCT (concept_id, episode_id, exchange_id)
);
--> statement-breakpoint
CREATE INDEX concept_sources_seen ON salience.concept_sources (concept_id, seen_at);
--> statement-breakpoint
CREATE INDEX concept_sources_episode ON salience.concept_sources (agent_id, episode_id);
--> statement-breakpoint
CREATE INDEX concept_sources_exchange ON salience.concept_sources (agent_id, exchange_id);
--> statement-breakpoint
CREATE TABLE salience.relations (
  id text COLLATE "C" PRIMARY KEY,
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  from_id text COLLATE "C" NOT NULL REFERENCES salience.concepts(id) ON DELETE CASCADE,
  to_id text COLLATE "C" NOT NULL REFERENCES salience.concepts(id) ON DELETE CASCADE,
  type text NOT NULL,
  strength real NOT NULL,
  confidence real NOT NULL,
  mentions integer NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  -- When it began to hold, as far as was said, and when something else was said to hold instead.
  valid_from timestamp with time zone NOT NULL,
  valid_to timestamp with time zone,
  -- The relation that took its place; null also where it was just said to be over.
  closed_by text COLLATE "C",
  first_seen_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT relations_strength CHECK (strength >= 0 AND strength <= 1 AND confidence >= 0 AND confidence <= 1),
  CONSTRAINT relations_ends CHECK (from_id <> to_id),
  CONSTRAINT relations_interval CHECK (valid_to IS NULL OR valid_to >= valid_from)
);
--> statement-breakpoint
CREATE UNIQUE INDEX relations_open ON salience.relations (agent_id, from_id, to_id, type) WHERE valid_to IS NULL;
--> statement-breakpoint
CREATE INDEX relations_from ON salience.relations (from_id, strength);
--> statement-breakpoint
CREATE INDEX relations_to ON salience.relations (to_id, strength);
--> statement-breakpoint
CREATE TABLE salience.relation_sources (
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  relation_id text COLLATE "C" NOT NULL REFERENCES salience.relations(id) ON DELETE CASCADE,
  episode_id text COLLATE "C" NOT NULL,
  exchange_id text COLLATE "C",
  trust text NOT NULL,
  confidence real NOT NULL,
  -- It was said to hold no longer.
  denies boolean NOT NULL DEFAULT false,
  said_at timestamp with time zone NOT NULL,
  CONSTRAINT relation_sources_once UNIQUE NULLS NOT DISTINCT (relation_id, episode_id, exchange_id)
);
--> statement-breakpoint
CREATE INDEX relation_sources_episode ON salience.relation_sources (agent_id, episode_id);
--> statement-breakpoint
CREATE INDEX relation_sources_exchange ON salience.relation_sources (agent_id, exchange_id);
--> statement-breakpoint
ALTER TABLE salience.episodes
  ADD COLUMN concept_state text NOT NULL DEFAULT 'pending'
    CONSTRAINT episodes_concept_state CHECK (concept_state IN ('pending', 'done', 'failed')),
  ADD COLUMN concept_error text,
  ADD COLUMN concept_swept_at timestamp with time zone;
--> statement-breakpoint
-- A new one is sent by whoever stores it; only what was lost is offered by the sweeper.
ALTER TABLE salience.episodes ALTER COLUMN concept_swept_at SET DEFAULT clock_timestamp();
--> statement-breakpoint
CREATE INDEX episodes_unread ON salience.episodes (created_at) WHERE concept_state = 'pending';
--> statement-breakpoint
GRANT SELECT ON salience.concepts, salience.concept_names, salience.concept_sources, salience.relations, salience.relation_sources
  TO salience_app;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.concepts, salience.concept_names, salience.concept_sources, salience.relations,
  salience.relation_sources TO salience_episodic;
--> statement-breakpoint
-- A relation whose statements all belong to another stretch of time is no relation any more.
GRANT DELETE ON salience.relations TO salience_episodic;
--> statement-breakpoint
GRANT UPDATE (concept_state, concept_error) ON salience.episodes TO salience_episodic;
--> statement-breakpoint
GRANT UPDATE (concept_swept_at) ON salience.episodes TO salience_scheduler;
--> statement-breakpoint
DO $$
DECLARE table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['concepts', 'concept_names', 'concept_sources', 'relations', 'relation_sources'] LOOP
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
-- Which concepts become active with p_seeds ([{id, energy}], 0..1), as things stood at p_at: energy goes along relations in both
-- directions, at most p_depth of them, each time multiplied by the relation's strength and by p_decay; what falls below p_cut goes
-- no further. A concept has what its strongest way from a seed brings, and of several seeds the sum, at most 1. A seed gets nothing
-- from itself. `via` are the relations of the strongest way, beginning at its seed.
CREATE FUNCTION salience.spread_activation(p_agent text, p_seeds jsonb, p_depth integer, p_decay double precision,
  p_cut double precision, p_at timestamptz)
RETURNS TABLE (concept_id text, energy double precision, via text[]) LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
DECLARE
  v_seeds text[];
  v_nodes text[];
  v_energies double precision[];
  v_ways text[];
  v_all_seeds text[] := '{}';
  v_all_nodes text[] := '{}';
  v_all_energies double precision[] := '{}';
  v_all_ways text[] := '{}';
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  SELECT array_agg(s.id), array_agg(s.energy), array_agg(''::text) INTO v_nodes, v_energies, v_ways
  FROM (SELECT x->>'id' AS id, max((x->>'energy')::double precision) AS energy FROM jsonb_array_elements(p_seeds) x GROUP BY 1) s
  WHERE s.energy > 0;
  v_seeds := v_nodes;
  FOR v_level IN 1 .. p_depth LOOP
    -- Of all ways of one length from a seed to a concept the strongest is enough: what follows only multiplies.
    SELECT array_agg(n.seed), array_agg(n.node), array_agg(n.energy), array_agg(n.way)
    INTO v_seeds, v_nodes, v_energies, v_ways
    FROM (
      SELECT DISTINCT ON (f.seed, e.node) f.seed, e.node, f.energy * e.strength * p_decay AS energy,
        f.way || ' ' || e.id AS way
      FROM unnest(v_seeds, v_nodes, v_energies, v_ways) AS f(seed, node, energy, way)
      CROSS JOIN LATERAL (
        -- Of a concept that has to do with everything the strongest relations carry, in either direction. The index leaves out what
        -- is too weak; the exact comparison is below.
        (SELECT r.id, r.to_id AS node, r.strength::double precision AS strength FROM salience.relations r
        WHERE r.from_id = f.node AND r.strength >= (p_cut / (p_decay * f.energy) - 0.0001)::real AND r.agent_id = p_agent
          AND r.valid_from <= p_at AND (r.valid_to IS NULL OR r.valid_to > p_at)
        ORDER BY r.strength DESC LIMIT 64)
        UNION ALL
        (SELECT r.id, r.from_id, r.strength FROM salience.relations r
        WHERE r.to_id = f.node AND r.strength >= (p_cut / (p_decay * f.energy) - 0.0001)::real AND r.agent_id = p_agent
          AND r.valid_from <= p_at AND (r.valid_to IS NULL OR r.valid_to > p_at)
        ORDER BY r.strength DESC LIMIT 64)
      ) e
      WHERE e.node <> f.seed AND f.energy * e.strength * p_decay >= p_cut
      ORDER BY f.seed, e.node, f.energy * e.strength * p_decay DESC, f.way || ' ' || e.id
    ) n;
    EXIT WHEN v_nodes IS NULL;
    v_all_seeds := v_all_seeds || v_seeds;
    v_all_nodes := v_all_nodes || v_nodes;
    v_all_energies := v_all_energies || v_energies;
    v_all_ways := v_all_ways || v_ways;
  END LOOP;
  RETURN QUERY
  SELECT b.node, least(1, sum(b.energy ORDER BY b.energy, b.seed)),
    string_to_array(ltrim((array_agg(b.way ORDER BY b.energy DESC, b.seed))[1]), ' ')
  FROM (
    SELECT DISTINCT ON (a.seed, a.node) a.seed, a.node, a.energy, a.way
    FROM unnest(v_all_seeds, v_all_nodes, v_all_energies, v_all_ways) AS a(seed, node, energy, way)
    ORDER BY a.seed, a.node, a.energy DESC, length(a.way), a.way
  ) b
  GROUP BY b.node ORDER BY 2 DESC, 1;
END $$;
--> statement-breakpoint
-- The words of a name or a question as they are compared: lower case, accents folded, without possessives.
CREATE FUNCTION salience.name_words(p_text text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(regexp_replace(btrim(w, ''''), '''s$', '') ORDER BY n), '{}')
  FROM regexp_split_to_table(
    translate(regexp_replace(normalize(lower(left(p_text, 20000)), NFKD), '[\u0300-\u036f]', '', 'g'), '’ʼ', ''''''),
    '[^[:alnum:]''+#]+') WITH ORDINALITY AS t(w, n)
  WHERE w ~ '[[:alnum:]]'
$$;
--> statement-breakpoint
-- A word without the ending of its plural.
CREATE FUNCTION salience.singular(p_word text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_word ~ '[^a-z]' OR length(p_word) < 4 OR p_word ~ '(ss|us|is|ous|ics)$' THEN p_word
    WHEN p_word ~ '..ies$' AND length(p_word) > 4 THEN left(p_word, -3) || 'y'
    WHEN p_word ~ '(ch|sh|ss|x|zz)es$' THEN left(p_word, -2)
    WHEN p_word ~ 's$' THEN left(p_word, -1)
    ELSE p_word END
$$;
--> statement-breakpoint
-- The form in which names are compared: its words without a leading article, the last one in the singular. Empty for no name.
CREATE FUNCTION salience.concept_key(p_name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN cardinality(w) = 0 THEN '' ELSE
    array_to_string(w[1:cardinality(w) - 1] || salience.singular(w[cardinality(w)]), ' ') END
  FROM (SELECT CASE WHEN cardinality(n) > 1 AND n[1] IN ('the', 'a', 'an', 'my', 'our', 'your', 'his', 'her', 'their') THEN n[2:] ELSE n END AS w
    FROM (SELECT salience.name_words(p_name) AS n) x) y
$$;
--> statement-breakpoint
-- The concepts that a text names; of names within each other the longest. At most 1,000 words are looked at.
CREATE FUNCTION salience.named_concepts(p_agent text, p_text text) RETURNS TABLE (concept_id text, key text, kind text, name text)
LANGUAGE plpgsql STABLE
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
DECLARE
  v_words text[] := (salience.name_words(p_text))[1:1000];
  v_last text[] := ARRAY(SELECT salience.singular(w) FROM unnest(v_words) WITH ORDINALITY AS t(w, n) ORDER BY n);
  v_keys text[];
BEGIN
  v_keys := ARRAY(
    SELECT DISTINCT array_to_string(v_words[a : a + l - 2] || v_last[a + l - 1], ' ')
    FROM generate_series(1, cardinality(v_words)) a, generate_series(1, 5) l WHERE a + l - 1 <= cardinality(v_words));
  RETURN QUERY
  WITH known AS MATERIALIZED (
    SELECT n.concept_id, n.key, n.kind, n.name, n.words, cardinality(n.words) AS len
    FROM (SELECT c.concept_id, c.key, c.kind, c.name, string_to_array(c.key, ' ') AS words FROM salience.concept_names c
      WHERE c.agent_id = p_agent AND c.key = ANY (v_keys)) n
  ), placed AS (
    SELECT k.*, a FROM known k CROSS JOIN LATERAL generate_series(1, cardinality(v_words) - k.len + 1) a
    WHERE v_words[a : a + k.len - 2] || v_last[a + k.len - 1] = k.words
  )
  SELECT DISTINCT p.concept_id, p.key, p.kind, p.name FROM placed p
  WHERE NOT EXISTS (SELECT 1 FROM placed q WHERE q.len > p.len AND q.a <= p.a AND q.a + q.len >= p.a + p.len);
END $$;
--> statement-breakpoint
CREATE FUNCTION salience.trust_rank(p_trust text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_trust WHEN 'owner' THEN 3 WHEN 'user' THEN 2 WHEN 'agent' THEN 1 ELSE 0 END
$$;
--> statement-breakpoint
-- 0..1: what a first mention gives, and with each further one less more. The same as reinforced() in @salience/memory.
CREATE FUNCTION salience.mentioned_strength(p_first double precision, p_mentions integer) RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
  SELECT 1 - (1 - p_first) * power(greatest(p_mentions, 1), -0.4)
$$;
--> statement-breakpoint
-- An id of a kind in the form of the others: 48 bits of milliseconds of p_now, then random bits.
CREATE FUNCTION salience.new_id(p_prefix text, p_now timestamptz) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT p_prefix || '_' || lpad(to_hex(floor(extract(epoch FROM p_now) * 1000)::bigint), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14)
$$;
--> statement-breakpoint
-- Makes the relations of one group say what was stated: of p_from and p_type to p_to; where p_to is null, to whatever, and then what is
-- said later ends what held before. The result depends on the statements alone, not on the order in which they came. p_more:
-- [{to, episode, exchange, trust, confidence, denies, at}]. What somebody said is ended by somebody's word only, never by what
-- an agent or the outside says. In the caller's transaction, under its lock.
CREATE FUNCTION salience.settle_relations(p_agent text, p_from text, p_to text, p_type text, p_source text, p_more jsonb, p_now timestamptz)
RETURNS text[] LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_s record;
  v_at integer;
  v_count integer := 0;
  v_ids text[] := '{}';
  v_tos text[] := '{}';
  v_from timestamptz[] := '{}';
  v_until timestamptz[] := '{}';
  v_by text[] := '{}';
  v_rank integer[] := '{}';
  v_conf real[] := '{}';
  v_mentions integer[] := '{}';
  v_seen timestamptz[] := '{}';
  v_old text[] := ARRAY(SELECT r.id FROM salience.relations r
    WHERE r.from_id = p_from AND r.type = p_type AND r.agent_id = p_agent AND (p_to IS NULL OR r.to_id = p_to) ORDER BY r.valid_from, r.id);
  v_said jsonb := '[]';
  v_gone text[];
BEGIN
  -- For the time of this, none stands open: no two stretches of one relation may at any moment.
  UPDATE salience.relations SET valid_to = 'infinity' WHERE id = ANY (v_old) AND valid_to IS NULL;
  FOR v_s IN
    SELECT r.to_id, s.relation_id, s.episode_id, s.exchange_id, s.trust, s.confidence, s.denies, s.said_at
    FROM salience.relation_sources s JOIN salience.relations r ON r.id = s.relation_id WHERE s.relation_id = ANY (v_old)
    UNION ALL
    SELECT m->>'to', NULL, m->>'episode', m->>'exchange', m->>'trust', (m->>'confidence')::real, (m->>'denies')::boolean, (m->>'at')::timestamptz
    FROM jsonb_array_elements(p_more) m
    WHERE NOT EXISTS (SELECT 1 FROM salience.relation_sources s JOIN salience.relations r ON r.id = s.relation_id
      WHERE s.relation_id = ANY (v_old) AND r.to_id = m->>'to' AND s.episode_id = m->>'episode' AND s.exchange_id IS NOT DISTINCT FROM m->>'exchange')
    ORDER BY said_at, denies, to_id, episode_id, exchange_id
  LOOP
    -- Where this one stands open, or else where it last stood.
    v_at := (SELECT n FROM generate_series(1, v_count) n WHERE v_tos[n] = v_s.to_id ORDER BY v_until[n] DESC NULLS FIRST, n DESC LIMIT 1);
    IF v_s.denies AND v_at IS NOT NULL THEN
      IF v_until[v_at] IS NULL AND v_s.said_at > v_from[v_at] AND salience.trust_rank(v_s.trust) >= least(v_rank[v_at], 2) THEN
        v_until[v_at] := v_s.said_at;
      END IF;
    ELSIF v_at IS NULL OR v_until[v_at] IS NOT NULL THEN
      v_count := v_count + 1;
      v_at := v_count;
      v_ids[v_at] := coalesce(
        (SELECT r.id FROM salience.relations r WHERE r.id = ANY (v_old) AND r.to_id = v_s.to_id AND NOT r.id = ANY (v_ids)
          ORDER BY r.valid_from, r.id LIMIT 1),
        salience.new_id('rel', p_now));
      v_tos[v_at] := v_s.to_id;
      v_from[v_at] := v_s.said_at;
      -- A denial of what nobody said yet is kept as a moment in which nothing held: an episode of before may still come.
      v_until[v_at] := CASE WHEN v_s.denies THEN v_s.said_at END;
      v_by[v_at] := NULL;
      v_rank[v_at] := salience.trust_rank(v_s.trust);
      v_conf[v_at] := v_s.confidence;
      v_mentions[v_at] := CASE WHEN v_s.denies THEN 0 ELSE 1 END;
      v_seen[v_at] := v_s.said_at;
    ELSE
      v_rank[v_at] := greatest(v_rank[v_at], salience.trust_rank(v_s.trust));
      v_conf[v_at] := greatest(v_conf[v_at], v_s.confidence);
      v_mentions[v_at] := v_mentions[v_at] + 1;
      v_seen[v_at] := v_s.said_at;
    END IF;
    IF p_to IS NULL AND NOT v_s.denies THEN
      FOR n IN 1 .. v_count LOOP
        IF v_tos[n] <> v_s.to_id AND v_until[n] IS NULL AND v_seen[n] < v_s.said_at AND salience.trust_rank(v_s.trust) >= least(v_rank[n], 2) THEN
          v_until[n] := v_s.said_at;
          v_by[n] := v_ids[v_at];
        END IF;
      END LOOP;
    END IF;
    v_said := v_said || jsonb_build_object('was', v_s.relation_id, 'id', v_ids[v_at], 'episode', v_s.episode_id, 'exchange', v_s.exchange_id,
      'trust', v_s.trust, 'confidence', v_s.confidence, 'denies', v_s.denies, 'at', v_s.said_at);
  END LOOP;
  FOR v_at IN 1 .. v_count LOOP
    INSERT INTO salience.relations AS r (id, agent_id, from_id, to_id, type, strength, confidence, mentions, trust, source, valid_from,
      valid_to, closed_by, first_seen_at, last_seen_at, created_at)
    VALUES (v_ids[v_at], p_agent, p_from, v_tos[v_at], p_type, salience.mentioned_strength(v_conf[v_at], v_mentions[v_at]), v_conf[v_at],
      v_mentions[v_at], (ARRAY['external', 'agent', 'user', 'owner'])[v_rank[v_at] + 1], p_source, v_from[v_at], v_until[v_at], v_by[v_at],
      v_from[v_at], v_seen[v_at], p_now)
    ON CONFLICT (id) DO UPDATE SET strength = excluded.strength, confidence = excluded.confidence, mentions = excluded.mentions,
      trust = excluded.trust, source = CASE WHEN r.source = excluded.source THEN r.source ELSE 'mixed' END,
      valid_from = excluded.valid_from, valid_to = excluded.valid_to, closed_by = excluded.closed_by,
      first_seen_at = excluded.first_seen_at, last_seen_at = excluded.last_seen_at;
  END LOOP;
  UPDATE salience.relation_sources s SET relation_id = m->>'id' FROM jsonb_array_elements(v_said) m
  WHERE s.relation_id = m->>'was' AND m->>'was' <> m->>'id' AND s.episode_id = m->>'episode' AND s.exchange_id IS NOT DISTINCT FROM m->>'exchange';
  INSERT INTO salience.relation_sources (agent_id, relation_id, episode_id, exchange_id, trust, confidence, denies, said_at)
  SELECT p_agent, m->>'id', m->>'episode', m->>'exchange', m->>'trust', (m->>'confidence')::real, (m->>'denies')::boolean, (m->>'at')::timestamptz
  FROM jsonb_array_elements(v_said) m WHERE m->>'was' IS NULL
  ON CONFLICT ON CONSTRAINT relation_sources_once DO NOTHING;
  v_gone := ARRAY(SELECT o FROM unnest(v_old) o WHERE NOT o = ANY (v_ids));
  IF cardinality(v_gone) > 0 THEN DELETE FROM salience.relations WHERE id = ANY (v_gone); END IF;
  RETURN v_gone;
END $$;
--> statement-breakpoint
-- Whether two names are likely one in two spellings: written in one word or two ("email", "e mail"), cut ("postgres"), or with initials
-- for words ("nyc marathon").
CREATE FUNCTION salience.spelled_alike(p_a text, p_b text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT replace(s, ' ', '') = replace(l, ' ', '')
    OR (position(' ' IN s || l) = 0 AND length(s) >= 6 AND length(l) - length(s) <= 3 AND left(l, length(s)) = s)
    OR (cardinality(lw) > cardinality(sw) AND NOT EXISTS (
      SELECT 1 FROM unnest(sw) w WHERE NOT (w = ANY (lw) OR (length(w) > 1 AND position(w IN initials) > 0)))
      AND NOT sw <@ lw)
  FROM (SELECT s, l, string_to_array(s, ' ') AS sw, string_to_array(l, ' ') AS lw,
      (SELECT string_agg(left(w, 1), '' ORDER BY n) FROM regexp_split_to_table(l, ' ') WITH ORDINALITY t(w, n)) AS initials
    FROM (SELECT CASE WHEN length(p_a) <= length(p_b) THEN p_a ELSE p_b END AS s, CASE WHEN length(p_a) <= length(p_b) THEN p_b ELSE p_a END AS l) x) y
$$;
--> statement-breakpoint
-- The concept that a name of an episode means: by name, by another name, by meaning; null for none. p_c as in save_concepts. What is
-- called a thing may be of any kind: it is the one of that name where there is only one.
-- By meaning only within a kind and a model, never where numbers differ; at p_line whatever the names, at p_alike where they are
-- spelled alike. Names of people, places and organisations only where of every two one holds all words of the other: that Anna
-- and Hanna are near in meaning says nothing, and two Annas with two surnames are two.
CREATE FUNCTION salience.match_concept(p_agent text, p_c jsonb, p_line integer, p_alike integer) RETURNS text LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_key text := salience.concept_key(p_c->>'name');
  v_kind text := p_c->>'kind';
  v_id text;
  v_bits bit varying;
BEGIN
  SELECT n.concept_id INTO v_id FROM salience.concept_names n WHERE n.agent_id = p_agent AND n.key = v_key AND n.kind = v_kind;
  IF v_id IS NOT NULL THEN RETURN v_id; END IF;
  SELECT n.concept_id INTO v_id FROM jsonb_array_elements_text(p_c->'aliases') WITH ORDINALITY a(name, place)
    JOIN salience.concept_names n ON n.agent_id = p_agent AND n.key = salience.concept_key(a.name) AND n.kind = v_kind
  ORDER BY a.place LIMIT 1;
  IF v_id IS NOT NULL THEN RETURN v_id; END IF;
  SELECT min(n.concept_id) INTO v_id FROM salience.concept_names n
  WHERE n.agent_id = p_agent AND n.key = v_key AND (v_kind = 'thing' OR n.kind = 'thing') HAVING count(*) = 1;
  IF v_id IS NOT NULL OR NOT p_c ? 'code' THEN RETURN v_id; END IF;
  v_bits := ('x' || encode(decode(p_c->>'code', 'base64'), 'hex'))::bit varying;
  SELECT f.id INTO v_id FROM (
    SELECT c.id, bit_count(v_bits # ('x' || encode(m.code, 'hex'))::bit varying) AS distance
    FROM salience.memory_codes m JOIN salience.concepts c ON c.id = m.item_id
    WHERE m.agent_id = p_agent AND m.kind = 'concept' AND m.model_id = p_c->>'modelId' AND c.kind = v_kind
      AND length(m.code) = length(v_bits) / 8
      AND ARRAY(SELECT x FROM regexp_matches(v_key, '\d+', 'g') x) = ARRAY(SELECT x FROM regexp_matches(lower(c.name), '\d+', 'g') x)
  ) f CROSS JOIN LATERAL (
    SELECT bool_or(salience.spelled_alike(n.key, v_key)) AS alike,
      bool_and(string_to_array(n.key, ' ') <@ string_to_array(v_key, ' ') OR string_to_array(n.key, ' ') @> string_to_array(v_key, ' ')) AS nested
    FROM salience.concept_names n WHERE n.concept_id = f.id AND f.distance <= p_alike
  ) s
  WHERE f.distance <= p_alike AND (s.alike OR CASE WHEN v_kind IN ('person', 'place', 'organisation') THEN s.nested ELSE f.distance <= p_line END)
  ORDER BY f.distance, f.id LIMIT 1;
  RETURN v_id;
END $$;
--> statement-breakpoint
-- Stores what an episode says of concepts, once. p: {agentId, episodeId, now, source, line, alikeLine (bits that two codes of one
-- thing may differ in; where spelled alike), concepts: [{name, kind (null: only one that is known), aliases, confidence, definition: {text, trust, at} or null,
-- code, modelId, mentions: [{exchangeId, name, trust, at}]}], relations: [{from, to (places in concepts), type, functional,
-- symmetric, confidence, denies, statements: [{exchangeId, trust, at}]}]}. One episode of an agent at a time, so that two
-- workers make one concept of one name. Returns {status: stored | known | no_episode, concepts, created, relations, unknown}.
CREATE FUNCTION salience.save_concepts(p jsonb) RETURNS jsonb LANGUAGE plpgsql
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
  v_first timestamptz;
  v_last timestamptz;
  v_rank integer;
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
    SELECT min((m->>'at')::timestamptz), max((m->>'at')::timestamptz), max(salience.trust_rank(m->>'trust')) INTO v_first, v_last, v_rank
    FROM jsonb_array_elements(v_c->'mentions') m;
    IF v_id IS NULL THEN
      v_id := salience.new_id('con', v_now);
      v_created := v_created + 1;
      INSERT INTO salience.concepts (id, agent_id, name, kind, strength, confidence, mentions, trust, source, first_seen_at, last_seen_at, created_at)
      VALUES (v_id, v_agent, v_c->>'name', v_c->>'kind', 0.4 * (v_c->>'confidence')::real, (v_c->>'confidence')::real, 0,
        (ARRAY['external', 'agent', 'user', 'owner'])[v_rank + 1], p->>'source', v_first, v_last, v_now);
    END IF;
    SELECT kind INTO v_kind FROM salience.concepts WHERE id = v_id;
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
      INSERT INTO salience.concept_names AS n (agent_id, key, kind, concept_id, name)
      SELECT DISTINCT ON (k.key) v_agent, k.key, v_kind, v_id, k.name FROM (
        SELECT salience.concept_key(x) AS key, x AS name FROM (
          SELECT v_c->>'name' AS x UNION ALL SELECT jsonb_array_elements_text(v_c->'aliases')) names) k
      WHERE k.key <> '' ORDER BY k.key, k.name
      ON CONFLICT (agent_id, key, kind) DO UPDATE SET name = least(n.name, excluded.name) WHERE n.name > excluded.name;
      INSERT INTO salience.memory_codes (agent_id, item_id, kind, model_id, code)
      SELECT v_agent, v_id, 'concept', v_c->>'modelId', decode(v_c->>'code', 'base64') WHERE v_c ? 'code'
      ON CONFLICT (agent_id, item_id) DO UPDATE SET model_id = excluded.model_id, code = excluded.code, written_xid = excluded.written_xid
      WHERE salience.memory_codes.model_id <> excluded.model_id;
    END IF;
    INSERT INTO salience.concept_sources (agent_id, concept_id, episode_id, exchange_id, key, trust, seen_at)
    SELECT v_agent, v_id, v_episode, m->>'exchangeId', salience.concept_key(m->>'name'), m->>'trust', (m->>'at')::timestamptz
    FROM jsonb_array_elements(v_c->'mentions') m
    ON CONFLICT ON CONSTRAINT concept_sources_once DO NOTHING;
    GET DIAGNOSTICS v_added = ROW_COUNT;
    -- Strength changes by what the new mentions change, so that the order of episodes makes no difference.
    UPDATE salience.concepts c SET
      mentions = c.mentions + v_added,
      confidence = greatest(c.confidence, (v_c->>'confidence')::real),
      strength = 1 - (1 - c.strength) * (1 - 0.4 * greatest(c.confidence, (v_c->>'confidence')::real)) / (1 - 0.4 * c.confidence)
        * power(greatest(c.mentions, 1)::double precision / greatest(c.mentions + v_added, 1), 0.4),
      name = CASE WHEN v_c->>'kind' IS NOT NULL AND (v_first, v_c->>'name') < (c.first_seen_at, c.name) THEN v_c->>'name' ELSE c.name END,
      source = CASE WHEN c.source = p->>'source' THEN c.source ELSE 'mixed' END,
      trust = CASE WHEN c.definition = '' THEN (ARRAY['external', 'agent', 'user', 'owner'])[greatest(salience.trust_rank(c.trust), v_rank) + 1] ELSE c.trust END,
      first_seen_at = least(c.first_seen_at, v_first), last_seen_at = greatest(c.last_seen_at, v_last)
    WHERE c.id = v_id;
    IF jsonb_typeof(v_c->'definition') = 'object' THEN
      -- What is said last by those who are believed most.
      UPDATE salience.concepts c SET definition = v_c->'definition'->>'text', trust = v_c->'definition'->>'trust',
        defined_at = (v_c->'definition'->>'at')::timestamptz, defined_by = v_episode
      WHERE c.id = v_id AND (c.definition = '' OR (salience.trust_rank(c.trust), c.defined_at, c.definition)
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
-- Takes what episodes said out of the graph again: mentions, statements, definitions, names that nobody else used, and what has no
-- source left. What the rest says holds from when the rest says it. Codes of what is gone are the caller's. Returns {concepts,
-- relations}: the ids of those that are gone.
CREATE FUNCTION salience.forget_concept_sources(p_agent text, p_episodes text[], p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
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
  UPDATE salience.concepts c SET
    mentions = s.mentions, first_seen_at = s.first_at, last_seen_at = s.last_at,
    strength = salience.mentioned_strength(0.4 * c.confidence, s.mentions::integer),
    definition = CASE WHEN c.defined_by = ANY (p_episodes) THEN '' ELSE c.definition END,
    trust = CASE WHEN c.defined_by = ANY (p_episodes) OR c.definition = '' THEN (ARRAY['external', 'agent', 'user', 'owner'])[s.rank + 1] ELSE c.trust END,
    defined_at = CASE WHEN c.defined_by = ANY (p_episodes) THEN NULL ELSE c.defined_at END,
    defined_by = CASE WHEN c.defined_by = ANY (p_episodes) THEN NULL ELSE c.defined_by END,
    name = CASE WHEN EXISTS (SELECT 1 FROM salience.concept_names n WHERE n.concept_id = c.id AND n.key = salience.concept_key(c.name)) THEN c.name
      ELSE coalesce((SELECT n.name FROM salience.concept_names n JOIN salience.concept_sources f ON f.concept_id = n.concept_id AND f.key = n.key
        WHERE n.concept_id = c.id ORDER BY f.seen_at, n.key LIMIT 1), c.name) END
  FROM (SELECT concept_id, count(*) AS mentions, min(seen_at) AS first_at, max(seen_at) AS last_at, max(salience.trust_rank(trust)) AS rank
    FROM salience.concept_sources WHERE concept_id = ANY (v_concepts) GROUP BY concept_id) s
  WHERE c.id = s.concept_id;
  RETURN jsonb_build_object('concepts', to_jsonb(v_gone), 'relations', to_jsonb(v_gone_relations));
END $$;
--> statement-breakpoint
-- An episode for its concepts with the exchanges it was made of, and the concepts that these name already; null when it is gone.
CREATE FUNCTION salience.load_for_concepts(p_agent text, p_episode text) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_episode salience.episodes;
  v_range salience.ranges;
  v_exchanges jsonb;
  v_text text;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  SELECT * INTO v_episode FROM salience.episodes WHERE id = p_episode;
  IF NOT FOUND THEN RETURN NULL; END IF;
  SELECT * INTO v_range FROM salience.ranges WHERE id = v_episode.range_id;
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'message', e.message, 'reply', e.reply, 'speaker', e.speaker, 'saidAt', e.said_at,
      'trust', e.trust, 'source', e.source, 'entities', coalesce((SELECT k.entities FROM salience.chunks k WHERE k.exchange_id = e.id), '[]'))
      ORDER BY e.seq), '[]'),
    string_agg(concat_ws(' ', e.speaker, e.message), E'\n' ORDER BY e.seq)
  INTO v_exchanges, v_text FROM salience.exchanges e
  WHERE e.thread_id = v_range.thread_id AND e.seq BETWEEN v_range.first_seq AND v_range.last_seq;
  RETURN jsonb_build_object('id', v_episode.id, 'state', v_episode.concept_state, 'threadId', v_episode.thread_id,
    'traceparent', v_range.traceparent, 'gist', v_episode.gist, 'intent', v_episode.intent, 'outcome', v_episode.outcome,
    'trust', v_episode.trust, 'source', v_episode.source, 'endedAt', v_episode.ended_at, 'exchanges', v_exchanges,
    'known', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'kind', n.kind) ORDER BY n.name, n.kind), '[]')
      FROM salience.named_concepts(p_agent, coalesce(v_text, v_episode.gist)) n));
END $$;
--> statement-breakpoint
-- Episodes whose concepts were not read, each offered again after five seconds. Cross-agent; scheduler only.
CREATE FUNCTION salience.sweep_concepts(p_limit integer) RETURNS jsonb LANGUAGE sql
SET enable_seqscan = off SET jit = off AS $$
  WITH due AS (
    SELECT id FROM salience.episodes WHERE concept_state = 'pending'
      AND (concept_swept_at IS NULL OR concept_swept_at < clock_timestamp() - interval '5 seconds')
    ORDER BY concept_swept_at NULLS FIRST LIMIT p_limit FOR UPDATE SKIP LOCKED
  ), touched AS (
    UPDATE salience.episodes e SET concept_swept_at = clock_timestamp() FROM due WHERE e.id = due.id RETURNING e.id, e.agent_id
  ) SELECT coalesce(jsonb_agg(jsonb_build_object('agentId', agent_id, 'episodeId', id)), '[]') FROM touched
$$;
--> statement-breakpoint
-- Which exchanges, facts, episodes, concepts and thoughts speak of a question, and how much: the evidence that words give, with
-- the owner's eyes for the same reason as match_memory. `near` are items that are near in meaning: they come too, whatever
-- their words. kind 'session' rows are stretches of talk (three hours without a word end one) with what the question's words
-- find in all of it: id is the thread, from_at and to_at the stretch.
CREATE FUNCTION salience.match_memories(p_agent text, p_query text, p_pool integer, p_kinds text[], p_thread text, p_except_turn text, p_near text[])
RETURNS TABLE (kind text, id text, words double precision, neighbours double precision, speaks boolean, from_at timestamptz, to_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = salience, pg_temp SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off
SET plan_cache_mode = 'force_generic_plan' SET jit = off AS $$
#variable_conflict use_column
DECLARE
  v_names text[];
  v_terms text[];
  v_idfs double precision[];
  v_total double precision;
  v_query tsquery;
  v_documents double precision;
  v_avg double precision;
BEGIN
  IF p_agent IS DISTINCT FROM current_setting('app.agent', true) THEN
    RAISE EXCEPTION 'memory of agent % was asked for on behalf of another', p_agent;
  END IF;
  SELECT greatest(m.documents, 10), greatest(m.lexemes::double precision / m.documents, 1) INTO v_documents, v_avg
  FROM memory_stats m WHERE m.agent_id = p_agent;
  v_documents := coalesce(v_documents, 10);
  v_avg := coalesce(v_avg, 8);
  v_names := salience.speakers_in(p_agent, p_query);
  SELECT array_agg(t.lexeme), array_agg(t.idf), sum(t.idf),
    (string_agg('''' || replace(replace(t.lexeme, '\', '\\'), '''', '''''') || '''', ' | ') FILTER (
      WHERE t.place = 1 OR t.idf >= 0.3 * t.top
        AND t.held <= greatest(100, least(v_documents / 15, CASE WHEN p_thread IS NULL THEN 300 ELSE 3000 END))))::tsquery
  INTO v_terms, v_idfs, v_total, v_query
  FROM (
    SELECT lexeme, idf, max(idf) OVER rarest_first AS top, sum(df) OVER rarest_first AS held, row_number() OVER rarest_first AS place
    FROM (
      SELECT d.lexeme, d.df, ln(1 + (v_documents - d.df + 0.5) / (d.df + 0.5)) AS idf
      FROM (
        SELECT q.lexeme, coalesce((SELECT s.documents FROM term_stats s WHERE s.agent_id = p_agent AND s.lexeme = q.lexeme), 0) AS df
        FROM unnest(to_tsvector('english', p_query)) q OFFSET 0
      ) d
      WHERE d.df <= v_documents AND (v_names IS NULL OR NOT EXISTS (
        SELECT 1 FROM unnest(to_tsvector('english', array_to_string(v_names, ' '))) n WHERE n.lexeme = d.lexeme))
      OFFSET 0
    ) weighed WINDOW rarest_first AS (ORDER BY df, lexeme)
  ) t;

  IF p_kinds IS NULL OR 'exchange' = ANY (p_kinds) THEN
    RETURN QUERY
    WITH matched AS MATERIALIZED (
      SELECT e.thread_id, e.seq, e.said_at, s.b, s.mask FROM (
        SELECT thread_id, seq, said_at, search FROM exchanges
        WHERE search @@ v_query AND agent_id || '' = p_agent
          AND (p_thread IS NULL OR thread_id = p_thread) AND (p_except_turn IS NULL OR turn_id <> p_except_turn)
        LIMIT 1000
      ) e CROSS JOIN LATERAL (
        SELECT least(1, sum(v_idfs[array_position(v_terms, w.lexeme)] * cardinality(w.positions) * 1.9
          / (cardinality(w.positions) + 0.9 * (0.6 + 0.4 * length(e.search) / v_avg))) / v_total) AS b,
          bit_or(1::bigint << least(62, array_position(v_terms, w.lexeme))) AS mask
        FROM unnest(e.search) w WHERE w.lexeme = ANY (v_terms)
      ) s ORDER BY s.b DESC LIMIT 400
    ), near AS MATERIALIZED (
      SELECT e.thread_id, e.seq, e.said_at FROM exchanges e WHERE e.id = ANY (p_near) AND e.agent_id || '' = p_agent
        AND (p_thread IS NULL OR e.thread_id = p_thread) AND (p_except_turn IS NULL OR e.turn_id <> p_except_turn)
      ORDER BY array_position(p_near, e.id) LIMIT p_pool
    ), summed AS (
      SELECT thread_id, seq, sum(own) AS words, least(1, sum(close)) AS neighbours, bool_or(meant) AS meant FROM (
        SELECT thread_id, seq, b AS own, 0.0::double precision AS close, false AS meant FROM matched
        UNION ALL SELECT thread_id, seq + 1, 0, 0.6 * b, false FROM matched
        UNION ALL SELECT thread_id, seq + 2, 0, 0.3 * b, false FROM matched
        UNION ALL SELECT thread_id, seq - 1, 0, 0.3 * b, false FROM matched
        UNION ALL SELECT thread_id, seq, 0, 0, true FROM near
      ) spread GROUP BY thread_id, seq
    ), chosen AS (
      SELECT * FROM (SELECT *, row_number() OVER (ORDER BY words + neighbours DESC, thread_id, seq) AS place FROM summed) s
      WHERE s.place <= p_pool OR s.meant
    ), sat AS (
      SELECT thread_id, said_at, mask, count(*) FILTER (WHERE pause) OVER (PARTITION BY thread_id ORDER BY said_at, seq) AS nth FROM (
        SELECT *, said_at - lag(said_at) OVER (PARTITION BY thread_id ORDER BY said_at, seq) > interval '3 hours' AS pause FROM matched) m
    )
    SELECT 'exchange', e.id, s.words, s.neighbours, cardinality(v_names) = 1 AND lower(e.speaker) = v_names[1], NULL::timestamptz, NULL::timestamptz
    FROM chosen s JOIN exchanges e ON e.thread_id = s.thread_id AND e.seq = s.seq
    WHERE e.agent_id = p_agent AND (p_except_turn IS NULL OR e.turn_id <> p_except_turn)
    UNION ALL
    SELECT 'session', x.thread_id,
      (SELECT coalesce(sum(i), 0) / v_total FROM unnest(v_idfs) WITH ORDINALITY AS u(i, n) WHERE x.mask & (1::bigint << least(62, n::integer)) <> 0),
      0, false, x.from_at, x.to_at
    FROM (SELECT thread_id, min(said_at) AS from_at, max(said_at) AS to_at, bit_or(mask) AS mask FROM sat GROUP BY thread_id, nth) x;
  END IF;
  IF p_kinds IS NULL OR 'fact' = ANY (p_kinds) THEN
    RETURN QUERY
    SELECT 'fact', f.id, c.share, 0.0::double precision, false, NULL::timestamptz, NULL::timestamptz FROM (
      SELECT id, search FROM facts
      WHERE search @@ v_query AND agent_id || '' = p_agent AND (p_thread IS NULL OR thread_id = p_thread) LIMIT 1000
    ) f CROSS JOIN LATERAL (SELECT sum(v_idfs[array_position(v_terms, w.lexeme)]) / v_total AS share
      FROM unnest(f.search) w WHERE w.lexeme = ANY (v_terms)) c
    ORDER BY c.share DESC, f.id DESC LIMIT greatest(1, p_pool / 3);
  END IF;
  IF p_kinds IS NULL OR 'episode' = ANY (p_kinds) THEN
    RETURN QUERY
    SELECT 'episode', p.id, coalesce(c.share, 0), 0.0::double precision, false, NULL::timestamptz, NULL::timestamptz FROM (
      (SELECT id, search FROM episodes
        WHERE search @@ v_query AND agent_id || '' = p_agent AND (p_thread IS NULL OR thread_id = p_thread) LIMIT 1000)
      UNION SELECT id, search FROM episodes WHERE id = ANY (p_near) AND agent_id || '' = p_agent AND (p_thread IS NULL OR thread_id = p_thread)
    ) p CROSS JOIN LATERAL (SELECT sum(v_idfs[array_position(v_terms, w.lexeme)]) / v_total AS share
      FROM unnest(p.search) w WHERE w.lexeme = ANY (v_terms)) c
    ORDER BY (p.id = ANY (p_near)) DESC, c.share DESC NULLS LAST, p.id DESC LIMIT greatest(1, p_pool / 3) + cardinality(p_near);
  END IF;
  IF (p_kinds IS NULL OR 'concept' = ANY (p_kinds)) AND p_thread IS NULL THEN
    RETURN QUERY
    SELECT 'concept', k.id, coalesce(c.share, 0), 0.0::double precision, false, NULL::timestamptz, NULL::timestamptz FROM (
      (SELECT id, search FROM concepts WHERE search @@ v_query AND agent_id || '' = p_agent LIMIT 1000)
      UNION SELECT id, search FROM concepts WHERE id = ANY (p_near) AND agent_id || '' = p_agent
    ) k CROSS JOIN LATERAL (SELECT sum(v_idfs[array_position(v_terms, w.lexeme)]) / v_total AS share
      FROM unnest(k.search) w WHERE w.lexeme = ANY (v_terms)) c
    ORDER BY (k.id = ANY (p_near)) DESC, c.share DESC NULLS LAST, k.id DESC LIMIT greatest(1, p_pool / 6) + cardinality(p_near);
  END IF;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION salience.match_memories FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION salience.match_memories TO salience_app;
--> statement-breakpoint
-- What a question reaches through concepts: those that it names make others active, and the exchanges and episodes in which these
-- were mentioned have a share of it, more so where a relation on the way was stated. What is mentioned everywhere says little.
-- Nothing comes where no concept is named. graph is 0..1.
CREATE FUNCTION salience.graph_evidence(p_agent text, p_query text, p_at timestamptz, p_limit integer)
RETURNS TABLE (id text, graph double precision) LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
DECLARE
  v_seeds jsonb;
  v_documents double precision;
BEGIN
  SELECT jsonb_agg(jsonb_build_object('id', n.concept_id, 'energy', 1)) INTO v_seeds
  FROM (SELECT DISTINCT concept_id FROM salience.named_concepts(p_agent, left(p_query, 2000)) LIMIT 16) n;
  IF v_seeds IS NULL THEN RETURN; END IF;
  SELECT greatest(s.documents, 10) INTO v_documents FROM salience.memory_stats s WHERE s.agent_id = p_agent;
  v_documents := coalesce(v_documents, 10);
  RETURN QUERY
  WITH active AS MATERIALIZED (
    SELECT s.concept_id, s.energy, s.via,
      least(1, ln(1 + v_documents / greatest(c.mentions, 1)) / ln(1 + v_documents)) AS rarity
    FROM salience.spread_activation(p_agent, v_seeds, 2, 0.7, 0.3, p_at) s
    CROSS JOIN LATERAL (SELECT mentions FROM salience.concepts x WHERE x.id = s.concept_id OFFSET 0) c
    ORDER BY s.energy DESC LIMIT 32
  ), shares AS (
    SELECT m.exchange_id AS id, a.energy * a.rarity AS share FROM active a CROSS JOIN LATERAL (
      SELECT f.exchange_id FROM salience.concept_sources f WHERE f.concept_id = a.concept_id AND f.exchange_id IS NOT NULL
      ORDER BY f.seen_at DESC LIMIT 50) m
    UNION ALL
    SELECT m.episode_id, max(a.energy * a.rarity) FROM active a CROSS JOIN LATERAL (
      SELECT f.episode_id FROM salience.concept_sources f WHERE f.concept_id = a.concept_id ORDER BY f.seen_at DESC LIMIT 50) m
    GROUP BY a.concept_id, m.episode_id
    UNION ALL
    SELECT m.exchange_id, a.energy FROM active a CROSS JOIN unnest(a.via) v CROSS JOIN LATERAL (
      SELECT f.exchange_id FROM salience.relation_sources f WHERE f.relation_id = v AND f.exchange_id IS NOT NULL
      ORDER BY f.said_at DESC LIMIT 10) m
    UNION ALL
    SELECT a.concept_id, a.energy FROM active a
  )
  SELECT s.id, 1 - exp(sum(ln(1 - least(s.share, 0.999)))) FROM shares s GROUP BY s.id ORDER BY 2 DESC, 1 LIMIT p_limit;
END $$;
--> statement-breakpoint
-- What memory holds on a question, with everything that ranking looks at. p: {query, pool, kinds, threadId, exceptTurnId, near:
-- [ids near in meaning], at (as of when; now where it is not told), evidence, tellings}. Returns {items: [...], sessions: [{threadId, from, to, words}], recent: [...]}: where
-- no statement covers the given share of the question (0..1), the latest tellings come as `recent`.
CREATE FUNCTION salience.find_memories(p_agent text, p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_query text := lower(p->>'query');
  v_found jsonb;
  v_recent jsonb := '[]';
  v_graph jsonb;
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  v_graph := coalesce((SELECT jsonb_object_agg(g.id, g.graph)
    FROM salience.graph_evidence(p_agent, p->>'query', coalesce((p->>'at')::timestamptz, now()), greatest(1, (p->>'pool')::integer / 2)) g), '{}');
  v_found := (
    WITH matched AS MATERIALIZED (
      SELECT * FROM salience.match_memories(p_agent, p->>'query', (p->>'pool')::integer,
        CASE WHEN jsonb_typeof(p->'kinds') = 'array' THEN ARRAY(SELECT jsonb_array_elements_text(p->'kinds')) END,
        p->>'threadId', p->>'exceptTurnId', ARRAY(SELECT jsonb_array_elements_text(p->'near') UNION SELECT jsonb_object_keys(v_graph)))
    ), items AS (
      SELECT 'exchange' AS kind, e.id, e.message AS text, e.reply, e.speaker, e.said_at AS at, e.thread_id, e.id AS exchange_id, e.topic_id,
        e.trust, e.source, e.seq, m.words, m.neighbours, m.speaks, NULL::real AS weight,
        coalesce((SELECT bool_or(position(lower(n->>'name') IN v_query) > 0) FROM jsonb_array_elements(
          (SELECT k.entities FROM salience.chunks k WHERE k.exchange_id = e.id)) n), false) AS entity
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.exchanges x WHERE x.id = m.id OFFSET 0) e WHERE m.kind = 'exchange'
      UNION ALL
      SELECT 'fact', f.id, f.subject || ' ' || replace(f.key, '_', ' ') || ' ' || f.value || coalesce(' (until ' || f.valid_to::date || ')', ''), NULL, NULL, f.said_at, f.thread_id,
        f.exchange_id, NULL, f.trust, f.source, NULL, m.words, 0, false, f.confidence, false
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.facts x WHERE x.id = m.id OFFSET 0) f WHERE m.kind = 'fact'
      UNION ALL
      SELECT 'episode', p.id, p.gist || coalesce((SELECT ' Still open: ' || string_agg(x, '; ') FROM jsonb_array_elements_text(p.open_loops) x), ''),
        NULL, NULL, p.ended_at, p.thread_id, NULL, p.topic_id, p.trust, p.source, NULL, m.words, 0, false, p.salience, false
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.episodes x WHERE x.id = m.id OFFSET 0) p WHERE m.kind = 'episode'
      UNION ALL
      SELECT 'concept', c.id, c.name || coalesce(': ' || nullif(c.definition, ''), ' (' || c.kind || ')'), NULL, NULL, c.last_seen_at, l.thread_id,
        l.exchange_id, NULL, c.trust, c.source, NULL, m.words, 0, false, c.strength, false
      FROM matched m CROSS JOIN LATERAL (SELECT * FROM salience.concepts x WHERE x.id = m.id OFFSET 0) c
      -- Where it was mentioned last.
      CROSS JOIN LATERAL (SELECT f.exchange_id, (SELECT thread_id FROM salience.episodes x WHERE x.id = f.episode_id) AS thread_id
        FROM salience.concept_sources f WHERE f.concept_id = c.id ORDER BY f.seen_at DESC LIMIT 1) l WHERE m.kind = 'concept'
    )
    SELECT jsonb_build_object(
      'items', coalesce((SELECT jsonb_agg(jsonb_build_object('kind', i.kind, 'id', i.id, 'text', i.text, 'reply', i.reply, 'speaker', i.speaker,
        'at', i.at, 'thread_id', i.thread_id, 'exchange_id', i.exchange_id, 'topic_id', i.topic_id, 'trust', i.trust, 'source', i.source,
        'seq', i.seq, 'words', i.words, 'neighbours', i.neighbours, 'speaks', i.speaks, 'weight', i.weight, 'entity', i.entity,
        'graph', coalesce((v_graph->>i.id)::double precision, 0), 'used_at', a.last_at)) FROM items i LEFT JOIN salience.memory_accesses a ON a.agent_id = p_agent AND a.item_id = i.id), '[]'),
      'sessions', coalesce((SELECT jsonb_agg(jsonb_build_object('threadId', m.id, 'from', m.from_at, 'to', m.to_at, 'words', m.words))
        FROM matched m WHERE m.kind = 'session'), '[]'))
  );
  IF p ? 'tellings' AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements(v_found->'items') i
    WHERE (i->>'words')::double precision >= (p->>'evidence')::double precision AND rtrim(i->>'text') NOT LIKE '%?')
  THEN
    v_recent := salience.recent_tellings(p_agent, (p->>'tellings')::integer);
  END IF;
  RETURN v_found || jsonb_build_object('recent', v_recent);
END $$;
--> statement-breakpoint
-- What is connected with the concepts that a text names, as things stood at p_at: {seeds: [{name, kind, definition, trust}], found:
-- [{name, kind, definition, energy, trust, way: [{from, type, to, since, trust}]}]}, strongest first. A definition is shown with
-- the trust of who gave it, a relation with that of who stated it.
CREATE FUNCTION salience.associate_concepts(p_agent text, p_text text, p_depth integer, p_limit integer, p_at timestamptz) RETURNS jsonb
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
        'way', (SELECT jsonb_agg(jsonb_build_object('from', f.name, 'type', r.type, 'to', t.name, 'since', r.valid_from, 'trust', r.trust) ORDER BY v.n)
          FROM unnest(s.via) WITH ORDINALITY v(id, n) JOIN salience.relations r ON r.id = v.id
          JOIN salience.concepts f ON f.id = r.from_id JOIN salience.concepts t ON t.id = r.to_id)) ORDER BY s.energy DESC, c.id)
      FROM (SELECT * FROM salience.spread_activation(p_agent,
          (SELECT jsonb_agg(jsonb_build_object('id', x, 'energy', 1)) FROM unnest(v_seeds) x), p_depth, 0.7, 0.3, p_at)
        ORDER BY energy DESC, concept_id LIMIT p_limit) s
      JOIN salience.concepts c ON c.id = s.concept_id WHERE NOT c.id = ANY (v_seeds)), '[]'));
END $$;
