CREATE TABLE "salience"."pages" (
	"agent_id" text COLLATE "C" NOT NULL,
	"endpoint" text NOT NULL,
	"etag" text,
	"last_modified" text,
	"hash" text,
	"status" integer,
	"bytes" integer,
	"number" double precision,
	"fence" bigint DEFAULT 0 NOT NULL,
	"owner" text,
	"lease_until" timestamp with time zone,
	"next_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" text,
	"seen_at" timestamp with time zone,
	CONSTRAINT "pages_agent_id_endpoint_pk" PRIMARY KEY("agent_id","endpoint")
);
--> statement-breakpoint
CREATE TABLE "salience"."roots" (
	"agent_id" text COLLATE "C" NOT NULL,
	"root" text NOT NULL,
	"host" text,
	"inode" text,
	"fence" bigint DEFAULT 0 NOT NULL,
	"owner" text,
	"lease_until" timestamp with time zone,
	"baseline_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" text,
	"retry_at" timestamp with time zone,
	"seen_at" timestamp with time zone,
	CONSTRAINT "roots_agent_id_root_pk" PRIMARY KEY("agent_id","root")
);
--> statement-breakpoint
CREATE TABLE "salience"."sense_cursors" (
	"agent_id" text COLLATE "C" NOT NULL,
	"source" text NOT NULL,
	"upto" text NOT NULL,
	CONSTRAINT "sense_cursors_agent_id_source_pk" PRIMARY KEY("agent_id","source")
);
--> statement-breakpoint
CREATE TABLE "salience"."watched_files" (
	"agent_id" text COLLATE "C" NOT NULL,
	"root" text NOT NULL,
	"path" text NOT NULL,
	"inode" text NOT NULL,
	"mtime_ms" double precision NOT NULL,
	"size" bigint NOT NULL,
	"signal_id" text COLLATE "C",
	CONSTRAINT "watched_files_agent_id_root_path_pk" PRIMARY KEY("agent_id","root","path")
);
--> statement-breakpoint
CREATE TABLE "salience"."activations" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"cluster" text NOT NULL,
	"module" text,
	"candidates" jsonb NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"score" double precision NOT NULL,
	"threshold" double precision NOT NULL,
	"version" integer NOT NULL,
	"count" integer NOT NULL,
	"signals" jsonb NOT NULL,
	"window" jsonb NOT NULL,
	"matrix" "bytea" NOT NULL,
	"latest" jsonb NOT NULL,
	"question" text,
	"values" jsonb,
	"turn_id" text COLLATE "C",
	"asked_at" timestamp with time zone,
	"heard_at" timestamp with time zone,
	"label" double precision,
	"choice" text,
	"labelled_by" text,
	"labelled_at" timestamp with time zone,
	CONSTRAINT "activations_state" CHECK ("salience"."activations"."state" in ('open', 'asked', 'told', 'shown', 'dropped')),
	CONSTRAINT "activations_asked_turn" CHECK ("salience"."activations"."state" <> 'asked' or "salience"."activations"."turn_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "salience"."cluster_signals" (
	"agent_id" text COLLATE "C" NOT NULL,
	"cluster" text NOT NULL,
	"seq" bigint NOT NULL,
	"signal_id" text COLLATE "C" NOT NULL,
	"judged" jsonb,
	CONSTRAINT "cluster_signals_agent_id_cluster_seq_pk" PRIMARY KEY("agent_id","cluster","seq")
);
--> statement-breakpoint
CREATE TABLE "salience"."clusters" (
	"agent_id" text COLLATE "C" NOT NULL,
	"cluster" text NOT NULL,
	"tail" bigint DEFAULT 0 NOT NULL,
	"judged" bigint DEFAULT 0 NOT NULL,
	"fence" bigint DEFAULT 0 NOT NULL,
	"owner" text,
	"lease_until" timestamp with time zone,
	"state" jsonb,
	"version" integer DEFAULT 0 NOT NULL,
	"labels" integer DEFAULT 0 NOT NULL,
	"trained" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	CONSTRAINT "clusters_agent_id_cluster_pk" PRIMARY KEY("agent_id","cluster")
);
--> statement-breakpoint
CREATE TABLE "salience"."limbic_models" (
	"agent_id" text COLLATE "C" NOT NULL,
	"cluster" text NOT NULL,
	"version" integer NOT NULL,
	"parent" integer NOT NULL,
	"sha256" text NOT NULL,
	"schema" text NOT NULL,
	"weights" "bytea" NOT NULL,
	"heads" jsonb NOT NULL,
	"metrics" jsonb NOT NULL,
	"promoted" boolean NOT NULL,
	"reason" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "limbic_models_agent_id_cluster_version_pk" PRIMARY KEY("agent_id","cluster","version")
);
--> statement-breakpoint
CREATE TABLE "salience"."modules" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"cluster" text NOT NULL,
	"fingerprint" jsonb NOT NULL,
	"hash" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"threshold" double precision,
	"last_wake_at" timestamp with time zone,
	"breaker_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "modules_state" CHECK ("salience"."modules"."state" in ('active', 'paused', 'removed'))
);
--> statement-breakpoint
CREATE TABLE "salience"."signals" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"location" text NOT NULL,
	"delta_type" text NOT NULL,
	"magnitude" double precision NOT NULL,
	"features" jsonb NOT NULL,
	"own" boolean DEFAULT false NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"taken_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "watched_files_inode" ON "salience"."watched_files" USING btree ("agent_id","root","inode");--> statement-breakpoint
CREATE UNIQUE INDEX "activations_open" ON "salience"."activations" USING btree ("agent_id","cluster",coalesce(module, '')) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "activations_due" ON "salience"."activations" USING btree ("due_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "activations_untold" ON "salience"."activations" USING btree ("opened_at") WHERE state = 'told' and turn_id is null;--> statement-breakpoint
CREATE INDEX "activations_recent" ON "salience"."activations" USING btree ("agent_id","opened_at","id");--> statement-breakpoint
CREATE INDEX "activations_asked" ON "salience"."activations" USING btree ("agent_id","asked_at") WHERE asked_at is not null;--> statement-breakpoint
CREATE INDEX "activations_unheard" ON "salience"."activations" USING btree ("asked_at") WHERE state = 'asked' and heard_at is null;--> statement-breakpoint
CREATE INDEX "activations_labelled" ON "salience"."activations" USING btree ("agent_id","cluster","labelled_at") WHERE label is not null;--> statement-breakpoint
CREATE INDEX "activations_turn" ON "salience"."activations" USING btree ("turn_id") WHERE turn_id is not null;--> statement-breakpoint
CREATE INDEX "cluster_signals_of" ON "salience"."cluster_signals" USING btree ("signal_id");--> statement-breakpoint
CREATE INDEX "clusters_behind" ON "salience"."clusters" USING btree ("agent_id","cluster") WHERE tail > judged;--> statement-breakpoint
CREATE INDEX "clusters_untrained" ON "salience"."clusters" USING btree ("agent_id","cluster") WHERE labels > trained;--> statement-breakpoint
CREATE UNIQUE INDEX "modules_name" ON "salience"."modules" USING btree ("agent_id","name") WHERE state <> 'removed';--> statement-breakpoint
CREATE UNIQUE INDEX "signals_external" ON "salience"."signals" USING btree ("agent_id","source","external_id");--> statement-breakpoint
CREATE INDEX "signals_recent" ON "salience"."signals" USING btree ("agent_id","taken_at","id");--> statement-breakpoint
CREATE INDEX "signals_old" ON "salience"."signals" USING btree ("taken_at");--> statement-breakpoint
CREATE INDEX "tasks_ended_at" ON "salience"."tasks" USING btree ("agent_id","ended_at") WHERE ended_at is not null;
--> statement-breakpoint
-- ── Rights and policies of the new tables ──

GRANT SELECT ON salience.activations, salience.cluster_signals, salience.clusters, salience.limbic_models, salience.modules, salience.pages,
  salience.roots, salience.sense_cursors, salience.signals, salience.watched_files TO salience_app;
--> statement-breakpoint
-- Consumer registers modules, labels activations and goes back to an earlier model; whatever is sensed, judged and learned is pulse-sensor's.
GRANT INSERT, UPDATE ON salience.modules TO salience_consumer;
--> statement-breakpoint
GRANT UPDATE (last_wake_at, breaker_until) ON salience.modules TO salience_pulse_sensor;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.activations, salience.cluster_signals, salience.clusters, salience.pages, salience.roots, salience.sense_cursors,
  salience.signals, salience.watched_files TO salience_pulse_sensor;
--> statement-breakpoint
GRANT DELETE ON salience.watched_files, salience.roots, salience.pages TO salience_pulse_sensor;
--> statement-breakpoint
-- Models are never changed.
GRANT INSERT ON salience.limbic_models TO salience_pulse_sensor;
--> statement-breakpoint
GRANT UPDATE (label, choice, labelled_by, labelled_at) ON salience.activations TO salience_consumer;
--> statement-breakpoint
GRANT UPDATE (version, labels) ON salience.clusters TO salience_consumer;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.feedback TO salience_pulse_sensor;
--> statement-breakpoint
GRANT DELETE ON salience.signals, salience.cluster_signals, salience.activations TO salience_scheduler;
--> statement-breakpoint
GRANT SELECT, UPDATE, DELETE ON salience.activations, salience.cluster_signals, salience.clusters, salience.limbic_models, salience.signals, salience.watched_files
  TO salience_fn_forgetting;
--> statement-breakpoint
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['activations', 'cluster_signals', 'clusters', 'limbic_models', 'modules', 'pages', 'roots', 'sense_cursors', 'signals',
    'watched_files'] LOOP
    EXECUTE format('ALTER TABLE salience.%I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_agent ON salience.%I TO salience_app USING (agent_id = current_setting(''app.agent'', true)) '
      'WITH CHECK (agent_id = current_setting(''app.agent'', true))', v_table);
    EXECUTE format('CREATE POLICY every_agent ON salience.%I TO salience_scheduler, salience_routing_regulator, salience_cognitive_drift, '
      'salience_operator USING (true) WITH CHECK (true)', v_table);
    EXECUTE format('CREATE POLICY fn_forgetting ON salience.%I TO salience_fn_forgetting USING (agent_id = current_setting(''app.agent'', true)) '
      'WITH CHECK (agent_id = current_setting(''app.agent'', true))', v_table);
  END LOOP;
  -- What there is to be sensed, judged and asked is found over all agents; what is done about it is done as one of them.
  FOREACH v_table IN ARRAY ARRAY['activations', 'clusters', 'modules', 'pages', 'roots'] LOOP
    EXECUTE format('CREATE POLICY door_of_senses ON salience.%I FOR SELECT TO salience_pulse_sensor USING (true)', v_table);
  END LOOP;
END $$;
--> statement-breakpoint
-- pulse-sensor begins the turns that ask about signals, and those that ask whether a mail may come in; their text is from outside, whatever it says.
CREATE POLICY only_from_outside ON salience.turns AS RESTRICTIVE FOR INSERT TO salience_pulse_sensor
  WITH CHECK ((source = 'pulse' AND trust = 'external') OR (source = 'review' AND trust IN ('external', 'unverified')));
--> statement-breakpoint
-- It judges nothing in the name of a person: what it keeps as feedback it read from a reply.
CREATE POLICY only_read_replies ON salience.feedback AS RESTRICTIVE FOR INSERT TO salience_pulse_sensor WITH CHECK (given_by = 'reply');
--> statement-breakpoint
CREATE POLICY only_own_readings ON salience.feedback AS RESTRICTIVE FOR UPDATE TO salience_pulse_sensor
  USING (given_by = 'reply') WITH CHECK (given_by = 'reply');
