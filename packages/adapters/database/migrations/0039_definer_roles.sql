-- Why: a function that runs with more rights than its caller's belonged to the owner of everything, so one that could be talked
-- into running a caller's code gave the database away (laws 7 and 12). Each now belongs to a role of its room, which nobody can
-- log in as or become, owns no table, and may do what the room's functions do. Names in them no longer depend on a search path.
-- Lock: policies lock their tables for the moment that it takes to add them.
-- Safe with the previous image: yes, functions keep their names, arguments, results and callers.

-- The rooms. What reads and what writes are never one: sight of the fleet changes nothing, recall finds and changes nothing.
DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['salience_fn_lanes', 'salience_fn_recall', 'salience_fn_forgetting', 'salience_fn_retention',
    'salience_fn_sight', 'salience_fn_settling', 'salience_fn_audit', 'salience_fn_door'
  ] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB', role_name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- roles belong to the whole server and another database of it has made them
    END;
    -- The migrator hands functions over to the role, and replaces them in later migrations.
    BEGIN
      IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN EXECUTE format('GRANT %I TO CURRENT_USER', role_name); END IF;
    EXCEPTION
      WHEN unique_violation THEN NULL; -- granted by another database's migration this instant
      WHEN insufficient_privilege THEN
        RAISE EXCEPTION 'expected % to be granted to %, which migrates, but it was made by another role', role_name, current_user
          USING HINT = format('As a superuser: GRANT %I TO %I WITH ADMIN OPTION', role_name, current_user);
    END;
  END LOOP;
END $$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA salience TO salience_fn_lanes, salience_fn_recall, salience_fn_forgetting, salience_fn_retention,
  salience_fn_sight, salience_fn_settling, salience_fn_audit, salience_fn_door;
--> statement-breakpoint
-- Lanes: whether an agent holds more than its share of the fleet.
GRANT SELECT (agent_id, tail, cursor, lease_until, wake_at) ON salience.lanes TO salience_fn_lanes;
--> statement-breakpoint
GRANT SELECT (app, state, seen_at, capacity) ON salience.workers TO salience_fn_lanes;
--> statement-breakpoint
-- Recall: search in what the caller's agent remembers.
GRANT SELECT ON salience.exchanges, salience.facts, salience.episodes, salience.concepts, salience.memory_stats,
  salience.term_stats TO salience_fn_recall;
--> statement-breakpoint
-- Forgetting: the only one that deletes what people said, of the agent that it names.
GRANT SELECT ON salience.act_steps, salience.agents, salience.approvals, salience.autobiographies, salience.autobiography_sources,
  salience.chores, salience.chunks, salience.concept_names, salience.concept_sources, salience.concepts, salience.context_prefixes,
  salience.contexts, salience.current_threads, salience.dead_letters, salience.decisions, salience.episode_exchanges,
  salience.episodes, salience.exchanges, salience.experiences, salience.facts, salience.focuses, salience.forget_requests,
  salience.forget_words, salience.forget_work, salience.gists, salience.list_items, salience.lists, salience.memory_accesses,
  salience.memory_codes, salience.memory_stats, salience.ranges, salience.relation_sources, salience.relations,
  salience.reminders, salience.replies, salience.term_stats, salience.thought_concepts, salience.thoughts, salience.threads,
  salience.tombstones, salience.tool_scenarios, salience.topic_samples, salience.topics, salience.trait_sources, salience.traits,
  salience.turns, salience.workspace_files TO salience_fn_forgetting;
--> statement-breakpoint
GRANT INSERT ON salience.chores, salience.forget_words, salience.forget_work, salience.memory_codes, salience.ranges,
  salience.relation_sources, salience.relations, salience.tombstones, salience.traits TO salience_fn_forgetting;
--> statement-breakpoint
GRANT UPDATE ON salience.act_steps, salience.approvals, salience.autobiographies, salience.chores, salience.chunks,
  salience.concepts, salience.dead_letters, salience.episodes, salience.exchanges, salience.experiences, salience.facts,
  salience.forget_requests, salience.gists, salience.memory_codes, salience.memory_stats, salience.ranges,
  salience.relation_sources, salience.relations, salience.replies, salience.term_stats, salience.threads, salience.topics, salience.trait_sources,
  salience.traits, salience.turns TO salience_fn_forgetting;
--> statement-breakpoint
GRANT UPDATE (version) ON salience.agents TO salience_fn_forgetting;
--> statement-breakpoint
GRANT DELETE ON salience.autobiography_sources, salience.chunks, salience.concept_names, salience.concept_sources,
  salience.concepts, salience.context_prefixes, salience.contexts, salience.current_threads, salience.decisions,
  salience.episode_exchanges, salience.episodes, salience.exchanges, salience.experiences, salience.facts, salience.focuses,
  salience.forget_words, salience.forget_work, salience.gists, salience.list_items, salience.lists, salience.memory_accesses,
  salience.memory_codes, salience.ranges, salience.relation_sources, salience.relations, salience.reminders, salience.term_stats,
  salience.thoughts, salience.tool_scenarios, salience.topic_samples, salience.trait_sources, salience.traits
  TO salience_fn_forgetting;
--> statement-breakpoint
-- Retention: gists whose time is over, of every agent.
GRANT SELECT ON salience.episodes, salience.gists TO salience_fn_retention;
--> statement-breakpoint
GRANT SELECT (id, settings) ON salience.agents TO salience_fn_retention;
--> statement-breakpoint
GRANT DELETE, UPDATE ON salience.gists TO salience_fn_retention;
--> statement-breakpoint
GRANT UPDATE ON salience.episodes TO salience_fn_retention;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON salience.memory_codes TO salience_fn_retention;
--> statement-breakpoint
-- Sight: what operators see of the fleet.
GRANT SELECT ON salience.audit_log, salience.dead_letters, salience.lane_takeovers, salience.lanes, salience.outbox,
  salience.terminal_events, salience.turns, salience.workers TO salience_fn_sight;
--> statement-breakpoint
GRANT SELECT (id, name) ON salience.agents TO salience_fn_sight;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION salience.operator_pace TO salience_fn_sight;
--> statement-breakpoint
-- Settling: what failed, again or dropped, on an operator's word. A turn that is said again is accepted like any other.
GRANT SELECT ON salience.dead_letters, salience.lanes, salience.threads, salience.turns TO salience_fn_settling;
--> statement-breakpoint
GRANT INSERT ON salience.outbox, salience.turns TO salience_fn_settling;
--> statement-breakpoint
GRANT UPDATE (settled_as, settled_at) ON salience.turns TO salience_fn_settling;
--> statement-breakpoint
GRANT UPDATE (tail, swept_at, wake_at) ON salience.lanes TO salience_fn_settling;
--> statement-breakpoint
GRANT UPDATE (state) ON salience.threads TO salience_fn_settling;
--> statement-breakpoint
GRANT UPDATE (state, settled_at, count, last_at, error, attempts) ON salience.dead_letters TO salience_fn_settling;
--> statement-breakpoint
GRANT SELECT (id, settings) ON salience.agents TO salience_fn_settling;
--> statement-breakpoint
GRANT SELECT (agent_id, chunk_state), UPDATE (chunk_state, chunk_error, swept_at) ON salience.exchanges TO salience_fn_settling;
--> statement-breakpoint
GRANT SELECT (agent_id, state), UPDATE (state, error, swept_at) ON salience.ranges TO salience_fn_settling;
--> statement-breakpoint
GRANT SELECT (agent_id, concept_state), UPDATE (concept_state, concept_error, concept_swept_at) ON salience.episodes TO salience_fn_settling;
--> statement-breakpoint
GRANT SELECT (id, agent_id, state, content_hash), UPDATE (state, error, swept_at, settled_at) ON salience.experiences TO salience_fn_settling;
--> statement-breakpoint
-- Audit: a row is added, and a row that is open is closed; none goes and none is rewritten.
GRANT INSERT, SELECT (id, outcome), UPDATE (outcome) ON salience.audit_log TO salience_fn_audit;
--> statement-breakpoint
-- Door: who shows an operator's key, and sessions of one. It makes no key.
GRANT SELECT ON salience.operator_keys, salience.operator_sessions, salience.person_codes TO salience_fn_door;
--> statement-breakpoint
GRANT INSERT, DELETE ON salience.operator_sessions, salience.person_codes TO salience_fn_door;
--> statement-breakpoint
-- Whoever may do something with a table sees its rows: of every agent where the function itself looks at the agent or
-- serves operators, of the agent that the transaction names where rows are deleted.
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT r.rolname AS role, c.relname AS name, CASE r.rolname
        WHEN 'salience_fn_forgetting' THEN format('%I = current_setting(''app.agent'', true)', CASE c.relname WHEN 'agents' THEN 'id' ELSE 'agent_id' END)
        ELSE 'true' END AS rows
    FROM pg_roles r CROSS JOIN pg_class c
    WHERE r.rolname LIKE 'salience\_fn\_%' AND c.relnamespace = 'salience'::regnamespace AND c.relkind = 'r' AND c.relrowsecurity
      AND (has_any_column_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE') OR has_table_privilege(r.oid, c.oid, 'DELETE'))
  LOOP
    EXECUTE format('CREATE POLICY %I ON salience.%I TO %I USING (%s) WITH CHECK (%s)',
      replace(one.role, 'salience_', ''), one.name, one.role, one.rows, one.rows);
  END LOOP;
END $$;
--> statement-breakpoint
-- Every such function, whichever migration made it: its search path ends in pg_temp, where a caller may put what it likes, its tables
-- carry their schema, and nobody may execute it without having been named.
DO $$
DECLARE
  one record;
  v_table text;
  v_text text;
BEGIN
  FOR one IN
    SELECT p.oid, p.oid::regprocedure AS name, p.prosrc, coalesce(p.proconfig, '{}') AS settings FROM pg_proc p
    WHERE p.prosecdef AND p.pronamespace = 'salience'::regnamespace
  LOOP
    v_text := pg_get_functiondef(one.oid);
    FOR v_table IN SELECT relname FROM pg_class WHERE relnamespace = 'salience'::regnamespace AND relkind IN ('r', 'p', 'v') LOOP
      IF one.prosrc ~* ('\m' || v_table || '\M(\s*\([^()]*\))?\s+AS\s+((NOT\s+)?MATERIALIZED\s+)?\(') THEN
        RAISE EXCEPTION '% gives a part of its query the name of the table %', one.name, v_table;
      END IF;
      v_text := regexp_replace(v_text, '\m(FROM|JOIN|INTO|UPDATE|ONLY|USING)(\s+)' || v_table || '\M(?!\s*[.(])', '\1\2salience.' || v_table, 'gi');
      -- A column list follows the table of an INSERT.
      v_text := regexp_replace(v_text, '\m(INSERT\s+INTO\s+)' || v_table || '\M(?!\s*[.])', '\1salience.' || v_table, 'gi');
    END LOOP;
    EXECUTE v_text;
    IF NOT EXISTS (SELECT 1 FROM unnest(one.settings) s WHERE s ~ '^search_path=.*pg_temp"?$') THEN
      EXECUTE format('ALTER FUNCTION %s SET search_path = salience, pg_temp', one.name);
    END IF;
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', one.name);
  END LOOP;
END $$;
--> statement-breakpoint
-- What such a function calls, and what a trigger calls under it, keeps for the whole session the types that its variables had when it was
-- first called; that may have been by a caller with types of its own. So each looks for them in a fixed place too.
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN
    WITH RECURSIVE own AS (SELECT p.* FROM pg_proc p WHERE p.pronamespace = 'salience'::regnamespace),
    reached AS (
      SELECT o.oid, o.prosrc FROM own o WHERE o.prosecdef OR o.prorettype = 'trigger'::regtype
      UNION SELECT o.oid, o.prosrc FROM reached r JOIN own o ON r.prosrc ~* ('\m' || o.proname || '\s*\(')
    )
    SELECT o.oid::regprocedure AS name FROM own o JOIN reached USING (oid)
    WHERE o.prolang = (SELECT l.oid FROM pg_language l WHERE l.lanname = 'plpgsql')
      AND NOT EXISTS (SELECT 1 FROM unnest(o.proconfig) s WHERE s LIKE 'search\_path=%')
  LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = salience, pg_temp', one.name);
  END LOOP;
END $$;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION salience.exceeds_share TO salience_digest;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION salience.write_audit TO salience_fn_settling, salience_fn_door;
--> statement-breakpoint
-- Postgres hands a function over only to a role that may create in the schema; none of them keeps that right.
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN
    SELECT p.oid::regprocedure AS name, room.role FROM (VALUES
      ('salience_fn_lanes', '{exceeds_share}'::text[]),
      ('salience_fn_recall', '{evidence_for,match_memories,match_memory,speakers_in,speakers_of}'),
      ('salience_fn_forgetting', '{forget_step}'),
      ('salience_fn_retention', '{delete_old_gists}'),
      ('salience_fn_sight', '{operator_audit,operator_dead_letters,operator_events,operator_fleet,count_quarantined,list_quarantined}'),
      ('salience_fn_settling', '{settle_dead_letters,settle_quarantined,operator_settle_quarantined,retry_failed,retry_failed_chunks,merge_dead_letter}'),
      ('salience_fn_audit', '{write_audit,finish_audit}'),
      ('salience_fn_door', '{operator_door,open_operator_session,close_operator_session,make_person_code,open_person_session,person_session}')
    ) AS room (role, names) JOIN pg_proc p ON p.proname = ANY (room.names)
    WHERE p.prosecdef AND p.pronamespace = 'salience'::regnamespace
  LOOP
    EXECUTE format('GRANT CREATE ON SCHEMA salience TO %I', one.role);
    EXECUTE format('ALTER FUNCTION %s OWNER TO %I', one.name, one.role);
    EXECUTE format('REVOKE CREATE ON SCHEMA salience FROM %I', one.role);
  END LOOP;
END $$;
