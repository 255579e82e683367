-- Why: the graph of concepts and the topics cost a turn more than its answer. What memory's graph says of a question and what an
-- episode adds to the graph is found with half the work, and comes out the same; of topics only what changed is read again.
-- Lock: topics for a moment, to add a column without a default; relation_sources and topics against writing while indexes are
-- built on them. Safe with the previous image: yes, functions keep their names, arguments and results, and take what it sends.

-- The latest statements of a relation, and whether any of them denies it.
CREATE INDEX relation_sources_said ON salience.relation_sources (relation_id, said_at);
--> statement-breakpoint
CREATE INDEX relation_sources_denying ON salience.relation_sources (relation_id) WHERE denies;
--> statement-breakpoint
-- The words of a name or a question as they are compared: lower case, accents folded, without possessives. Most text is plain
-- ASCII without quotes; it is cut without looking at each word.
CREATE OR REPLACE FUNCTION salience.name_words(p_text text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF p_text !~ '[^ -~\n]|[''+#]' THEN
    RETURN array_remove(string_to_array(
      translate(lower(left(p_text, 20000)), E'\n!"$%&()*,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 30)), ' '), '');
  END IF;
  RETURN (
    SELECT coalesce(array_agg(regexp_replace(btrim(w, ''''), '''s$', '') ORDER BY n), '{}')
    FROM regexp_split_to_table(
      translate(regexp_replace(normalize(lower(left(p_text, 20000)), NFKD), '[\u0300-\u036f]', '', 'g'), '’ʼ', ''''''),
      '[^[:alnum:]''+#]+') WITH ORDINALITY AS t(w, n)
    WHERE w ~ '[[:alnum:]]');
END $$;
--> statement-breakpoint
-- A word without the ending of its plural.
CREATE OR REPLACE FUNCTION salience.singular(p_word text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN right(p_word, 1) <> 's' OR length(p_word) < 4 OR translate(p_word, 'abcdefghijklmnopqrstuvwxyz', '') <> '' THEN p_word
    WHEN right(p_word, 2) IN ('ss', 'us', 'is') OR right(p_word, 3) = 'ics' THEN p_word
    WHEN right(p_word, 3) = 'ies' AND length(p_word) > 4 THEN left(p_word, -3) || 'y'
    WHEN right(p_word, 4) IN ('ches', 'shes', 'sses', 'zzes') OR right(p_word, 3) = 'xes' THEN left(p_word, -2)
    ELSE left(p_word, -1) END
$$;
--> statement-breakpoint
-- The form in which names are compared: its words without a leading article, the last one in the singular. Empty for no name.
CREATE OR REPLACE FUNCTION salience.concept_key(p_name text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_words text[] := salience.name_words(p_name);
  v_count integer := cardinality(v_words);
BEGIN
  IF v_count = 0 THEN RETURN ''; END IF;
  IF v_count > 1 AND v_words[1] IN ('the', 'a', 'an', 'my', 'our', 'your', 'his', 'her', 'their') THEN
    v_words := v_words[2:];
    v_count := v_count - 1;
  END IF;
  v_words[v_count] := salience.singular(v_words[v_count]);
  RETURN array_to_string(v_words, ' ');
END $$;
--> statement-breakpoint
-- The concepts that a text names; of names within each other the longest. At most 1,000 words are looked at.
CREATE OR REPLACE FUNCTION salience.named_concepts(p_agent text, p_text text) RETURNS TABLE (concept_id text, key text, kind text, name text)
LANGUAGE plpgsql STABLE
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
DECLARE
  v_words text[] := (salience.name_words(p_text))[1:1000];
BEGIN
  RETURN QUERY
  WITH words AS MATERIALIZED (
    SELECT n::integer AS n, w, salience.singular(w) AS last FROM unnest(v_words) WITH ORDINALITY AS t(w, n)
  ), said AS MATERIALIZED (
    -- Up to five words from each one on.
    SELECT w.n AS a, l AS len, array_to_string(v_words[w.n : w.n + l - 2] || e.last, ' ') AS key
    FROM generate_series(1, 5) l JOIN words e ON e.n >= l CROSS JOIN LATERAL (SELECT e.n - l + 1 AS n) w
  ), placed AS MATERIALIZED (
    SELECT c.concept_id, c.key, c.kind, c.name, s.a, s.len
    FROM salience.concept_names c JOIN said s ON s.key = c.key
    WHERE c.agent_id = p_agent AND c.key = ANY (ARRAY(SELECT DISTINCT x.key FROM said x))
  )
  SELECT DISTINCT p.concept_id, p.key, p.kind, p.name FROM placed p
  WHERE NOT EXISTS (SELECT 1 FROM placed q WHERE q.len > p.len AND q.a <= p.a AND q.a + q.len >= p.a + p.len);
END $$;
--> statement-breakpoint
-- Which concepts become active with p_seeds ([{id, energy}], 0..1), as things stood at p_at: energy goes along relations in both
-- directions, at most p_depth of them, each time multiplied by the relation's strength and by p_decay; what falls below p_cut goes
-- no further. A concept has what its strongest way from a seed brings, and of several seeds the sum, at most 1. A seed gets nothing
-- from itself. `via` are the relations of the strongest way, beginning at its seed.
CREATE OR REPLACE FUNCTION salience.spread_activation(p_agent text, p_seeds jsonb, p_depth integer, p_decay double precision,
  p_cut double precision, p_at timestamptz)
RETURNS TABLE (concept_id text, energy double precision, via text[]) LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET enable_nestloop = off SET jit = off AS $$
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
    SELECT array_agg(n.seed), array_agg(n.node), array_agg(n.energy), array_agg(n.way)
    INTO v_seeds, v_nodes, v_energies, v_ways
    FROM (
      WITH front AS MATERIALIZED (
        SELECT * FROM unnest(v_seeds, v_nodes, v_energies, v_ways) AS f(seed, node, energy, way)
      ), edges AS MATERIALIZED (
        -- Each concept's relations are read once, however many ways lead to it. Of a concept that has to do with everything the
        -- strongest relations carry, in either direction. The index leaves out what is too weak; the exact comparison is below.
        SELECT d.node AS near, e.id, e.node, e.strength
        FROM (SELECT f.node, max(f.energy) AS energy FROM front f GROUP BY f.node) d
        CROSS JOIN LATERAL (
          (SELECT r.id, r.to_id AS node, r.strength::double precision AS strength FROM salience.relations r
          WHERE r.from_id = d.node AND r.strength >= (p_cut / (p_decay * d.energy) - 0.0001)::real AND r.agent_id = p_agent
            AND r.valid_from <= p_at AND (r.valid_to IS NULL OR r.valid_to > p_at)
          ORDER BY r.strength DESC LIMIT 64)
          UNION ALL
          (SELECT r.id, r.from_id, r.strength FROM salience.relations r
          WHERE r.to_id = d.node AND r.strength >= (p_cut / (p_decay * d.energy) - 0.0001)::real AND r.agent_id = p_agent
            AND r.valid_from <= p_at AND (r.valid_to IS NULL OR r.valid_to > p_at)
          ORDER BY r.strength DESC LIMIT 64)
        ) e
      ), reached AS MATERIALIZED (
        SELECT f.seed, e.node, f.energy * e.strength * p_decay AS energy, f.way, e.id
        FROM front f JOIN edges e ON e.near = f.node
        WHERE e.node <> f.seed AND f.energy * e.strength * p_decay >= p_cut
      )
      -- Of all ways of one length from a seed to a concept the strongest is enough: what follows only multiplies.
      SELECT r.seed, r.node, r.energy, min(r.way || ' ' || r.id) AS way
      FROM reached r JOIN (SELECT x.seed, x.node, max(x.energy) AS energy FROM reached x GROUP BY x.seed, x.node) b
        ON b.seed = r.seed AND b.node = r.node AND b.energy = r.energy
      GROUP BY r.seed, r.node, r.energy
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
-- Which exchanges, episodes and concepts the concepts that a question names lead to, 0..1: of each of the 32 most active its
-- latest 50 mentions, and what the way to it was said in.
CREATE OR REPLACE FUNCTION salience.graph_evidence(p_agent text, p_query text, p_at timestamptz, p_limit integer)
RETURNS TABLE (id text, graph double precision) LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off AS $$
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
      s.energy * least(1, ln(1 + v_documents / greatest(c.mentions, 1)) / ln(1 + v_documents)) AS share
    FROM salience.spread_activation(p_agent, v_seeds, 2, 0.7, 0.3, p_at) s
    CROSS JOIN LATERAL (SELECT x.mentions FROM salience.concepts x WHERE x.id = s.concept_id AND x.agent_id = p_agent OFFSET 0) c
    ORDER BY s.energy DESC, s.concept_id LIMIT 32
  ), mentions AS MATERIALIZED (
    -- To name the agent lets row-level security look at it once and not at every row.
    SELECT a.concept_id, a.share, m.exchange_id, m.episode_id FROM active a CROSS JOIN LATERAL (
      SELECT f.exchange_id, f.episode_id FROM salience.concept_sources f WHERE f.concept_id = a.concept_id AND f.agent_id = p_agent
      ORDER BY f.seen_at DESC LIMIT 50) m
  ), shares AS (
    SELECT m.exchange_id AS id, m.share FROM mentions m WHERE m.exchange_id IS NOT NULL
    UNION ALL
    SELECT m.episode_id, m.share FROM mentions m GROUP BY m.concept_id, m.episode_id, m.share
    UNION ALL
    SELECT m.exchange_id, a.energy FROM active a CROSS JOIN unnest(a.via) v CROSS JOIN LATERAL (
      SELECT f.exchange_id FROM salience.relation_sources f
      WHERE f.relation_id = v AND f.agent_id = p_agent AND f.exchange_id IS NOT NULL
      ORDER BY f.said_at DESC LIMIT 10) m
    UNION ALL
    SELECT a.concept_id, a.energy FROM active a
  )
  SELECT s.id, 1 - exp(sum(ln(1 - least(s.share, 0.999)))) FROM shares s GROUP BY s.id ORDER BY 2 DESC, 1 LIMIT p_limit;
END $$;
--> statement-breakpoint
-- Takes in statements of one relation of which nobody ever said that it is over: then it is one stretch, whatever the order in which
-- they came. False, with nothing done, where that is not so. Arguments as of settle_relations; p_old: the stretches there are.
CREATE FUNCTION salience.repeat_relation(p_agent text, p_from text, p_to text, p_type text, p_source text, p_more jsonb, p_old text[],
  p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_id text := coalesce(p_old[1], salience.new_id('rel', p_now));
  v_new record;
BEGIN
  IF cardinality(p_old) > 1 OR jsonb_path_exists(p_more, '$[*] ? (@.denies == true)')
    OR EXISTS (SELECT 1 FROM salience.relations r WHERE r.id = p_old[1] AND r.valid_to IS NOT NULL)
    OR EXISTS (SELECT 1 FROM salience.relation_sources s WHERE s.relation_id = p_old[1] AND s.denies)
  THEN RETURN false; END IF;
  SELECT count(*) AS mentions, min(m.at) AS first_at, max(m.at) AS last_at, max(m.confidence) AS confidence,
    max(salience.trust_rank(m.trust)) AS rank INTO v_new
  FROM jsonb_to_recordset(p_more) AS m(episode text, exchange text, trust text, confidence real, at timestamptz)
  WHERE NOT EXISTS (SELECT 1 FROM salience.relation_sources s
    WHERE s.relation_id = v_id AND s.episode_id = m.episode AND s.exchange_id IS NOT DISTINCT FROM m.exchange);
  IF v_new.mentions = 0 THEN RETURN true; END IF;
  INSERT INTO salience.relations AS r (id, agent_id, from_id, to_id, type, strength, confidence, mentions, trust, source, valid_from,
    first_seen_at, last_seen_at, created_at)
  VALUES (v_id, p_agent, p_from, p_to, p_type, salience.mentioned_strength(v_new.confidence, v_new.mentions::integer), v_new.confidence,
    v_new.mentions, (ARRAY['external', 'agent', 'user', 'owner'])[v_new.rank + 1], p_source, v_new.first_at, v_new.first_at,
    v_new.last_at, p_now)
  ON CONFLICT (id) DO UPDATE SET
    strength = salience.mentioned_strength(greatest(r.confidence, excluded.confidence), r.mentions + excluded.mentions),
    confidence = greatest(r.confidence, excluded.confidence), mentions = r.mentions + excluded.mentions,
    trust = (ARRAY['external', 'agent', 'user', 'owner'])[greatest(salience.trust_rank(r.trust), v_new.rank) + 1],
    source = CASE WHEN r.source = excluded.source THEN r.source ELSE 'mixed' END,
    valid_from = least(r.valid_from, excluded.valid_from), first_seen_at = least(r.first_seen_at, excluded.first_seen_at),
    last_seen_at = greatest(r.last_seen_at, excluded.last_seen_at);
  INSERT INTO salience.relation_sources (agent_id, relation_id, episode_id, exchange_id, trust, confidence, denies, said_at)
  SELECT p_agent, v_id, m.episode, m.exchange, m.trust, m.confidence, false, m.at
  FROM jsonb_to_recordset(p_more) AS m(episode text, exchange text, trust text, confidence real, at timestamptz)
  ON CONFLICT ON CONSTRAINT relation_sources_once DO NOTHING;
  RETURN true;
END $$;
--> statement-breakpoint
-- Makes the relations of one group say what was stated: of p_from and p_type to p_to; where p_to is null, to whatever, and then what is
-- said later ends what held before. The result depends on the statements alone, not on the order in which they came. p_more:
-- [{to, episode, exchange, trust, confidence, denies, at}]. What somebody said is ended by somebody's word only, never by what
-- an agent or the outside says. In the caller's transaction, under its lock. What is only said again, as
-- nearly everything is, adds to the one stretch there is.
CREATE OR REPLACE FUNCTION salience.settle_relations(p_agent text, p_from text, p_to text, p_type text, p_source text, p_more jsonb, p_now timestamptz)
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
  IF p_to IS NOT NULL AND salience.repeat_relation(p_agent, p_from, p_to, p_type, p_source, p_more, v_old, p_now) THEN RETURN '{}'; END IF;
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
-- Stores what an episode says of concepts, once. p: {agentId, episodeId, now, source, line, alikeLine (bits that two codes of one
-- thing may differ in; where spelled alike), concepts: [{name, kind (null: only one that is known), aliases, confidence, definition: {text, trust, at} or null,
-- code, modelId, mentions: [{exchangeId, name, trust, at}]}], relations: [{from, to (places in concepts), type, functional,
-- symmetric, confidence, denies, statements: [{exchangeId, trust, at}]}]}. One episode of an agent at a time, so that two
-- workers make one concept of one name. Returns {status: stored | known | no_episode, concepts, created, relations, unknown}.
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
    SELECT kind, name, first_seen_at INTO v_known FROM salience.concepts WHERE id = v_id;
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
      INSERT INTO salience.concept_names AS n (agent_id, key, kind, concept_id, name)
      SELECT DISTINCT ON (k.key) v_agent, k.key, v_kind, v_id, k.name FROM (
        SELECT v_key AS key, v_c->>'name' AS name UNION ALL
        SELECT salience.concept_key(x), x FROM jsonb_array_elements_text(v_c->'aliases') x) k
      WHERE k.key <> '' AND NOT EXISTS (SELECT 1 FROM salience.concept_names o
        WHERE o.agent_id = v_agent AND o.key = k.key AND o.kind = v_kind AND o.name <= k.name)
      ORDER BY k.key, k.name
      ON CONFLICT (agent_id, key, kind) DO UPDATE SET name = least(n.name, excluded.name) WHERE n.name > excluded.name;
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
    -- Only where it changes: a concept that gets a name has its words cut anew.
    IF v_c->>'kind' IS NOT NULL AND (v_first, v_c->>'name') < (v_known.first_seen_at, v_known.name) THEN
      UPDATE salience.concepts SET name = v_c->>'name' WHERE id = v_id;
    END IF;
    -- Strength changes by what the new mentions change, so that the order of episodes makes no difference.
    UPDATE salience.concepts c SET
      mentions = c.mentions + v_added,
      confidence = greatest(c.confidence, (v_c->>'confidence')::real),
      strength = 1 - (1 - c.strength) * (1 - 0.4 * greatest(c.confidence, (v_c->>'confidence')::real)) / (1 - 0.4 * c.confidence)
        * power(greatest(c.mentions, 1)::double precision / greatest(c.mentions + v_added, 1), 0.4),
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
-- The transaction that wrote a topic last; null for those of before, which are read once with all others.
ALTER TABLE salience.topics ADD COLUMN written_xid xid8;
--> statement-breakpoint
CREATE INDEX topics_written ON salience.topics (agent_id, written_xid);
--> statement-breakpoint
CREATE FUNCTION salience.note_topic_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.written_xid := pg_current_xact_id();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER topics_written BEFORE INSERT OR UPDATE ON salience.topics FOR EACH ROW EXECUTE FUNCTION salience.note_topic_writer();
--> statement-breakpoint
-- An agent's topics of one model that may have been written since p_from, the most recently seen first; all of them from 0 on. The
-- first row only says in `upto` where to go on. Centroids come in the binary form of an array: reading half a million numbers
-- as text costs a process more than comparing with them.
CREATE FUNCTION salience.load_written_topics(p_agent text, p_model text, p_limit integer, p_from xid8)
RETURNS TABLE (upto xid8, id text, name text, centroid bytea, message_count integer, salience real, last_seen_at timestamptz)
LANGUAGE plpgsql STABLE
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  upto := pg_snapshot_xmin(pg_current_snapshot());
  RETURN NEXT;
  IF p_from = '0'::xid8 THEN
    RETURN QUERY SELECT NULL::xid8, t.id, t.name, array_send(t.centroid), t.message_count, t.salience, t.last_seen_at
      FROM salience.topics t WHERE t.agent_id = p_agent AND t.model_id = p_model ORDER BY t.last_seen_at DESC LIMIT p_limit;
  ELSE
    RETURN QUERY SELECT NULL::xid8, t.id, t.name, array_send(t.centroid), t.message_count, t.salience, t.last_seen_at
      FROM salience.topics t WHERE t.agent_id = p_agent AND t.model_id = p_model AND t.written_xid >= p_from
      ORDER BY t.last_seen_at DESC LIMIT p_limit;
  END IF;
END $$;
--> statement-breakpoint
-- Adds to topics what was said on them. p: {agentId, topics: [{id, modelId, messages, learned, mean (the text of an array of real;
-- the previous image sends a list), seenAt}]}.
CREATE OR REPLACE FUNCTION salience.learn_topics(p jsonb) RETURNS void LANGUAGE plpgsql
SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off SET jit = off AS $$
DECLARE
  v_item record;
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  FOR v_item IN
    SELECT value->>'id' AS id, value->>'modelId' AS model_id, (value->>'messages')::integer AS messages,
      (value->>'learned')::integer AS learned, (value->>'seenAt')::timestamptz AS seen_at,
      translate(value->>'mean', '[]', '{}')::real[] AS mean
    FROM jsonb_array_elements(p->'topics') ORDER BY value->>'id'
  LOOP
    UPDATE salience.topics t SET
      centroid = CASE WHEN v_item.learned > 0 AND t.model_id = v_item.model_id AND cardinality(t.centroid) = cardinality(v_item.mean)
        THEN ARRAY(SELECT ((least(t.message_count, 20) * o + v_item.learned * n) / (least(t.message_count, 20) + v_item.learned))::real
          FROM unnest(t.centroid, v_item.mean) AS u(o, n))
        ELSE t.centroid END,
      message_count = t.message_count + v_item.messages, last_seen_at = greatest(t.last_seen_at, v_item.seen_at)
    WHERE t.id = v_item.id AND t.agent_id = p->>'agentId';
  END LOOP;
END $$;
