-- Why: what an agent remembers becomes an account of whom it serves (autobiography, a new version at most every few hours) and of
-- how its tools did (profiles), written while the fleet is idle. Episodes carry the mark of the version that took them in:
-- a mark misses nothing, whatever the order in which transactions commit, and means the same in a restored copy.
-- Lock: ACCESS EXCLUSIVE on episodes for one added column without a default (no rewrite); the index is built under SHARE.
-- Safe with the previous image: yes, it writes episodes without the mark, which is what a new one has.

ALTER TABLE salience.episodes ADD COLUMN told_version integer;
--> statement-breakpoint
CREATE INDEX episodes_untold ON salience.episodes (agent_id, salience) WHERE told_version IS NULL;
--> statement-breakpoint
-- One recurring piece of background work of one agent; the row is its lease and its timetable.
CREATE TABLE salience.chores (
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  task text NOT NULL,
  fence bigint NOT NULL DEFAULT 0,
  owner text,
  -- Of the database's own clock; next_at is business time.
  lease_until timestamp with time zone,
  next_at timestamp with time zone,
  -- Something was taken out of what it made: it is due whatever else holds.
  rewrite boolean NOT NULL DEFAULT false,
  error text,
  PRIMARY KEY (agent_id, task)
);
--> statement-breakpoint
CREATE TABLE salience.autobiographies (
  id text COLLATE "C" PRIMARY KEY,
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  version integer NOT NULL,
  -- {section: [{text, trust}]}; a forgotten statement keeps its place with an empty text.
  sections jsonb NOT NULL,
  -- {section: SHA-256 of its text, hex}
  hashes jsonb NOT NULL,
  -- {section: {added: [places here], removed: [places in the version before]}}, of sections that changed
  deltas jsonb NOT NULL,
  -- Counts of what it was made from and of what was refused.
  inputs jsonb NOT NULL,
  model text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT autobiographies_version UNIQUE (agent_id, version)
);
--> statement-breakpoint
CREATE TABLE salience.autobiography_sources (
  autobiography_id text COLLATE "C" NOT NULL REFERENCES salience.autobiographies(id) ON DELETE CASCADE,
  agent_id text COLLATE "C" NOT NULL,
  section text NOT NULL,
  place integer NOT NULL,
  item_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  PRIMARY KEY (autobiography_id, section, place, item_id)
);
--> statement-breakpoint
CREATE INDEX autobiography_sources_item ON salience.autobiography_sources (agent_id, item_id);
--> statement-breakpoint
CREATE TABLE salience.tool_profiles (
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  tool text NOT NULL,
  successes integer NOT NULL,
  failures integer NOT NULL,
  reliability real NOT NULL,
  preference real NOT NULL,
  enriched_at timestamp with time zone NOT NULL,
  PRIMARY KEY (agent_id, tool),
  CONSTRAINT tool_profiles_scale CHECK (reliability BETWEEN 0 AND 1 AND preference BETWEEN 0 AND 1)
);
--> statement-breakpoint
CREATE TABLE salience.tool_scenarios (
  agent_id text COLLATE "C" NOT NULL,
  tool text NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  step_n integer NOT NULL,
  text text NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  at timestamp with time zone NOT NULL,
  PRIMARY KEY (agent_id, tool, run_id, step_n),
  FOREIGN KEY (agent_id, tool) REFERENCES salience.tool_profiles (agent_id, tool) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX tool_scenarios_run ON salience.tool_scenarios (run_id, step_n);
--> statement-breakpoint
GRANT SELECT ON salience.chores, salience.autobiographies, salience.autobiography_sources, salience.tool_profiles,
  salience.tool_scenarios TO salience_app;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.chores, salience.tool_profiles TO salience_cognitive_drift;
--> statement-breakpoint
GRANT INSERT ON salience.autobiographies, salience.autobiography_sources TO salience_cognitive_drift;
--> statement-breakpoint
GRANT INSERT, DELETE ON salience.tool_scenarios TO salience_cognitive_drift;
--> statement-breakpoint
GRANT UPDATE (told_version) ON salience.episodes TO salience_cognitive_drift;
--> statement-breakpoint
-- What an agent is has changed: caches of it compare the version.
GRANT UPDATE (version) ON salience.agents TO salience_cognitive_drift;
--> statement-breakpoint
DO $$
DECLARE table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['chores', 'autobiographies', 'autobiography_sources', 'tool_profiles', 'tool_scenarios'] LOOP
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
-- Takes the lease of a chore unless somebody holds it; its new fence, or null.
CREATE FUNCTION salience.take_chore(p_agent text, p_task text, p_owner text, p_lease_ms integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_fence bigint;
BEGIN
  INSERT INTO salience.chores AS c (agent_id, task, fence, owner, lease_until)
  VALUES (p_agent, p_task, 1, p_owner, clock_timestamp() + p_lease_ms * interval '1 millisecond')
  ON CONFLICT (agent_id, task) DO UPDATE SET fence = c.fence + 1, owner = excluded.owner, lease_until = excluded.lease_until
  WHERE c.lease_until IS NULL OR c.lease_until < clock_timestamp()
  RETURNING fence INTO v_fence;
  RETURN v_fence;
END $$;
--> statement-breakpoint
-- Keeps the lease; false when another worker has it by now.
CREATE FUNCTION salience.renew_chore(p_agent text, p_task text, p_fence bigint, p_lease_ms integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  UPDATE salience.chores SET lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
  WHERE agent_id = p_agent AND task = p_task AND fence = p_fence AND owner IS NOT NULL;
  RETURN FOUND;
END $$;
--> statement-breakpoint
-- Ends a try: gives the lease back under its fence, with when the chore is due again (null: as it was) and why it failed, if it did.
CREATE FUNCTION salience.end_chore(p_agent text, p_task text, p_fence bigint, p_next timestamptz, p_error text, p_done boolean)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  UPDATE salience.chores SET owner = NULL, lease_until = NULL, next_at = coalesce(p_next, next_at), error = p_error,
    rewrite = rewrite AND NOT p_done
  WHERE agent_id = p_agent AND task = p_task AND fence = p_fence AND owner IS NOT NULL;
  RETURN FOUND;
END $$;
--> statement-breakpoint
-- An agent whose autobiography is due, with the lease on it: enough episodes that no version has taken in (p_first for the first
-- version, p_later for the others), or something was taken out of it. No row: none is due. Across agents.
CREATE FUNCTION salience.claim_autobiography(p_owner text, p_lease_ms integer, p_now timestamptz, p_first integer, p_later integer)
RETURNS TABLE (agent_id text, fence bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_agent text;
  v_fence bigint;
BEGIN
  FOR v_agent IN
    SELECT a.id FROM salience.agents a LEFT JOIN salience.chores c ON c.agent_id = a.id AND c.task = 'autobiography'
    CROSS JOIN LATERAL (SELECT CASE WHEN EXISTS (SELECT 1 FROM salience.autobiographies b WHERE b.agent_id = a.id)
      THEN p_later ELSE p_first END AS least) n
    WHERE (c.next_at IS NULL OR c.next_at <= p_now OR (c.rewrite AND c.error IS NULL))
      AND (c.lease_until IS NULL OR c.lease_until < clock_timestamp())
      AND (c.rewrite OR (SELECT count(*) FROM (SELECT 1 FROM salience.episodes e
        WHERE e.agent_id = a.id AND e.told_version IS NULL LIMIT n.least) x) >= n.least)
    ORDER BY c.next_at NULLS FIRST, a.id LIMIT 8
  LOOP
    v_fence := salience.take_chore(v_agent, 'autobiography', p_owner, p_lease_ms);
    IF v_fence IS NOT NULL THEN
      RETURN QUERY SELECT v_agent, v_fence;
      RETURN;
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
-- An agent of which a tool was used since its profile was written, with the lease. No row: none. Across agents.
CREATE FUNCTION salience.claim_profiles(p_owner text, p_lease_ms integer, p_now timestamptz)
RETURNS TABLE (agent_id text, fence bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_agent text;
  v_fence bigint;
BEGIN
  FOR v_agent IN
    SELECT a.id FROM salience.agents a LEFT JOIN salience.chores c ON c.agent_id = a.id AND c.task = 'profiles'
    WHERE (c.next_at IS NULL OR c.next_at <= p_now) AND (c.lease_until IS NULL OR c.lease_until < clock_timestamp())
      AND EXISTS (SELECT 1 FROM salience.stale_tools(a.id, p_now, 1))
    ORDER BY c.next_at NULLS FIRST, a.id LIMIT 8
  LOOP
    v_fence := salience.take_chore(v_agent, 'profiles', p_owner, p_lease_ms);
    IF v_fence IS NOT NULL THEN
      RETURN QUERY SELECT v_agent, v_fence;
      RETURN;
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
-- The tools that were used since their profile was written, the stalest first; `since`: from when on steps are to be looked at. A day
-- of overlap: a step is committed later than its time says, and looking at one twice does no harm. Which tools there are say
-- the counts by day, so no long history of steps is read.
CREATE FUNCTION salience.stale_tools(p_agent text, p_now timestamptz, p_limit integer) RETURNS TABLE (tool text, since timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT k.tool, coalesce(p.enriched_at - interval '1 day', p_now - interval '90 days')
  FROM (SELECT DISTINCT r.tool FROM salience.tool_records r
    WHERE r.agent_id = p_agent AND r.day > (p_now AT TIME ZONE 'UTC')::date - 90) k
  LEFT JOIN salience.tool_profiles p ON p.agent_id = p_agent AND p.tool = k.tool
  WHERE p.enriched_at IS NULL OR EXISTS (
    SELECT 1 FROM salience.act_steps s WHERE s.agent_id = p_agent AND s.kind = 'action'
      AND s.state IN ('succeeded', 'failed', 'timed_out', 'unknown') AND s.at > p.enriched_at AND s.call->>'tool' = k.tool)
  ORDER BY p.enriched_at NULLS FIRST, k.tool LIMIT p_limit
$$;
--> statement-breakpoint
-- What became of items that a statement rests on: those that hold, with their words. A closed trait or relation holds no more.
CREATE FUNCTION salience.biography_items(p_agent text, p_ids text[])
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
  SELECT r.id, 'relation', f.name || ' ' || replace(r.type, '-', ' ') || ' ' || o.name, r.last_seen_at, r.trust, r.strength,
    jsonb_build_object('from', f.name, 'to', o.name, 'type', r.type, 'mentions', r.mentions)
  FROM salience.relations r JOIN salience.concepts f ON f.id = r.from_id JOIN salience.concepts o ON o.id = r.to_id
  WHERE r.agent_id = p_agent AND r.id = ANY (p_ids) AND r.valid_to IS NULL;
END $$;
--> statement-breakpoint
-- Everything that the next version is written from. p: {agentId, episodes, traits, concepts, relations} (how many at most).
-- Returns {version (0: none yet), untold, sections: {section: [{text, trust, sources}]}, items: [...]}; an item is `fresh` when no
-- version has taken it in, or when it holds now and is no episode.
CREATE FUNCTION salience.biography_material(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_last salience.autobiographies;
  v_fresh text[];
  v_told text[];
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  SELECT * INTO v_last FROM salience.autobiographies WHERE agent_id = v_agent ORDER BY version DESC LIMIT 1;
  v_told := ARRAY(SELECT id FROM salience.episodes WHERE agent_id = v_agent AND told_version IS NULL
    ORDER BY salience DESC, id LIMIT (p->>'episodes')::integer);
  v_fresh := v_told
    || ARRAY(SELECT id FROM salience.traits WHERE agent_id = v_agent AND valid_to IS NULL
      ORDER BY person = 'user' DESC, confidence DESC, id LIMIT (p->>'traits')::integer)
    || ARRAY(SELECT id FROM salience.concepts WHERE agent_id = v_agent
      ORDER BY strength DESC, mentions DESC, id LIMIT (p->>'concepts')::integer)
    || ARRAY(SELECT id FROM salience.relations WHERE agent_id = v_agent AND valid_to IS NULL
      ORDER BY strength DESC, mentions DESC, id LIMIT (p->>'relations')::integer);
  RETURN jsonb_build_object(
    'version', coalesce(v_last.version, 0),
    'told', to_jsonb(v_told),
    'untold', (SELECT count(*) FROM salience.episodes WHERE agent_id = v_agent AND told_version IS NULL),
    'sections', coalesce((
      SELECT jsonb_object_agg(s.key, (
        SELECT coalesce(jsonb_agg(jsonb_build_object('text', t.value->>'text', 'trust', t.value->>'trust', 'sources', coalesce((
          SELECT jsonb_agg(o.item_id ORDER BY o.item_id) FROM salience.autobiography_sources o
          WHERE o.autobiography_id = v_last.id AND o.section = s.key AND o.place = t.place - 1), '[]')) ORDER BY t.place), '[]')
        FROM jsonb_array_elements(s.value) WITH ORDINALITY AS t(value, place) WHERE t.value->>'text' <> ''))
      FROM jsonb_each(v_last.sections) s), '{}'),
    'items', coalesce((
      SELECT jsonb_agg(jsonb_build_object('id', i.id, 'kind', i.kind, 'text', i.text, 'at', i.at, 'trust', i.trust, 'weight', i.weight,
        'fresh', i.id = ANY (v_fresh)) || i.data ORDER BY i.kind, i.weight DESC, i.id)
      FROM salience.biography_items(v_agent, v_fresh
        || ARRAY(SELECT o.item_id FROM salience.autobiography_sources o WHERE o.autobiography_id = v_last.id)) i), '[]'));
END $$;
--> statement-breakpoint
CREATE FUNCTION salience.section_text(p_statements jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(string_agg(t.value->>'text', ' ' ORDER BY t.place) FILTER (WHERE t.value->>'text' <> ''), '')
  FROM jsonb_array_elements(p_statements) WITH ORDINALITY AS t(value, place)
$$;
--> statement-breakpoint
CREATE FUNCTION salience.section_hash(p_statements jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(salience.section_text(p_statements), 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- Where statements of p_one are that p_other does not have.
CREATE FUNCTION salience.places_beyond(p_one jsonb, p_other jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(t.place - 1 ORDER BY t.place), '[]')
  FROM jsonb_array_elements(coalesce(p_one, '[]')) WITH ORDINALITY AS t(value, place)
  WHERE t.value->>'text' <> '' AND NOT EXISTS (
    SELECT 1 FROM jsonb_array_elements(coalesce(p_other, '[]')) o WHERE o->>'text' = t.value->>'text')
$$;
--> statement-breakpoint
-- Stores the next version under the lease's fence, marks the episodes that it took in, and says when the next one is due. A
-- statement of which a source is gone or closed by now is left out; forgetting takes the fence away, so nothing slips through between.
-- p: {agentId, fence, id, sections: {section: [{text, trust, sources: [{id, kind}]}]}, told, inputs, model, now, nextAt}.
-- Returns {status: stored | fenced, version, changed: [sections]}.
CREATE FUNCTION salience.save_autobiography(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
  v_last salience.autobiographies;
  v_kept jsonb;
  v_version integer;
  v_deltas jsonb;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  UPDATE salience.chores SET owner = NULL, lease_until = NULL, next_at = (p->>'nextAt')::timestamptz, error = NULL, rewrite = false
  WHERE agent_id = v_agent AND task = 'autobiography' AND fence = (p->>'fence')::bigint AND owner IS NOT NULL;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'fenced', 'changed', '[]'::jsonb); END IF;
  SELECT * INTO v_last FROM salience.autobiographies WHERE agent_id = v_agent ORDER BY version DESC LIMIT 1;
  v_version := coalesce(v_last.version, 0) + 1;
  WITH held AS (
    SELECT i.id FROM salience.biography_items(v_agent, ARRAY(
      SELECT o->>'id' FROM jsonb_each(p->'sections') s, jsonb_array_elements(s.value) t, jsonb_array_elements(t->'sources') o)) i
  )
  SELECT jsonb_object_agg(s.key, (
    SELECT coalesce(jsonb_agg(t.value ORDER BY t.place), '[]')
    FROM jsonb_array_elements(s.value) WITH ORDINALITY AS t(value, place)
    WHERE jsonb_array_length(t.value->'sources') > 0 AND NOT EXISTS (
      SELECT 1 FROM jsonb_array_elements(t.value->'sources') o WHERE o->>'id' NOT IN (SELECT id FROM held))))
  INTO v_kept FROM jsonb_each(p->'sections') s;
  SELECT coalesce(jsonb_object_agg(s.key, jsonb_build_object(
    'added', salience.places_beyond(s.value, v_last.sections->s.key), 'removed', salience.places_beyond(v_last.sections->s.key, s.value))), '{}')
  INTO v_deltas FROM jsonb_each(v_kept) s
  WHERE salience.section_text(s.value) <> salience.section_text(coalesce(v_last.sections->s.key, '[]'));
  INSERT INTO salience.autobiographies (id, agent_id, version, sections, hashes, deltas, inputs, model, created_at)
  VALUES (p->>'id', v_agent, v_version,
    (SELECT jsonb_object_agg(s.key, (SELECT coalesce(jsonb_agg(t.value - 'sources' ORDER BY t.place), '[]')
      FROM jsonb_array_elements(s.value) WITH ORDINALITY AS t(value, place))) FROM jsonb_each(v_kept) s),
    (SELECT jsonb_object_agg(s.key, salience.section_hash(s.value)) FROM jsonb_each(v_kept) s),
    v_deltas, p->'inputs', p->>'model', v_now);
  INSERT INTO salience.autobiography_sources (autobiography_id, agent_id, section, place, item_id, kind)
  SELECT p->>'id', v_agent, s.key, t.place - 1, o->>'id', o->>'kind'
  FROM jsonb_each(v_kept) s, jsonb_array_elements(s.value) WITH ORDINALITY AS t(value, place), jsonb_array_elements(t.value->'sources') o
  ON CONFLICT DO NOTHING;
  UPDATE salience.episodes SET told_version = v_version
  WHERE agent_id = v_agent AND told_version IS NULL AND id = ANY (ARRAY(SELECT jsonb_array_elements_text(p->'told')));
  UPDATE salience.agents SET version = version + 1 WHERE id = v_agent;
  RETURN jsonb_build_object('status', 'stored', 'version', v_version,
    'changed', (SELECT coalesce(jsonb_agg(k ORDER BY k), '[]') FROM jsonb_object_keys(v_deltas) k));
END $$;
--> statement-breakpoint
-- Takes what rests on these items out of every version of an agent's autobiography: statement, sources, hash; and has the
-- sections written anew soon. Items may be exchanges too: what was made of them counts, as long as it still names them. In the
-- transaction that forgets them, before anything is deleted. Returns how many statements went.
CREATE FUNCTION salience.forget_in_autobiography(p_agent text, p_items text[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_gone integer := 0;
  v_row record;
  v_items text[];
BEGIN
  -- First of all the lock that save_autobiography takes: a version that is being stored now is seen below, and one that is being
  -- written loses its fence, for it rests on what was read before.
  INSERT INTO salience.chores AS c (agent_id, task) VALUES (p_agent, 'autobiography')
  ON CONFLICT (agent_id, task) DO UPDATE SET fence = c.fence + 1, owner = NULL, lease_until = NULL;
  v_items := p_items || ARRAY(SELECT episode_id FROM salience.episode_exchanges WHERE agent_id = p_agent AND exchange_id = ANY (p_items));
  v_items := v_items
    || ARRAY(SELECT trait_id FROM salience.trait_sources WHERE agent_id = p_agent AND trait_id IS NOT NULL
      AND (exchange_id = ANY (v_items) OR id = ANY (v_items)))
    || ARRAY(SELECT concept_id FROM salience.concept_sources WHERE agent_id = p_agent
      AND (episode_id = ANY (v_items) OR exchange_id = ANY (v_items)))
    || ARRAY(SELECT relation_id FROM salience.relation_sources WHERE agent_id = p_agent
      AND (episode_id = ANY (v_items) OR exchange_id = ANY (v_items)));
  FOR v_row IN SELECT o.autobiography_id, o.section, array_agg(DISTINCT o.place) AS places FROM salience.autobiography_sources o
    WHERE o.agent_id = p_agent AND o.item_id = ANY (v_items) GROUP BY 1, 2
  LOOP
    UPDATE salience.autobiographies b SET
      sections = jsonb_set(b.sections, ARRAY[v_row.section], s.statements),
      hashes = jsonb_set(b.hashes, ARRAY[v_row.section], to_jsonb(salience.section_hash(s.statements)))
    FROM (SELECT jsonb_agg(CASE WHEN t.place - 1 = ANY (v_row.places) THEN t.value || '{"text": ""}' ELSE t.value END ORDER BY t.place) AS statements
      FROM salience.autobiographies x, jsonb_array_elements(x.sections->v_row.section) WITH ORDINALITY AS t(value, place)
      WHERE x.id = v_row.autobiography_id) s
    WHERE b.id = v_row.autobiography_id;
    DELETE FROM salience.autobiography_sources
    WHERE autobiography_id = v_row.autobiography_id AND section = v_row.section AND place = ANY (v_row.places);
    v_gone := v_gone + cardinality(v_row.places);
  END LOOP;
  IF v_gone > 0 THEN
    UPDATE salience.chores SET rewrite = true, error = NULL WHERE agent_id = p_agent AND task = 'autobiography';
    UPDATE salience.agents SET version = version + 1 WHERE id = p_agent;
  END IF;
  RETURN v_gone;
END $$;
--> statement-breakpoint
-- Versions with their deltas in words, the newest first. What was forgotten is told by neither side.
CREATE FUNCTION salience.load_autobiographies(p_agent text, p_limit integer, p_before integer) RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY
  SELECT jsonb_build_object('id', b.id, 'version', b.version, 'hashes', b.hashes, 'inputs', b.inputs, 'model', b.model, 'createdAt', b.created_at,
    'sections', (SELECT jsonb_object_agg(s.key, (SELECT coalesce(jsonb_agg(t.value ORDER BY t.place) FILTER (WHERE t.value->>'text' <> ''), '[]')
      FROM jsonb_array_elements(s.value) WITH ORDINALITY AS t(value, place))) FROM jsonb_each(b.sections) s),
    'deltas', (SELECT coalesce(jsonb_object_agg(d.key, jsonb_build_object(
        'added', salience.texts_at(b.sections->d.key, d.value->'added'), 'removed', salience.texts_at(f.sections->d.key, d.value->'removed'))), '{}')
      FROM jsonb_each(b.deltas) d))
  FROM salience.autobiographies b LEFT JOIN salience.autobiographies f ON f.agent_id = b.agent_id AND f.version = b.version - 1
  WHERE b.agent_id = p_agent AND (p_before IS NULL OR b.version < p_before) ORDER BY b.version DESC LIMIT p_limit;
END $$;
--> statement-breakpoint
CREATE FUNCTION salience.texts_at(p_statements jsonb, p_places jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(t.value->>'text' ORDER BY t.place) FILTER (WHERE t.value->>'text' <> ''), '[]')
  FROM jsonb_array_elements(coalesce(p_statements, '[]')) WITH ORDINALITY AS t(value, place) WHERE p_places @> to_jsonb(t.place - 1)
$$;
--> statement-breakpoint
-- What the profiles of an agent's stalest tools are written from. p: {agentId, now, tools, steps}. Returns [{tool, successes,
-- failures, days: [{day, successes, corrections}], scenarios: [known ones], steps: [{runId, n, text, trust, source, at}]}].
CREATE FUNCTION salience.profile_material(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
  v_now timestamptz := (p->>'now')::timestamptz;
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  RETURN (
    SELECT coalesce(jsonb_agg(jsonb_build_object('tool', x.tool,
      'successes', coalesce(k.successes, 0), 'failures', coalesce(k.failures, 0),
      'days', coalesce((SELECT jsonb_agg(d) FROM (
        SELECT (s.at AT TIME ZONE 'UTC')::date AS day,
          count(*) FILTER (WHERE s.state = 'succeeded' AND coalesce(s.verdict->>'verdict', 'accept') = 'accept') AS successes,
          count(*) FILTER (WHERE s.verdict->>'verdict' IN ('correct', 'escalate') OR s.state = 'denied') AS corrections
        FROM salience.act_steps s WHERE s.agent_id = v_agent AND s.kind = 'action' AND s.call->>'tool' = x.tool
          AND s.at > v_now - interval '90 days' AND s.at <= v_now GROUP BY 1 ORDER BY 1) d), '[]'),
      'scenarios', coalesce((SELECT jsonb_agg(jsonb_build_object('runId', c.run_id, 'n', c.step_n, 'text', c.text, 'trust', c.trust,
        'source', c.source, 'at', c.at)
        ORDER BY c.at DESC, c.run_id, c.step_n) FROM salience.tool_scenarios c WHERE c.agent_id = v_agent AND c.tool = x.tool), '[]'),
      'steps', coalesce((SELECT jsonb_agg(s) FROM (
        SELECT s.run_id AS "runId", s.n, t.text, t.trust, t.source, s.at FROM salience.act_steps s JOIN salience.turns t ON t.id = s.run_id
        WHERE s.agent_id = v_agent AND s.kind = 'action' AND s.state = 'succeeded' AND coalesce(s.verdict->>'verdict', 'accept') = 'accept'
          AND s.call->>'tool' = x.tool AND s.at > x.since
        ORDER BY s.at DESC, s.run_id, s.n LIMIT (p->>'steps')::integer) s), '[]'))), '[]')
    FROM salience.stale_tools(v_agent, v_now, (p->>'tools')::integer) x
    LEFT JOIN (SELECT r.tool, sum(r.successes) AS successes, sum(r.failures) AS failures FROM salience.tool_records r
      WHERE r.agent_id = v_agent AND r.day > (v_now AT TIME ZONE 'UTC')::date - 30 GROUP BY 1) k ON k.tool = x.tool
  );
END $$;
--> statement-breakpoint
-- Stores profiles under the lease's fence. p: {agentId, fence, now, nextAt, profiles: [{tool, successes, failures, reliability,
-- preference, scenarios: [{runId, n, text, trust, source, at}]}]}. Returns {status: stored | fenced}.
CREATE FUNCTION salience.save_tool_profiles(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_agent text := p->>'agentId';
BEGIN
  PERFORM set_config('app.agent', v_agent, true);
  UPDATE salience.chores SET owner = NULL, lease_until = NULL, next_at = (p->>'nextAt')::timestamptz, error = NULL
  WHERE agent_id = v_agent AND task = 'profiles' AND fence = (p->>'fence')::bigint AND owner IS NOT NULL;
  IF NOT FOUND THEN RETURN jsonb_build_object('status', 'fenced'); END IF;
  INSERT INTO salience.tool_profiles AS t (agent_id, tool, successes, failures, reliability, preference, enriched_at)
  SELECT v_agent, x->>'tool', (x->>'successes')::integer, (x->>'failures')::integer, (x->>'reliability')::real,
    (x->>'preference')::real, (p->>'now')::timestamptz FROM jsonb_array_elements(p->'profiles') x
  ON CONFLICT (agent_id, tool) DO UPDATE SET successes = excluded.successes, failures = excluded.failures,
    reliability = excluded.reliability, preference = excluded.preference, enriched_at = excluded.enriched_at;
  DELETE FROM salience.tool_scenarios s WHERE s.agent_id = v_agent
    AND s.tool IN (SELECT x->>'tool' FROM jsonb_array_elements(p->'profiles') x);
  -- Of a step that was forgotten since it was read nothing is kept.
  INSERT INTO salience.tool_scenarios (agent_id, tool, run_id, step_n, text, trust, source, at)
  SELECT v_agent, x->>'tool', c->>'runId', (c->>'n')::integer, c->>'text', c->>'trust', c->>'source', (c->>'at')::timestamptz
  FROM jsonb_array_elements(p->'profiles') x, jsonb_array_elements(x->'scenarios') c
  WHERE EXISTS (SELECT 1 FROM salience.turns t WHERE t.id = c->>'runId' AND t.text <> '')
  ON CONFLICT DO NOTHING;
  UPDATE salience.agents SET version = version + 1 WHERE id = v_agent;
  RETURN jsonb_build_object('status', 'stored');
END $$;
--> statement-breakpoint
-- How an agent's tools did, by name, each with its p_scenarios latest scenarios that are not from outside.
CREATE FUNCTION salience.load_tool_profiles(p_agent text, p_scenarios integer) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN (SELECT coalesce(jsonb_agg(jsonb_build_object('tool', p.tool, 'successes', p.successes, 'failures', p.failures,
      'reliability', p.reliability, 'preference', p.preference, 'enrichedAt', p.enriched_at, 'scenarios', coalesce((
        SELECT jsonb_agg(jsonb_build_object('runId', s.run_id, 'n', s.step_n, 'text', s.text, 'trust', s.trust, 'source', s.source, 'at', s.at)
          ORDER BY s.at DESC)
        FROM (SELECT * FROM salience.tool_scenarios c WHERE c.agent_id = p.agent_id AND c.tool = p.tool AND c.trust <> 'external'
          ORDER BY c.at DESC LIMIT p_scenarios) s), '[]')) ORDER BY p.tool), '[]')
    FROM salience.tool_profiles p WHERE p.agent_id = p_agent);
END $$;
--> statement-breakpoint
-- Who an agent is, in one round trip: {agent, files, about: sections of its newest autobiography or null, tools}; null: there is none.
CREATE FUNCTION salience.load_identity(p_agent text, p_scenarios integer) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN (SELECT jsonb_build_object(
    'agent', jsonb_build_object('id', a.id, 'name', a.name, 'persona', a.persona, 'settings', a.settings, 'version', a.version,
      'createdAt', a.created_at),
    'files', coalesce((SELECT jsonb_agg(jsonb_build_object('path', f.path, 'content', f.content, 'trust', f.trust, 'source', f.source)
      ORDER BY f.path) FROM salience.workspace_files f WHERE f.agent_id = p_agent), '[]'),
    'about', (SELECT b.sections FROM salience.autobiographies b WHERE b.agent_id = p_agent ORDER BY b.version DESC LIMIT 1),
    'tools', salience.load_tool_profiles(p_agent, p_scenarios))
  FROM salience.agents a WHERE a.id = p_agent);
END $$;
