-- Why: no app may connect as owner or superuser (law 7), and every row is fenced by its agent (law 12).
-- Lock: none beyond catalog rows. Safe with the previous image: yes, roles only gain rights here.

DO $$
DECLARE role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY[
    'salience_app',
    'salience_consumer', 'salience_digest', 'salience_memory_chunker', 'salience_episodic',
    'salience_cognitive_drift', 'salience_routing_regulator', 'salience_scheduler', 'salience_pulse_sensor',
    'salience_operator'
  ] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS', role_name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- roles belong to the whole server and another database of it has made them
    END;
  END LOOP;
  FOREACH role_name IN ARRAY ARRAY[
    'salience_consumer', 'salience_digest', 'salience_memory_chunker', 'salience_episodic',
    'salience_cognitive_drift', 'salience_routing_regulator', 'salience_scheduler', 'salience_pulse_sensor',
    'salience_operator'
  ] LOOP
    BEGIN
      EXECUTE format('GRANT salience_app TO %I', role_name);
    EXCEPTION WHEN unique_violation THEN NULL; -- granted by another database's migration this instant
    END;
  END LOOP;
END $$;
--> statement-breakpoint
CREATE SEQUENCE salience.lane_fence;
--> statement-breakpoint
GRANT USAGE ON SCHEMA salience TO salience_app;
--> statement-breakpoint
GRANT USAGE ON SCHEMA drizzle TO salience_app;
--> statement-breakpoint
GRANT SELECT ON drizzle.__drizzle_migrations TO salience_app;
--> statement-breakpoint
GRANT SELECT ON ALL TABLES IN SCHEMA salience TO salience_app;
--> statement-breakpoint
-- Keys are nobody's business but the door's and the operator's.
REVOKE SELECT ON salience.api_keys FROM salience_app;
--> statement-breakpoint
GRANT SELECT ON salience.api_keys TO salience_consumer, salience_operator;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.threads, salience.lanes, salience.turns, salience.current_threads,
  salience.terminal_events TO salience_consumer, salience_digest, salience_scheduler;
--> statement-breakpoint
GRANT INSERT ON salience.replies, salience.exchanges, salience.decisions, salience.lane_takeovers, salience.topics,
  salience.ranges TO salience_digest;
--> statement-breakpoint
GRANT UPDATE ON salience.topics TO salience_digest;
--> statement-breakpoint
GRANT INSERT ON salience.ranges TO salience_scheduler;
--> statement-breakpoint
GRANT UPDATE ON salience.exchanges, salience.ranges, salience.reminders TO salience_scheduler;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.reminders TO salience_consumer;
--> statement-breakpoint
GRANT INSERT ON salience.chunks, salience.gists, salience.facts TO salience_memory_chunker;
--> statement-breakpoint
GRANT UPDATE ON salience.exchanges TO salience_memory_chunker;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.term_stats, salience.memory_stats TO salience_memory_chunker;
--> statement-breakpoint
GRANT INSERT ON salience.episodes TO salience_episodic;
--> statement-breakpoint
GRANT UPDATE ON salience.ranges TO salience_episodic;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.workers, salience.dead_letters TO salience_app;
--> statement-breakpoint
GRANT INSERT ON salience.outbox TO salience_app;
--> statement-breakpoint
GRANT UPDATE, DELETE ON salience.outbox TO salience_scheduler;
--> statement-breakpoint
GRANT DELETE ON salience.workers TO salience_scheduler;
--> statement-breakpoint
GRANT USAGE ON SEQUENCE salience.lane_fence TO salience_digest;
--> statement-breakpoint
-- Law 7: one writer of router weights.
GRANT INSERT ON salience.router_policies TO salience_routing_regulator;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.agents, salience.workspace_files, salience.api_keys TO salience_operator;
--> statement-breakpoint
GRANT DELETE ON salience.workspace_files TO salience_operator;
--> statement-breakpoint
GRANT UPDATE ON salience.clock TO salience_operator;
--> statement-breakpoint
DO $$
DECLARE table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY[
    'agents', 'workspace_files', 'api_keys', 'threads', 'current_threads', 'lanes', 'turns', 'terminal_events',
    'replies', 'lane_takeovers', 'topics', 'exchanges', 'decisions', 'chunks', 'gists', 'facts', 'ranges', 'episodes',
    'outbox', 'dead_letters', 'reminders', 'term_stats', 'memory_stats'
  ] LOOP
    EXECUTE format('ALTER TABLE salience.%I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format(
      'CREATE POLICY own_agent ON salience.%1$I TO salience_app USING (%2$s) WITH CHECK (%2$s)',
      table_name,
      CASE table_name WHEN 'agents' THEN 'id' ELSE 'agent_id' END
        || ' = current_setting(''app.agent'', true)');
    -- The named cross-agent roles: each sees every agent, and writes only what it was granted above.
    EXECUTE format(
      'CREATE POLICY every_agent ON salience.%I TO salience_scheduler, salience_routing_regulator, salience_cognitive_drift, salience_operator USING (true) WITH CHECK (true)',
      table_name);
  END LOOP;
END $$;
--> statement-breakpoint
-- The door must find the agent before it knows it.
CREATE POLICY door ON salience.agents FOR SELECT TO salience_consumer USING (true);
--> statement-breakpoint
CREATE POLICY door ON salience.api_keys FOR SELECT TO salience_consumer USING (true);
--> statement-breakpoint
-- A job that fails before its payload can be read belongs to no agent yet.
CREATE POLICY unreadable ON salience.dead_letters FOR INSERT TO salience_app WITH CHECK (true);
