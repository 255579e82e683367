CREATE SCHEMA "salience";
--> statement-breakpoint
CREATE TABLE "salience"."agents" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"persona" text NOT NULL,
	"settings" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."api_keys" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"label" text NOT NULL,
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "salience"."router_policies" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"weights" jsonb NOT NULL,
	"parent_version" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "router_policies_version_positive" CHECK ("salience"."router_policies"."version" > 0)
);
--> statement-breakpoint
CREATE TABLE "salience"."workspace_files" (
	"agent_id" text COLLATE "C" NOT NULL,
	"path" text NOT NULL,
	"content" text NOT NULL,
	"trust" text NOT NULL,
	"source" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspace_files_agent_id_path_pk" PRIMARY KEY("agent_id","path")
);
--> statement-breakpoint
CREATE TABLE "salience"."chunks" (
	"exchange_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"entities" jsonb NOT NULL,
	"model" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."decisions" (
	"turn_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"policy_name" text NOT NULL,
	"policy_version" integer NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."episodes" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"range_id" text COLLATE "C" NOT NULL,
	"first_exchange_id" text COLLATE "C" NOT NULL,
	"last_exchange_id" text COLLATE "C" NOT NULL,
	"topic_id" text COLLATE "C",
	"gist" text NOT NULL,
	"intent" text NOT NULL,
	"outcome" text NOT NULL,
	"open_loops" jsonb NOT NULL,
	"salience" real NOT NULL,
	"complete" boolean NOT NULL,
	"trust" text NOT NULL,
	"source" text NOT NULL,
	"model" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', gist || ' ' || intent || ' ' || outcome)) STORED,
	CONSTRAINT "episodes_salience" CHECK ("salience"."episodes"."salience" between 0 and 1)
);
--> statement-breakpoint
CREATE TABLE "salience"."exchanges" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"turn_id" text COLLATE "C" NOT NULL,
	"seq" bigint NOT NULL,
	"topic_id" text COLLATE "C",
	"speaker" text,
	"message" text NOT NULL,
	"reply" text,
	"mode" text NOT NULL,
	"trust" text NOT NULL,
	"source" text NOT NULL,
	"said_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"chunk_state" text DEFAULT 'pending' NOT NULL,
	"chunk_error" text,
	"swept_at" timestamp with time zone,
	"traceparent" text,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', message)) STORED,
	CONSTRAINT "exchanges_chunk_state" CHECK ("salience"."exchanges"."chunk_state" in ('pending', 'chunked', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "salience"."facts" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"exchange_id" text COLLATE "C" NOT NULL,
	"subject" text NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"confidence" real NOT NULL,
	"trust" text NOT NULL,
	"source" text NOT NULL,
	"said_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', subject || ' ' || replace(key, '_', ' ') || ' ' || value)) STORED
);
--> statement-breakpoint
CREATE TABLE "salience"."gists" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"exchange_id" text COLLATE "C" NOT NULL,
	"type" text NOT NULL,
	"content" text NOT NULL,
	"confidence" real NOT NULL,
	"trust" text NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."memory_stats" (
	"agent_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"documents" bigint NOT NULL,
	"lexemes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."ranges" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"first_seq" bigint NOT NULL,
	"last_seq" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"error" text,
	"created_at" timestamp with time zone NOT NULL,
	"swept_at" timestamp with time zone,
	"traceparent" text,
	CONSTRAINT "ranges_order" CHECK ("salience"."ranges"."first_seq" <= "salience"."ranges"."last_seq"),
	CONSTRAINT "ranges_state" CHECK ("salience"."ranges"."state" in ('pending', 'built', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "salience"."term_stats" (
	"agent_id" text COLLATE "C" NOT NULL,
	"lexeme" text NOT NULL,
	"documents" integer NOT NULL,
	CONSTRAINT "term_stats_agent_id_lexeme_pk" PRIMARY KEY("agent_id","lexeme")
);
--> statement-breakpoint
CREATE TABLE "salience"."topics" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"model_id" text NOT NULL,
	"centroid" real[] NOT NULL,
	"message_count" integer DEFAULT 1 NOT NULL,
	"salience" real DEFAULT 0.5 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."clock" (
	"id" integer PRIMARY KEY NOT NULL,
	"base_at" timestamp with time zone NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"rate" double precision NOT NULL,
	CONSTRAINT "clock_one_row" CHECK ("salience"."clock"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "salience"."dead_letters" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C",
	"queue" text NOT NULL,
	"job" text NOT NULL,
	"payload" jsonb NOT NULL,
	"code" text NOT NULL,
	"error" text NOT NULL,
	"attempts" integer NOT NULL,
	"state" text DEFAULT 'dead' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "dead_letters_state" CHECK ("salience"."dead_letters"."state" in ('dead', 'retried', 'dropped'))
);
--> statement-breakpoint
CREATE TABLE "salience"."outbox" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"job" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."reminders" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"text" text NOT NULL,
	"trust" text NOT NULL,
	"source" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"turn_id" text COLLATE "C",
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reminders_state" CHECK ("salience"."reminders"."state" in ('pending', 'fired', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "salience"."workers" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"app" text NOT NULL,
	"pid" integer NOT NULL,
	"host" text NOT NULL,
	"version" text NOT NULL,
	"state" text NOT NULL,
	"capacity" integer NOT NULL,
	"running" jsonb NOT NULL,
	"jobs_done" bigint DEFAULT 0 NOT NULL,
	"jobs_failed" bigint DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."current_threads" (
	"agent_id" text COLLATE "C" NOT NULL,
	"caller" text NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "current_threads_agent_id_caller_pk" PRIMARY KEY("agent_id","caller")
);
--> statement-breakpoint
CREATE TABLE "salience"."lane_takeovers" (
	"thread_id" text COLLATE "C" NOT NULL,
	"fence" bigint NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"lost_owner" text NOT NULL,
	"new_owner" text NOT NULL,
	"last_renewed_at" timestamp with time zone NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lane_takeovers_thread_id_fence_pk" PRIMARY KEY("thread_id","fence")
);
--> statement-breakpoint
CREATE TABLE "salience"."lanes" (
	"thread_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"tail" bigint DEFAULT 0 NOT NULL,
	"cursor" bigint DEFAULT 0 NOT NULL,
	"fence" bigint DEFAULT 0 NOT NULL,
	"owner" text,
	"lease_until" timestamp with time zone,
	"swept_at" timestamp with time zone,
	CONSTRAINT "lanes_cursor" CHECK ("salience"."lanes"."cursor" <= "salience"."lanes"."tail")
);
--> statement-breakpoint
CREATE TABLE "salience"."replies" (
	"turn_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"text" text NOT NULL,
	"trust" text NOT NULL,
	"source" text NOT NULL,
	"citations" jsonb NOT NULL,
	"model" text NOT NULL,
	"usage" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."terminal_events" (
	"turn_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"fence" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."threads" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"key" text NOT NULL,
	"source" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"topic_id" text COLLATE "C",
	"confidence" real DEFAULT 0 NOT NULL,
	"session" jsonb,
	"boundary" jsonb,
	"last_mode" text,
	"recent_confidences" real[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_activity_at" timestamp with time zone NOT NULL,
	CONSTRAINT "threads_state" CHECK ("salience"."threads"."state" in ('active', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "salience"."turns" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"seq" bigint NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"text" text NOT NULL,
	"speaker" text,
	"source" text NOT NULL,
	"trust" text NOT NULL,
	"context" jsonb,
	"attempts" integer DEFAULT 0 NOT NULL,
	"fence" bigint DEFAULT 0 NOT NULL,
	"idempotency_key" text,
	"request_hash" text,
	"traceparent" text,
	"parent_turn_id" text COLLATE "C",
	"said_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"cancel_requested_at" timestamp with time zone,
	"error" jsonb,
	"timings" jsonb,
	CONSTRAINT "turns_state" CHECK ("salience"."turns"."state" in ('pending','running','answered','ignored','merged','failed','cancelled','quarantined'))
);
--> statement-breakpoint
ALTER TABLE "salience"."api_keys" ADD CONSTRAINT "api_keys_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "salience"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."workspace_files" ADD CONSTRAINT "workspace_files_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "salience"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."chunks" ADD CONSTRAINT "chunks_exchange_id_exchanges_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "salience"."exchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."decisions" ADD CONSTRAINT "decisions_turn_id_turns_id_fk" FOREIGN KEY ("turn_id") REFERENCES "salience"."turns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."episodes" ADD CONSTRAINT "episodes_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "salience"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."episodes" ADD CONSTRAINT "episodes_range_id_ranges_id_fk" FOREIGN KEY ("range_id") REFERENCES "salience"."ranges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."episodes" ADD CONSTRAINT "episodes_first_exchange_id_exchanges_id_fk" FOREIGN KEY ("first_exchange_id") REFERENCES "salience"."exchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."episodes" ADD CONSTRAINT "episodes_last_exchange_id_exchanges_id_fk" FOREIGN KEY ("last_exchange_id") REFERENCES "salience"."exchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."exchanges" ADD CONSTRAINT "exchanges_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "salience"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."exchanges" ADD CONSTRAINT "exchanges_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "salience"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."exchanges" ADD CONSTRAINT "exchanges_turn_id_turns_id_fk" FOREIGN KEY ("turn_id") REFERENCES "salience"."turns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."facts" ADD CONSTRAINT "facts_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "salience"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."facts" ADD CONSTRAINT "facts_exchange_id_exchanges_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "salience"."exchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."gists" ADD CONSTRAINT "gists_exchange_id_exchanges_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "salience"."exchanges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."ranges" ADD CONSTRAINT "ranges_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "salience"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."ranges" ADD CONSTRAINT "ranges_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "salience"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."topics" ADD CONSTRAINT "topics_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "salience"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."reminders" ADD CONSTRAINT "reminders_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "salience"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."reminders" ADD CONSTRAINT "reminders_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "salience"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."lanes" ADD CONSTRAINT "lanes_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "salience"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."replies" ADD CONSTRAINT "replies_turn_id_turns_id_fk" FOREIGN KEY ("turn_id") REFERENCES "salience"."turns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."terminal_events" ADD CONSTRAINT "terminal_events_turn_id_turns_id_fk" FOREIGN KEY ("turn_id") REFERENCES "salience"."turns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."threads" ADD CONSTRAINT "threads_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "salience"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."turns" ADD CONSTRAINT "turns_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "salience"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."turns" ADD CONSTRAINT "turns_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "salience"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agents_name" ON "salience"."agents" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "salience"."api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_keys_agent" ON "salience"."api_keys" USING btree ("agent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "router_policies_version" ON "salience"."router_policies" USING btree ("name","version");--> statement-breakpoint
CREATE UNIQUE INDEX "episodes_range" ON "salience"."episodes" USING btree ("thread_id","first_exchange_id","last_exchange_id");--> statement-breakpoint
CREATE INDEX "episodes_search" ON "salience"."episodes" USING gin ("search");--> statement-breakpoint
CREATE UNIQUE INDEX "exchanges_turn" ON "salience"."exchanges" USING btree ("turn_id");--> statement-breakpoint
CREATE INDEX "exchanges_speaker" ON "salience"."exchanges" USING btree ("agent_id",lower(speaker)) WHERE speaker is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "exchanges_place" ON "salience"."exchanges" USING btree ("thread_id","seq");--> statement-breakpoint
CREATE INDEX "exchanges_search" ON "salience"."exchanges" USING gin ("search");--> statement-breakpoint
CREATE INDEX "exchanges_unchunked" ON "salience"."exchanges" USING btree ("created_at") WHERE chunk_state = 'pending';--> statement-breakpoint
CREATE INDEX "facts_search" ON "salience"."facts" USING gin ("search");--> statement-breakpoint
CREATE INDEX "facts_exchange" ON "salience"."facts" USING btree ("exchange_id");--> statement-breakpoint
CREATE INDEX "facts_recent" ON "salience"."facts" USING btree ("agent_id","exchange_id");--> statement-breakpoint
CREATE INDEX "gists_thread" ON "salience"."gists" USING btree ("thread_id","created_at");--> statement-breakpoint
CREATE INDEX "gists_exchange" ON "salience"."gists" USING btree ("exchange_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ranges_first" ON "salience"."ranges" USING btree ("thread_id","first_seq");--> statement-breakpoint
CREATE UNIQUE INDEX "ranges_last" ON "salience"."ranges" USING btree ("thread_id","last_seq");--> statement-breakpoint
CREATE INDEX "ranges_pending" ON "salience"."ranges" USING btree ("created_at") WHERE state = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "topics_name" ON "salience"."topics" USING btree ("agent_id","name");--> statement-breakpoint
CREATE INDEX "topics_recent" ON "salience"."topics" USING btree ("agent_id","last_seen_at");--> statement-breakpoint
CREATE INDEX "dead_letters_open" ON "salience"."dead_letters" USING btree ("created_at") WHERE state = 'dead';--> statement-breakpoint
CREATE INDEX "outbox_order" ON "salience"."outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "reminders_due" ON "salience"."reminders" USING btree ("due_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "reminders_thread" ON "salience"."reminders" USING btree ("thread_id","due_at");--> statement-breakpoint
CREATE INDEX "workers_app" ON "salience"."workers" USING btree ("app","seen_at");--> statement-breakpoint
CREATE INDEX "lanes_with_work" ON "salience"."lanes" USING btree ("agent_id") WHERE tail > cursor;--> statement-breakpoint
CREATE UNIQUE INDEX "threads_key" ON "salience"."threads" USING btree ("agent_id","key");--> statement-breakpoint
CREATE INDEX "threads_recent" ON "salience"."threads" USING btree ("agent_id","last_activity_at");--> statement-breakpoint
CREATE INDEX "threads_expiry" ON "salience"."threads" USING btree ("last_activity_at") WHERE state = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "turns_place" ON "salience"."turns" USING btree ("thread_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "turns_idempotency" ON "salience"."turns" USING btree ("agent_id","idempotency_key") WHERE idempotency_key is not null;