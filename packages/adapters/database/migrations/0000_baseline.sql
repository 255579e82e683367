-- The tables, roles, rights and policies that the schema begins with. What each table is, what its columns mean and who deletes its
-- rows stands in src/schema; functions and their triggers stand in sql/.

-- ── Tables and indexes, as src/schema describes them ──

CREATE SCHEMA "salience";
--> statement-breakpoint
CREATE TABLE "salience"."act_steps" (
	"run_id" text COLLATE "C" NOT NULL,
	"n" integer NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"turn_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"note" text,
	"reason" text,
	"call" jsonb,
	"seen" jsonb,
	"ruling" jsonb,
	"result" jsonb,
	"verdict" jsonb,
	"approval_id" text COLLATE "C",
	"idempotency_key" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	"late" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "act_steps_run_id_n_pk" PRIMARY KEY("run_id","n"),
	CONSTRAINT "act_steps_kind" CHECK ("salience"."act_steps"."kind" in ('plan', 'action', 'steer', 'summary', 'closing')),
	CONSTRAINT "act_steps_state" CHECK ("salience"."act_steps"."state" in ('planned', 'started', 'waiting', 'asked', 'succeeded', 'failed', 'timed_out', 'unknown', 'refused', 'denied', 'expired', 'done'))
);
--> statement-breakpoint
CREATE TABLE "salience"."approvals" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"n" integer NOT NULL,
	"turn_id" text COLLATE "C" NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"tool" text NOT NULL,
	"arguments" jsonb NOT NULL,
	"arguments_hash" text NOT NULL,
	"definition" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"definition_hash" text DEFAULT '' NOT NULL,
	"reason" text NOT NULL,
	"tier" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by" text,
	"edited_arguments" jsonb,
	"continuation_turn_id" text COLLATE "C",
	CONSTRAINT "approvals_state" CHECK ("salience"."approvals"."state" in ('pending', 'approved', 'edited', 'refused', 'expired')),
	CONSTRAINT "approvals_tier" CHECK ("salience"."approvals"."tier" in ('observe', 'organise', 'act', 'commit')),
	CONSTRAINT "approvals_resolved" CHECK (("salience"."approvals"."state" = 'pending') = ("salience"."approvals"."resolved_at" is null))
);
--> statement-breakpoint
CREATE TABLE "salience"."tool_records" (
	"agent_id" text COLLATE "C" NOT NULL,
	"day" date NOT NULL,
	"tool" text NOT NULL,
	"successes" integer NOT NULL,
	"failures" integer NOT NULL,
	"doubted" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"timed_out" integer DEFAULT 0 NOT NULL,
	"unknown" integer DEFAULT 0 NOT NULL,
	"denied" integer DEFAULT 0 NOT NULL,
	"expired" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "tool_records_agent_id_day_tool_pk" PRIMARY KEY("agent_id","day","tool")
);
--> statement-breakpoint
CREATE TABLE "salience"."tool_standing" (
	"agent_id" text COLLATE "C" NOT NULL,
	"tool" text NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"day" date NOT NULL,
	"successes" integer NOT NULL,
	"failures" integer NOT NULL,
	CONSTRAINT "tool_standing_agent_id_tool_kind_day_pk" PRIMARY KEY("agent_id","tool","kind","day")
);
--> statement-breakpoint
CREATE TABLE "salience"."agent_limits" (
	"agent_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"free_at" timestamp with time zone NOT NULL
);
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
	"rules" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
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
	"vouched" text,
	"allowed" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "workspace_files_agent_id_path_pk" PRIMARY KEY("agent_id","path")
);
--> statement-breakpoint
CREATE TABLE "salience"."autobiographies" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	"sections" jsonb NOT NULL,
	"hashes" jsonb NOT NULL,
	"deltas" jsonb NOT NULL,
	"inputs" jsonb NOT NULL,
	"model" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "autobiographies_version" UNIQUE("agent_id","version")
);
--> statement-breakpoint
CREATE TABLE "salience"."autobiography_sources" (
	"autobiography_id" text COLLATE "C" NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"section" text NOT NULL,
	"place" integer NOT NULL,
	"item_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "autobiography_sources_autobiography_id_section_place_item_id_pk" PRIMARY KEY("autobiography_id","section","place","item_id")
);
--> statement-breakpoint
CREATE TABLE "salience"."chores" (
	"agent_id" text COLLATE "C" NOT NULL,
	"task" text NOT NULL,
	"fence" bigint DEFAULT 0 NOT NULL,
	"owner" text,
	"lease_until" timestamp with time zone,
	"next_at" timestamp with time zone,
	"rewrite" boolean DEFAULT false NOT NULL,
	"error" text,
	CONSTRAINT "chores_agent_id_task_pk" PRIMARY KEY("agent_id","task")
);
--> statement-breakpoint
CREATE TABLE "salience"."tool_profiles" (
	"agent_id" text COLLATE "C" NOT NULL,
	"tool" text NOT NULL,
	"successes" integer NOT NULL,
	"failures" integer NOT NULL,
	"reliability" real NOT NULL,
	"preference" real NOT NULL,
	"enriched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tool_profiles_agent_id_tool_pk" PRIMARY KEY("agent_id","tool"),
	CONSTRAINT "tool_profiles_scale" CHECK ("salience"."tool_profiles"."reliability" between 0 and 1 and "salience"."tool_profiles"."preference" between 0 and 1)
);
--> statement-breakpoint
CREATE TABLE "salience"."tool_scenarios" (
	"agent_id" text COLLATE "C" NOT NULL,
	"tool" text NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"step_n" integer NOT NULL,
	"text" text NOT NULL,
	"trust" text NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "tool_scenarios_agent_id_tool_run_id_step_n_pk" PRIMARY KEY("agent_id","tool","run_id","step_n")
);
--> statement-breakpoint
CREATE TABLE "salience"."concept_names" (
	"agent_id" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"concept_id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"trust" text DEFAULT 'external' NOT NULL,
	CONSTRAINT "concept_names_agent_id_key_kind_pk" PRIMARY KEY("agent_id","key","kind")
);
--> statement-breakpoint
CREATE TABLE "salience"."concept_sources" (
	"agent_id" text COLLATE "C" NOT NULL,
	"concept_id" text COLLATE "C" NOT NULL,
	"episode_id" text COLLATE "C" NOT NULL,
	"exchange_id" text COLLATE "C",
	"key" text COLLATE "C" NOT NULL,
	"trust" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"written_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "concept_sources_once" UNIQUE NULLS NOT DISTINCT("concept_id","episode_id","exchange_id")
);
--> statement-breakpoint
CREATE TABLE "salience"."concepts" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"definition" text DEFAULT '' NOT NULL,
	"strength" real NOT NULL,
	"confidence" real NOT NULL,
	"mentions" integer NOT NULL,
	"trust" text NOT NULL,
	"name_trust" text,
	"named_at" timestamp with time zone,
	"definition_trust" text,
	"source" text NOT NULL,
	"defined_at" timestamp with time zone,
	"defined_by" text COLLATE "C",
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', name || ' ' || definition)) STORED,
	"written_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "concepts_strength" CHECK ("salience"."concepts"."strength" >= 0 and "salience"."concepts"."strength" <= 1 and "salience"."concepts"."confidence" >= 0 and "salience"."concepts"."confidence" <= 1),
	CONSTRAINT "concepts_mentions" CHECK ("salience"."concepts"."mentions" >= 0)
);
--> statement-breakpoint
CREATE TABLE "salience"."relation_sources" (
	"agent_id" text COLLATE "C" NOT NULL,
	"relation_id" text COLLATE "C" NOT NULL,
	"episode_id" text COLLATE "C" NOT NULL,
	"exchange_id" text COLLATE "C",
	"trust" text NOT NULL,
	"confidence" real NOT NULL,
	"denies" boolean DEFAULT false NOT NULL,
	"said_at" timestamp with time zone NOT NULL,
	CONSTRAINT "relation_sources_once" UNIQUE NULLS NOT DISTINCT("relation_id","episode_id","exchange_id")
);
--> statement-breakpoint
CREATE TABLE "salience"."relations" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"from_id" text COLLATE "C" NOT NULL,
	"to_id" text COLLATE "C" NOT NULL,
	"type" text NOT NULL,
	"strength" real NOT NULL,
	"confidence" real NOT NULL,
	"mentions" integer NOT NULL,
	"trust" text NOT NULL,
	"source" text NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"valid_to" timestamp with time zone,
	"closed_by" text COLLATE "C",
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"written_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "relations_strength" CHECK ("salience"."relations"."strength" >= 0 and "salience"."relations"."strength" <= 1 and "salience"."relations"."confidence" >= 0 and "salience"."relations"."confidence" <= 1),
	CONSTRAINT "relations_ends" CHECK ("salience"."relations"."from_id" <> "salience"."relations"."to_id"),
	CONSTRAINT "relations_interval" CHECK ("salience"."relations"."valid_to" is null or "salience"."relations"."valid_to" >= "salience"."relations"."valid_from")
);
--> statement-breakpoint
CREATE TABLE "salience"."context_prefixes" (
	"agent_id" text COLLATE "C" NOT NULL,
	"hash" text NOT NULL,
	"system" text NOT NULL,
	"used_on" date DEFAULT now() NOT NULL,
	CONSTRAINT "context_prefixes_agent_id_hash_pk" PRIMARY KEY("agent_id","hash")
);
--> statement-breakpoint
CREATE TABLE "salience"."contexts" (
	"turn_id" text COLLATE "C" NOT NULL,
	"call" integer NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"model" text NOT NULL,
	"system_hash" text NOT NULL,
	"body" jsonb NOT NULL,
	"tokens" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contexts_turn_id_call_pk" PRIMARY KEY("turn_id","call")
);
--> statement-breakpoint
CREATE TABLE "salience"."drift_agents" (
	"agent_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"fence" bigint DEFAULT 0 NOT NULL,
	"owner" text,
	"lease_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "salience"."drift_reinforcements" (
	"thought_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"concept_id" text COLLATE "C" NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"amount" real NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."drift_runs" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"fence" bigint NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"reason" text,
	"strategy" text NOT NULL,
	"seed_concept_id" text COLLATE "C" NOT NULL,
	"tokens" integer NOT NULL,
	"thought_id" text COLLATE "C",
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "drift_runs_state" CHECK ("salience"."drift_runs"."state" in ('running', 'stored', 'refused', 'yielded', 'failed', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "salience"."thought_concepts" (
	"thought_id" text COLLATE "C" NOT NULL,
	"concept_id" text COLLATE "C" NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"energy" real NOT NULL,
	"is_seed" boolean NOT NULL,
	CONSTRAINT "thought_concepts_thought_id_concept_id_pk" PRIMARY KEY("thought_id","concept_id")
);
--> statement-breakpoint
CREATE TABLE "salience"."thoughts" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"type" text NOT NULL,
	"content" text NOT NULL,
	"seed_concept_id" text COLLATE "C" NOT NULL,
	"strategy" text NOT NULL,
	"energy" real NOT NULL,
	"grounding_episode_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"trust" text NOT NULL,
	"source" text NOT NULL,
	"model" text NOT NULL,
	"tokens" integer NOT NULL,
	"fatigue" real NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', content)) STORED,
	"written_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "thoughts_type" CHECK ("salience"."thoughts"."type" in ('reflection', 'question', 'hypothesis')),
	CONSTRAINT "thoughts_trust" CHECK ("salience"."thoughts"."trust" in ('external', 'unverified', 'agent')),
	CONSTRAINT "thoughts_energy" CHECK ("salience"."thoughts"."energy" >= 0)
);
--> statement-breakpoint
CREATE TABLE "salience"."episode_exchanges" (
	"episode_id" text COLLATE "C" NOT NULL,
	"exchange_id" text COLLATE "C" NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "episode_exchanges_episode_id_exchange_id_pk" PRIMARY KEY("episode_id","exchange_id")
);
--> statement-breakpoint
CREATE TABLE "salience"."experiences" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"turn_id" text COLLATE "C" NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"step_n" integer NOT NULL,
	"tool" text NOT NULL,
	"content_hash" text NOT NULL,
	"topic_id" text COLLATE "C",
	"cooldown_key" text COLLATE "C",
	"state" text DEFAULT 'pending' NOT NULL,
	"error" text,
	"due_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"episode_id" text COLLATE "C",
	"swept_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "experiences_state" CHECK ("salience"."experiences"."state" in ('pending', 'stored', 'skipped', 'failed')),
	CONSTRAINT "experiences_stored" CHECK (("salience"."experiences"."state" = 'stored') = ("salience"."experiences"."episode_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "salience"."feedback" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"target" text COLLATE "C" NOT NULL,
	"value" real NOT NULL,
	"note" text,
	"given_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "feedback_value" CHECK ("salience"."feedback"."value" between -1 and 1)
);
--> statement-breakpoint
CREATE TABLE "salience"."forget_requests" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"scope" text NOT NULL,
	"target" text,
	"also_named" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"asked_in" text COLLATE "C",
	"idempotency_key" text,
	"reason" text NOT NULL,
	"requested_by" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"counts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"seed" bigint NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"gone_at" timestamp with time zone,
	"watch_until" timestamp with time zone,
	"stepped_xid" "xid8",
	CONSTRAINT "forget_requests_scope" CHECK ("salience"."forget_requests"."scope" in ('item', 'thread', 'source', 'person', 'period', 'statement')),
	CONSTRAINT "forget_requests_state" CHECK ("salience"."forget_requests"."state" in ('pending', 'deleting', 'watching', 'done'))
);
--> statement-breakpoint
CREATE TABLE "salience"."forget_words" (
	"request_id" text COLLATE "C" NOT NULL,
	"word" bigint NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "forget_words_request_id_word_pk" PRIMARY KEY("request_id","word")
);
--> statement-breakpoint
CREATE TABLE "salience"."forget_work" (
	"request_id" text COLLATE "C" NOT NULL,
	"turn_id" text COLLATE "C" NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "forget_work_request_id_turn_id_pk" PRIMARY KEY("request_id","turn_id")
);
--> statement-breakpoint
CREATE TABLE "salience"."memory_audits" (
	"agent_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"body" jsonb NOT NULL,
	"audited_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "salience"."tombstones" (
	"agent_id" text COLLATE "C" NOT NULL,
	"item_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"request_id" text COLLATE "C" NOT NULL,
	"forgotten_at" timestamp with time zone NOT NULL,
	"forgotten_by" text NOT NULL,
	"written_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "tombstones_agent_id_item_id_pk" PRIMARY KEY("agent_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "salience"."focuses" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"text" text NOT NULL,
	"trust" text NOT NULL,
	"source" text NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"cleared_at" timestamp with time zone,
	"idempotency_key" text
);
--> statement-breakpoint
CREATE TABLE "salience"."list_items" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"list" text NOT NULL,
	"item" text NOT NULL,
	"trust" text NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"idempotency_key" text
);
--> statement-breakpoint
CREATE TABLE "salience"."lists" (
	"agent_id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"trust" text DEFAULT 'external' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "lists_agent_id_name_pk" PRIMARY KEY("agent_id","name")
);
--> statement-breakpoint
CREATE TABLE "salience"."chunks" (
	"exchange_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"entities" jsonb NOT NULL,
	"sentiment" real,
	"scope" text,
	"times" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"next_at" timestamp with time zone,
	"grounds" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"model" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."episodes" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"first_seq" bigint,
	"last_seq" bigint,
	"reason" text,
	"traceparent" text,
	"experience_id" text COLLATE "C",
	"topic_id" text COLLATE "C",
	"gist" text NOT NULL,
	"intent" text NOT NULL,
	"intent_type" text,
	"direction" text,
	"context" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"action" text,
	"emotion" jsonb,
	"factors" jsonb,
	"durability" text,
	"refused" integer DEFAULT 0 NOT NULL,
	"outcome" text NOT NULL,
	"open_loops" jsonb NOT NULL,
	"salience" real NOT NULL,
	"complete" boolean NOT NULL,
	"trust" text NOT NULL,
	"source" text NOT NULL,
	"model" text NOT NULL,
	"told_version" integer,
	"said_key" text,
	"repeats_of" text COLLATE "C",
	"repeated_code" jsonb,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', gist || ' ' || intent || ' ' || outcome)) STORED,
	"written_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "episodes_salience" CHECK ("salience"."episodes"."salience" between 0 and 1),
	CONSTRAINT "episodes_origin" CHECK (("salience"."episodes"."first_seq" is null) = ("salience"."episodes"."experience_id" is not null)),
	CONSTRAINT "episodes_order" CHECK ("salience"."episodes"."first_seq" <= "salience"."episodes"."last_seq"),
	CONSTRAINT "episodes_durability" CHECK ("salience"."episodes"."durability" in ('stable', 'evolving', 'transient'))
);
--> statement-breakpoint
CREATE TABLE "salience"."facts" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"exchange_id" text COLLATE "C",
	"turn_id" text COLLATE "C",
	"explicit" boolean DEFAULT false NOT NULL,
	"idempotency_key" text,
	"subject" text NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"confidence" real NOT NULL,
	"trust" text NOT NULL,
	"source" text NOT NULL,
	"said_at" timestamp with time zone NOT NULL,
	"half" text,
	"span_start" integer,
	"span_end" integer,
	"single_valued" boolean DEFAULT false NOT NULL,
	"valid_from" timestamp with time zone,
	"valid_to" timestamp with time zone,
	"superseded_by" text COLLATE "C",
	"created_at" timestamp with time zone NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', subject || ' ' || replace(key, '_', ' ') || ' ' || value)) STORED,
	"written_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"ended_xid" "xid8",
	CONSTRAINT "facts_origin" CHECK ("salience"."facts"."exchange_id" is not null or "salience"."facts"."turn_id" is not null)
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
	"half" text,
	"span_start" integer,
	"span_end" integer,
	"said_key" text,
	"repeats_of" text COLLATE "C",
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."topics" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"trust" text DEFAULT 'external' NOT NULL,
	"model_id" text NOT NULL,
	"salience" real DEFAULT 0.5 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"written_xid" "xid8"
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
	"count" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "dead_letters_state" CHECK ("salience"."dead_letters"."state" in ('dead', 'retried', 'dropped'))
);
--> statement-breakpoint
CREATE TABLE "salience"."function_sets" (
	"hash" text PRIMARY KEY NOT NULL,
	"n" bigint GENERATED ALWAYS AS IDENTITY (sequence name "salience"."function_sets_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
CREATE TABLE "salience"."installed_functions" (
	"name" text PRIMARY KEY NOT NULL,
	"signature" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."model_limits" (
	"model" text COLLATE "C" PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone,
	"paused_until" timestamp with time zone
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
CREATE TABLE "salience"."audit_log" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"target" text,
	"details" jsonb NOT NULL,
	"outcome" text NOT NULL,
	CONSTRAINT "audit_log_outcome" CHECK ("salience"."audit_log"."outcome" in ('started', 'done', 'refused', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "salience"."operator_keys" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "salience"."operator_sessions" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"key_id" text COLLATE "C",
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"person_hash" text,
	CONSTRAINT "operator_sessions_stands_for" CHECK (num_nonnulls("salience"."operator_sessions"."key_id", "salience"."operator_sessions"."person_hash") = 1)
);
--> statement-breakpoint
CREATE TABLE "salience"."person_codes" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"person_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."channels" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"person_id" text COLLATE "C" NOT NULL,
	"merged_from" text COLLATE "C",
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"secret" text,
	"old_secret" text,
	"old_secret_until" timestamp with time zone,
	"state" text DEFAULT 'unconfirmed' NOT NULL,
	"code_hash" text,
	"code_expires_at" timestamp with time zone,
	"code_tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "channels_kind" CHECK ("salience"."channels"."kind" in ('webhook', 'mail')),
	CONSTRAINT "channels_state" CHECK ("salience"."channels"."state" in ('unconfirmed', 'confirmed', 'gone', 'removed'))
);
--> statement-breakpoint
CREATE TABLE "salience"."deliveries" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"channel_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"turn_id" text COLLATE "C",
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"error" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "deliveries_kind" CHECK ("salience"."deliveries"."kind" in ('notice', 'code', 'test')),
	CONSTRAINT "deliveries_state" CHECK ("salience"."deliveries"."state" in ('pending', 'sending', 'delivered', 'unknown', 'failed', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "salience"."notices" (
	"turn_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"source" text NOT NULL,
	"speaker" text,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"settled_as" text,
	"reason" text,
	"look_at" timestamp with time zone,
	CONSTRAINT "notices_settled" CHECK (("salience"."notices"."settled_at" is null) = ("salience"."notices"."settled_as" is null)),
	CONSTRAINT "notices_settled_as" CHECK ("salience"."notices"."settled_as" in ('seen', 'delivered', 'undelivered', 'nothing'))
);
--> statement-breakpoint
CREATE TABLE "salience"."people" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"is_owner" boolean DEFAULT false NOT NULL,
	"zone" text,
	"quiet_from" text,
	"quiet_until" text,
	"proposed_zone" text,
	"proposed_by" text COLLATE "C",
	"proposed_place" text,
	"proposal_told_at" timestamp with time zone,
	"merged_into" text COLLATE "C",
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "people_quiet" CHECK (("salience"."people"."quiet_from" is null) = ("salience"."people"."quiet_until" is null))
);
--> statement-breakpoint
CREATE TABLE "salience"."person_names" (
	"agent_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"person_id" text COLLATE "C" NOT NULL,
	"merged_from" text COLLATE "C",
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "person_names_agent_id_kind_value_pk" PRIMARY KEY("agent_id","kind","value"),
	CONSTRAINT "person_names_kind" CHECK ("salience"."person_names"."kind" in ('name', 'mail'))
);
--> statement-breakpoint
CREATE TABLE "salience"."memory_leases" (
	"agent_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"owner" text,
	"fence" bigint DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"again" boolean DEFAULT false NOT NULL,
	"attempt" jsonb,
	"most" integer DEFAULT 32 NOT NULL,
	"unkept" bigint[] DEFAULT '{}' NOT NULL,
	"swept_at" timestamp with time zone,
	"listened_on" date,
	"listened" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "memory_leases_agent_id_kind_pk" PRIMARY KEY("agent_id","kind"),
	CONSTRAINT "memory_leases_kind" CHECK ("salience"."memory_leases"."kind" in ('chunk', 'tell'))
);
--> statement-breakpoint
CREATE TABLE "salience"."memory_progress" (
	"thread_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"chunked_seq" bigint DEFAULT 0 NOT NULL,
	"told_seq" bigint DEFAULT 0 NOT NULL,
	"chunk_at" timestamp with time zone,
	"tell_at" timestamp with time zone,
	CONSTRAINT "memory_progress_order" CHECK ("salience"."memory_progress"."told_seq" <= "salience"."memory_progress"."chunked_seq")
);
--> statement-breakpoint
CREATE TABLE "salience"."memory_proposals" (
	"thread_id" text COLLATE "C" NOT NULL,
	"first_seq" bigint NOT NULL,
	"last_seq" bigint NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"model" text NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "memory_proposals_thread_id_first_seq_pk" PRIMARY KEY("thread_id","first_seq")
);
--> statement-breakpoint
CREATE TABLE "salience"."memory_retries" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"first_seq" bigint NOT NULL,
	"last_seq" bigint NOT NULL,
	"episode_id" text COLLATE "C",
	"reason" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"error" text,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "memory_retries_kind" CHECK ("salience"."memory_retries"."kind" in ('chunk', 'tell', 'concepts')),
	CONSTRAINT "memory_retries_order" CHECK ("salience"."memory_retries"."first_seq" <= "salience"."memory_retries"."last_seq"),
	CONSTRAINT "memory_retries_episode_of" CHECK (("salience"."memory_retries"."kind" = 'concepts') = ("salience"."memory_retries"."episode_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "salience"."sweep_cursors" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."memory_accesses" (
	"agent_id" text COLLATE "C" NOT NULL,
	"item_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "memory_accesses_agent_id_item_id_pk" PRIMARY KEY("agent_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "salience"."memory_codes" (
	"agent_id" text COLLATE "C" NOT NULL,
	"item_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"model_id" text NOT NULL,
	"code" "bytea" NOT NULL,
	"written_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "memory_codes_agent_id_item_id_pk" PRIMARY KEY("agent_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "salience"."memory_images" (
	"agent_id" text COLLATE "C" NOT NULL,
	"model_id" text NOT NULL,
	"part" integer NOT NULL,
	"from_xid" "xid8" NOT NULL,
	"bytes" "bytea" NOT NULL,
	"written_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "memory_images_agent_id_model_id_part_pk" PRIMARY KEY("agent_id","model_id","part")
);
--> statement-breakpoint
CREATE TABLE "salience"."overflow_blocks" (
	"agent_id" text COLLATE "C" NOT NULL,
	"block" integer NOT NULL,
	"places" jsonb NOT NULL,
	"exchanges" bigint NOT NULL,
	"words" bigint NOT NULL,
	CONSTRAINT "overflow_blocks_agent_id_block_pk" PRIMARY KEY("agent_id","block")
);
--> statement-breakpoint
CREATE TABLE "salience"."overflow_items" (
	"agent_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"block" integer NOT NULL,
	"words" "tsvector" NOT NULL,
	"speaker" text,
	"weight" real,
	CONSTRAINT "overflow_items_agent_id_id_pk" PRIMARY KEY("agent_id","id")
);
--> statement-breakpoint
CREATE TABLE "salience"."overflow_words" (
	"agent_id" text COLLATE "C" NOT NULL,
	"stem" text COLLATE "C" NOT NULL,
	"block" integer NOT NULL,
	"exchanges" integer NOT NULL,
	CONSTRAINT "overflow_words_agent_id_stem_block_pk" PRIMARY KEY("agent_id","stem","block")
);
--> statement-breakpoint
CREATE TABLE "salience"."occurrences" (
	"schedule_id" text COLLATE "C" NOT NULL,
	"slot" timestamp with time zone NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"wall" text NOT NULL,
	"fate" text NOT NULL,
	"reason" text,
	"stands_for" integer,
	"turn_id" text COLLATE "C",
	"late_ms" bigint NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	"idempotency_key" text,
	CONSTRAINT "occurrences_schedule_id_slot_pk" PRIMARY KEY("schedule_id","slot"),
	CONSTRAINT "occurrences_fate" CHECK ("salience"."occurrences"."fate" in ('fired', 'late', 'catch-up', 'skipped', 'cancelled')),
	CONSTRAINT "occurrences_turn_of_fired" CHECK (("salience"."occurrences"."turn_id" is not null) = ("salience"."occurrences"."fate" in ('fired', 'late', 'catch-up'))),
	CONSTRAINT "occurrences_reason" CHECK (("salience"."occurrences"."fate" <> 'skipped') or ("salience"."occurrences"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "salience"."schedules" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"kind" text DEFAULT 'reminder' NOT NULL,
	"text" text NOT NULL,
	"trust" text NOT NULL,
	"source" text NOT NULL,
	"speaker" text,
	"zone" text DEFAULT 'UTC' NOT NULL,
	"first_wall" text NOT NULL,
	"rule" text,
	"due_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"missed" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"traceparent" text,
	"idempotency_key" text,
	"made_turn_id" text COLLATE "C",
	"cancelled_turn_id" text COLLATE "C",
	"cancelled_at" timestamp with time zone,
	"ended_xid" "xid8",
	CONSTRAINT "schedules_kind" CHECK ("salience"."schedules"."kind" in ('reminder', 'prompt')),
	CONSTRAINT "schedules_state" CHECK ("salience"."schedules"."state" in ('active', 'paused', 'ended', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "salience"."topic_statistics" (
	"agent_id" text COLLATE "C" NOT NULL,
	"model_id" text NOT NULL,
	"version" integer NOT NULL,
	"samples" integer NOT NULL,
	"heard" bigint NOT NULL,
	"body" "bytea" NOT NULL,
	"learned_at" timestamp with time zone NOT NULL,
	CONSTRAINT "topic_statistics_agent_id_model_id_pk" PRIMARY KEY("agent_id","model_id")
);
--> statement-breakpoint
CREATE TABLE "salience"."topic_sums" (
	"agent_id" text COLLATE "C" NOT NULL,
	"model_id" text NOT NULL,
	"topic_id" text COLLATE "C" NOT NULL,
	"numbers" bigint[] NOT NULL,
	"learned" integer NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"settled_xid" "xid8" NOT NULL,
	CONSTRAINT "topic_sums_agent_id_model_id_topic_id_pk" PRIMARY KEY("agent_id","model_id","topic_id")
);
--> statement-breakpoint
CREATE TABLE "salience"."trait_sources" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"trait_id" text COLLATE "C",
	"exchange_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"person" text NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"category" text NOT NULL,
	"origin" text NOT NULL,
	"literal" boolean NOT NULL,
	"ends" boolean DEFAULT false NOT NULL,
	"confidence" real NOT NULL,
	"trust" text NOT NULL,
	"source" text NOT NULL,
	"half" text NOT NULL,
	"span_start" integer NOT NULL,
	"span_end" integer NOT NULL,
	"said_at" timestamp with time zone NOT NULL,
	"settled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."traits" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"person" text NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"category" text NOT NULL,
	"origin" text NOT NULL,
	"literal" boolean NOT NULL,
	"confidence" real NOT NULL,
	"mentions" integer DEFAULT 1 NOT NULL,
	"trust" text NOT NULL,
	"source" text NOT NULL,
	"exchange_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"valid_to" timestamp with time zone,
	"superseded_by" text COLLATE "C",
	"last_seen_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_xid" "xid8",
	CONSTRAINT "traits_category" CHECK ("salience"."traits"."category" in ('core', 'preference', 'physical', 'relationship', 'general')),
	CONSTRAINT "traits_origin" CHECK ("salience"."traits"."origin" in ('explicit', 'inferred')),
	CONSTRAINT "traits_confidence" CHECK ("salience"."traits"."confidence" between 0 and 1)
);
--> statement-breakpoint
CREATE TABLE "salience"."turn_ends" (
	"turn_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"fence" bigint NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"exchange_id" text COLLATE "C",
	"topic_id" text COLLATE "C",
	"speaker" text,
	"message" text,
	"mode" text,
	"trust" text,
	"source" text,
	"said_at" timestamp with time zone,
	"traceparent" text,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', message)) STORED,
	"code" "bytea",
	"code_model_id" text,
	"vector" "bytea",
	"heard" smallint,
	"reply" text,
	"reply_trust" text,
	"reply_confidence" real,
	"citations" jsonb,
	"model" text,
	"usage" jsonb,
	"decision" "bytea",
	"confidence" double precision,
	"policy_name" text,
	"policy_version" integer,
	"added_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"written_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	CONSTRAINT "turn_ends_exchange" UNIQUE("exchange_id")
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
	"held_by" text,
	"lease_until" timestamp with time zone,
	"swept_at" timestamp with time zone,
	"wake_at" timestamp with time zone,
	"has_work" boolean GENERATED ALWAYS AS (tail > cursor) STORED NOT NULL,
	CONSTRAINT "lanes_cursor" CHECK ("salience"."lanes"."cursor" <= "salience"."lanes"."tail")
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
	"boundary_seq" bigint DEFAULT 0 NOT NULL,
	"heard_seq" bigint DEFAULT 0 NOT NULL,
	"last_mode" text,
	"recent_confidences" real[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_activity_at" timestamp with time zone NOT NULL,
	"active_hour" timestamp with time zone GENERATED ALWAYS AS (date_trunc('hour', last_activity_at at time zone 'UTC') at time zone 'UTC') STORED NOT NULL,
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
	"mergeable" boolean DEFAULT false NOT NULL,
	"merged_into" text COLLATE "C",
	"own_text" text,
	"steering" boolean DEFAULT false NOT NULL,
	"steered_text" text,
	"forgotten_at" timestamp with time zone,
	"interrupted_by" text COLLATE "C",
	"settled_as" text,
	"settled_at" timestamp with time zone,
	"said_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"cancel_requested_at" timestamp with time zone,
	"error" jsonb,
	"timings" jsonb,
	"zone" text DEFAULT 'UTC' NOT NULL,
	"due_at" timestamp with time zone,
	"stands_for" integer,
	CONSTRAINT "turns_settled_as" CHECK ("salience"."turns"."settled_as" in ('retried', 'dropped')),
	CONSTRAINT "turns_state" CHECK ("salience"."turns"."state" in ('pending','running','answered','ignored','merged','failed','cancelled','quarantined'))
);
--> statement-breakpoint
ALTER TABLE "salience"."act_steps" ADD CONSTRAINT "act_steps_run_id_turns_id_fk" FOREIGN KEY ("run_id") REFERENCES "salience"."turns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."approvals" ADD CONSTRAINT "approvals_run_id_n_act_steps_run_id_n_fk" FOREIGN KEY ("run_id","n") REFERENCES "salience"."act_steps"("run_id","n") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."agent_limits" ADD CONSTRAINT "agent_limits_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "salience"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."api_keys" ADD CONSTRAINT "api_keys_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "salience"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."workspace_files" ADD CONSTRAINT "workspace_files_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "salience"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."autobiography_sources" ADD CONSTRAINT "autobiography_sources_autobiography_id_autobiographies_id_fk" FOREIGN KEY ("autobiography_id") REFERENCES "salience"."autobiographies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."tool_scenarios" ADD CONSTRAINT "tool_scenarios_agent_id_tool_tool_profiles_agent_id_tool_fk" FOREIGN KEY ("agent_id","tool") REFERENCES "salience"."tool_profiles"("agent_id","tool") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."drift_reinforcements" ADD CONSTRAINT "drift_reinforcements_thought_id_thoughts_id_fk" FOREIGN KEY ("thought_id") REFERENCES "salience"."thoughts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."thought_concepts" ADD CONSTRAINT "thought_concepts_thought_id_thoughts_id_fk" FOREIGN KEY ("thought_id") REFERENCES "salience"."thoughts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."thought_concepts" ADD CONSTRAINT "thought_concepts_concept_id_concepts_id_fk" FOREIGN KEY ("concept_id") REFERENCES "salience"."concepts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."thoughts" ADD CONSTRAINT "thoughts_grounding_episode_id_episodes_id_fk" FOREIGN KEY ("grounding_episode_id") REFERENCES "salience"."episodes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."experiences" ADD CONSTRAINT "experiences_run_id_step_n_fk" FOREIGN KEY ("run_id","step_n") REFERENCES "salience"."act_steps"("run_id","n") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."forget_requests" ADD CONSTRAINT "forget_requests_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "salience"."agents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."forget_words" ADD CONSTRAINT "forget_words_request_id_forget_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "salience"."forget_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."forget_work" ADD CONSTRAINT "forget_work_request_id_forget_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "salience"."forget_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."focuses" ADD CONSTRAINT "focuses_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "salience"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."list_items" ADD CONSTRAINT "list_items_agent_id_list_lists_agent_id_name_fk" FOREIGN KEY ("agent_id","list") REFERENCES "salience"."lists"("agent_id","name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."episodes" ADD CONSTRAINT "episodes_repeats_of_episodes_id_fk" FOREIGN KEY ("repeats_of") REFERENCES "salience"."episodes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."facts" ADD CONSTRAINT "facts_exchange_id_turn_ends_exchange_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "salience"."turn_ends"("exchange_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."gists" ADD CONSTRAINT "gists_repeats_of_gists_id_fk" FOREIGN KEY ("repeats_of") REFERENCES "salience"."gists"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."operator_sessions" ADD CONSTRAINT "operator_sessions_key_id_operator_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "salience"."operator_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."channels" ADD CONSTRAINT "channels_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "salience"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."deliveries" ADD CONSTRAINT "deliveries_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "salience"."channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."person_names" ADD CONSTRAINT "person_names_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "salience"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."occurrences" ADD CONSTRAINT "occurrences_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "salience"."schedules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."schedules" ADD CONSTRAINT "schedules_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "salience"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."trait_sources" ADD CONSTRAINT "trait_sources_exchange_id_turn_ends_exchange_id_fk" FOREIGN KEY ("exchange_id") REFERENCES "salience"."turn_ends"("exchange_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."lanes" ADD CONSTRAINT "lanes_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "salience"."threads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "act_steps_outcomes" ON "salience"."act_steps" USING btree ("agent_id","at") WHERE kind = 'action' and state in ('succeeded', 'failed', 'timed_out', 'unknown');--> statement-breakpoint
CREATE INDEX "act_steps_open" ON "salience"."act_steps" USING btree ("thread_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_step" ON "salience"."approvals" USING btree ("run_id","n") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "approvals_run" ON "salience"."approvals" USING btree ("run_id","n");--> statement-breakpoint
CREATE INDEX "approvals_deadline" ON "salience"."approvals" USING btree ("expires_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "approvals_open" ON "salience"."approvals" USING btree ("thread_id","created_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "approvals_continuation" ON "salience"."approvals" USING btree ("continuation_turn_id") WHERE continuation_turn_id is not null;--> statement-breakpoint
CREATE INDEX "approvals_turn" ON "salience"."approvals" USING btree ("turn_id");--> statement-breakpoint
CREATE INDEX "approvals_recent" ON "salience"."approvals" USING btree ("agent_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "agents_name" ON "salience"."agents" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "salience"."api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_keys_agent" ON "salience"."api_keys" USING btree ("agent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "router_policies_version" ON "salience"."router_policies" USING btree ("name","version");--> statement-breakpoint
CREATE INDEX "autobiography_sources_item" ON "salience"."autobiography_sources" USING btree ("agent_id","item_id");--> statement-breakpoint
CREATE INDEX "tool_scenarios_run" ON "salience"."tool_scenarios" USING btree ("run_id","step_n");--> statement-breakpoint
CREATE INDEX "concept_names_concept" ON "salience"."concept_names" USING btree ("concept_id");--> statement-breakpoint
CREATE INDEX "concept_sources_seen" ON "salience"."concept_sources" USING btree ("concept_id","seen_at");--> statement-breakpoint
CREATE INDEX "concept_sources_episode" ON "salience"."concept_sources" USING btree ("agent_id","episode_id");--> statement-breakpoint
CREATE INDEX "concept_sources_exchange" ON "salience"."concept_sources" USING btree ("agent_id","exchange_id","concept_id");--> statement-breakpoint
CREATE INDEX "concept_sources_written" ON "salience"."concept_sources" USING btree ("agent_id","written_xid");--> statement-breakpoint
CREATE UNIQUE INDEX "concepts_name" ON "salience"."concepts" USING btree ("agent_id","kind",lower(name));--> statement-breakpoint
CREATE INDEX "concepts_written" ON "salience"."concepts" USING btree ("agent_id","written_xid","id");--> statement-breakpoint
CREATE INDEX "concepts_recent" ON "salience"."concepts" USING btree ("agent_id","last_seen_at");--> statement-breakpoint
CREATE INDEX "concepts_strong" ON "salience"."concepts" USING btree ("agent_id","strength");--> statement-breakpoint
CREATE INDEX "relation_sources_episode" ON "salience"."relation_sources" USING btree ("agent_id","episode_id");--> statement-breakpoint
CREATE INDEX "relation_sources_exchange" ON "salience"."relation_sources" USING btree ("agent_id","exchange_id");--> statement-breakpoint
CREATE INDEX "relation_sources_said" ON "salience"."relation_sources" USING btree ("relation_id","said_at");--> statement-breakpoint
CREATE INDEX "relation_sources_denying" ON "salience"."relation_sources" USING btree ("relation_id") WHERE denies;--> statement-breakpoint
CREATE UNIQUE INDEX "relations_open" ON "salience"."relations" USING btree ("agent_id","from_id","to_id","type") WHERE valid_to is null;--> statement-breakpoint
CREATE INDEX "relations_closed" ON "salience"."relations" USING btree ("agent_id","from_id","to_id") WHERE valid_to is not null;--> statement-breakpoint
CREATE INDEX "relations_written" ON "salience"."relations" USING btree ("agent_id","written_xid","id");--> statement-breakpoint
CREATE INDEX "relations_from" ON "salience"."relations" USING btree ("from_id","strength");--> statement-breakpoint
CREATE INDEX "relations_to" ON "salience"."relations" USING btree ("to_id","strength");--> statement-breakpoint
CREATE INDEX "context_prefixes_used" ON "salience"."context_prefixes" USING btree ("used_on");--> statement-breakpoint
CREATE INDEX "contexts_created" ON "salience"."contexts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "drift_reinforcements_concept" ON "salience"."drift_reinforcements" USING btree ("concept_id");--> statement-breakpoint
CREATE INDEX "drift_runs_agent" ON "salience"."drift_runs" USING btree ("agent_id","started_at");--> statement-breakpoint
CREATE INDEX "drift_runs_concept" ON "salience"."drift_runs" USING btree ("seed_concept_id");--> statement-breakpoint
CREATE INDEX "thought_concepts_concept" ON "salience"."thought_concepts" USING btree ("concept_id");--> statement-breakpoint
CREATE INDEX "thoughts_agent" ON "salience"."thoughts" USING btree ("agent_id","created_at");--> statement-breakpoint
CREATE INDEX "thoughts_live" ON "salience"."thoughts" USING btree ("agent_id","expires_at");--> statement-breakpoint
CREATE INDEX "thoughts_written" ON "salience"."thoughts" USING btree ("agent_id","written_xid","id");--> statement-breakpoint
CREATE INDEX "thoughts_episode" ON "salience"."thoughts" USING btree ("grounding_episode_id");--> statement-breakpoint
CREATE INDEX "episode_exchanges_exchange" ON "salience"."episode_exchanges" USING btree ("exchange_id");--> statement-breakpoint
CREATE UNIQUE INDEX "experiences_step" ON "salience"."experiences" USING btree ("run_id","step_n");--> statement-breakpoint
CREATE UNIQUE INDEX "experiences_waiting" ON "salience"."experiences" USING btree ("agent_id","content_hash") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "experiences_seen" ON "salience"."experiences" USING btree ("agent_id","content_hash","settled_at") WHERE settled_at is not null;--> statement-breakpoint
CREATE INDEX "experiences_due" ON "salience"."experiences" USING btree ("due_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "experiences_asked" ON "salience"."experiences" USING btree ("agent_id","asked_at") WHERE asked_at is not null;--> statement-breakpoint
CREATE INDEX "experiences_turn" ON "salience"."experiences" USING btree ("turn_id");--> statement-breakpoint
CREATE INDEX "experiences_episode" ON "salience"."experiences" USING btree ("episode_id") WHERE episode_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_target" ON "salience"."feedback" USING btree ("agent_id","target","given_by");--> statement-breakpoint
CREATE INDEX "feedback_recent" ON "salience"."feedback" USING btree ("agent_id","created_at");--> statement-breakpoint
CREATE INDEX "forget_requests_open" ON "salience"."forget_requests" USING btree ("requested_at") WHERE state <> 'done';--> statement-breakpoint
CREATE INDEX "forget_requests_agent" ON "salience"."forget_requests" USING btree ("agent_id","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "forget_requests_idempotency" ON "salience"."forget_requests" USING btree ("agent_id","idempotency_key") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX "tombstones_written" ON "salience"."tombstones" USING btree ("agent_id","written_xid");--> statement-breakpoint
CREATE INDEX "tombstones_request" ON "salience"."tombstones" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "focuses_live" ON "salience"."focuses" USING btree ("thread_id") WHERE cleared_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "focuses_idempotency" ON "salience"."focuses" USING btree ("agent_id","idempotency_key") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "list_items_live" ON "salience"."list_items" USING btree ("agent_id","list",lower(item)) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "list_items_open" ON "salience"."list_items" USING btree ("agent_id","created_at") WHERE removed_at is null and checked_at is null;--> statement-breakpoint
CREATE INDEX "list_items_idempotency" ON "salience"."list_items" USING btree ("agent_id","idempotency_key") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX "chunks_next" ON "salience"."chunks" USING btree ("agent_id","next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "chunks_over" ON "salience"."chunks" USING btree ("agent_id","exchange_id") WHERE grounds ? 'over';--> statement-breakpoint
CREATE UNIQUE INDEX "episodes_stretch" ON "salience"."episodes" USING btree ("thread_id","first_seq") WHERE first_seq is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "episodes_experience" ON "salience"."episodes" USING btree ("experience_id") WHERE experience_id is not null;--> statement-breakpoint
CREATE INDEX "episodes_observation" ON "salience"."episodes" USING btree ("agent_id",md5(gist)) WHERE experience_id is not null;--> statement-breakpoint
CREATE INDEX "episodes_untold" ON "salience"."episodes" USING btree ("agent_id","salience") WHERE told_version is null;--> statement-breakpoint
CREATE INDEX "episodes_written" ON "salience"."episodes" USING btree ("agent_id","written_xid","id");--> statement-breakpoint
CREATE INDEX "episodes_said" ON "salience"."episodes" USING btree ("agent_id","said_key") WHERE said_key is not null and repeats_of is null;--> statement-breakpoint
CREATE INDEX "episodes_repeats" ON "salience"."episodes" USING btree ("repeats_of","ended_at") WHERE repeats_of is not null;--> statement-breakpoint
CREATE INDEX "facts_written" ON "salience"."facts" USING btree ("agent_id","written_xid","id");--> statement-breakpoint
CREATE INDEX "facts_exchange" ON "salience"."facts" USING btree ("exchange_id");--> statement-breakpoint
CREATE INDEX "facts_key" ON "salience"."facts" USING btree ("agent_id",lower(subject),"key","said_at","id");--> statement-breakpoint
CREATE INDEX "facts_said" ON "salience"."facts" USING btree ("agent_id",lower(subject),"key",lower(value));--> statement-breakpoint
CREATE INDEX "facts_ended" ON "salience"."facts" USING btree ("agent_id","valid_to") WHERE valid_to is not null;--> statement-breakpoint
CREATE INDEX "facts_ends" ON "salience"."facts" USING btree ("agent_id","ended_xid","id") WHERE ended_xid is not null;--> statement-breakpoint
CREATE INDEX "facts_recent" ON "salience"."facts" USING btree ("agent_id","exchange_id");--> statement-breakpoint
CREATE UNIQUE INDEX "facts_idempotency" ON "salience"."facts" USING btree ("agent_id","idempotency_key") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX "gists_thread" ON "salience"."gists" USING btree ("thread_id","created_at");--> statement-breakpoint
CREATE INDEX "gists_exchange" ON "salience"."gists" USING btree ("exchange_id");--> statement-breakpoint
CREATE INDEX "gists_age" ON "salience"."gists" USING btree ("agent_id","created_at");--> statement-breakpoint
CREATE INDEX "gists_said" ON "salience"."gists" USING btree ("agent_id","said_key") WHERE said_key is not null and repeats_of is null;--> statement-breakpoint
CREATE INDEX "gists_repeats" ON "salience"."gists" USING btree ("repeats_of","created_at") WHERE repeats_of is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "topics_name" ON "salience"."topics" USING btree ("agent_id","name");--> statement-breakpoint
CREATE INDEX "topics_written" ON "salience"."topics" USING btree ("agent_id","written_xid");--> statement-breakpoint
CREATE INDEX "dead_letters_open" ON "salience"."dead_letters" USING btree ("created_at") WHERE state = 'dead';--> statement-breakpoint
CREATE INDEX "dead_letters_order" ON "salience"."dead_letters" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "dead_letters_same" ON "salience"."dead_letters" USING btree ("queue","job","code",md5(payload::text)) WHERE state = 'dead';--> statement-breakpoint
CREATE INDEX "outbox_order" ON "salience"."outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "workers_app" ON "salience"."workers" USING btree ("app","seen_at");--> statement-breakpoint
CREATE INDEX "audit_log_order" ON "salience"."audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_keys_hash" ON "salience"."operator_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "channels_person" ON "salience"."channels" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "channels_target" ON "salience"."channels" USING btree ("agent_id","kind","target") WHERE state <> 'removed';--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "salience"."deliveries" USING btree ("next_at") WHERE state in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "deliveries_channel" ON "salience"."deliveries" USING btree ("channel_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_notice" ON "salience"."deliveries" USING btree ("turn_id","channel_id") WHERE turn_id is not null;--> statement-breakpoint
CREATE INDEX "notices_open" ON "salience"."notices" USING btree ("look_at") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "notices_shown" ON "salience"."notices" USING btree ("seen_at") WHERE seen_at is not null and (settled_at is null or settled_as = 'undelivered');--> statement-breakpoint
CREATE INDEX "notices_undelivered" ON "salience"."notices" USING btree ("agent_id","created_at") WHERE settled_as = 'undelivered';--> statement-breakpoint
CREATE INDEX "notices_unseen" ON "salience"."notices" USING btree ("agent_id","created_at") WHERE seen_at is null;--> statement-breakpoint
CREATE INDEX "people_agent" ON "salience"."people" USING btree ("agent_id","created_at");--> statement-breakpoint
CREATE INDEX "people_untold" ON "salience"."people" USING btree ("agent_id") WHERE proposed_zone is not null and proposal_told_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "people_owner" ON "salience"."people" USING btree ("agent_id") WHERE is_owner;--> statement-breakpoint
CREATE INDEX "person_names_person" ON "salience"."person_names" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "memory_progress_chunk" ON "salience"."memory_progress" USING btree ("agent_id","chunk_at") WHERE chunk_at is not null;--> statement-breakpoint
CREATE INDEX "memory_progress_tell" ON "salience"."memory_progress" USING btree ("agent_id","tell_at") WHERE tell_at is not null;--> statement-breakpoint
CREATE INDEX "memory_retries_agent" ON "salience"."memory_retries" USING btree ("agent_id","kind");--> statement-breakpoint
CREATE INDEX "memory_retries_due" ON "salience"."memory_retries" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "memory_retries_episode" ON "salience"."memory_retries" USING btree ("episode_id") WHERE episode_id is not null;--> statement-breakpoint
CREATE INDEX "memory_codes_written" ON "salience"."memory_codes" USING btree ("agent_id","model_id","written_xid");--> statement-breakpoint
CREATE INDEX "overflow_items_words" ON "salience"."overflow_items" USING gin ("words");--> statement-breakpoint
CREATE INDEX "overflow_items_weight" ON "salience"."overflow_items" USING btree ("agent_id","weight","id") WHERE weight is not null;--> statement-breakpoint
CREATE INDEX "occurrences_turn" ON "salience"."occurrences" USING btree ("turn_id") WHERE turn_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "occurrences_asked" ON "salience"."occurrences" USING btree ("schedule_id","idempotency_key") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX "schedules_due" ON "salience"."schedules" USING btree ("due_at","id") WHERE state in ('active', 'paused');--> statement-breakpoint
CREATE INDEX "schedules_thread" ON "salience"."schedules" USING btree ("thread_id","due_at");--> statement-breakpoint
CREATE INDEX "schedules_waiting" ON "salience"."schedules" USING btree ("agent_id","due_at") WHERE state = 'active';--> statement-breakpoint
CREATE INDEX "schedules_made" ON "salience"."schedules" USING btree ("made_turn_id") WHERE made_turn_id is not null;--> statement-breakpoint
CREATE INDEX "schedules_cancelled" ON "salience"."schedules" USING btree ("agent_id","cancelled_at") WHERE cancelled_at is not null;--> statement-breakpoint
CREATE INDEX "schedules_ends" ON "salience"."schedules" USING btree ("agent_id","ended_xid","id") WHERE ended_xid is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "schedules_idempotency" ON "salience"."schedules" USING btree ("agent_id","idempotency_key") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "trait_sources_exchange" ON "salience"."trait_sources" USING btree ("exchange_id","person","key");--> statement-breakpoint
CREATE INDEX "trait_sources_key" ON "salience"."trait_sources" USING btree ("agent_id","person","key","said_at","exchange_id");--> statement-breakpoint
CREATE INDEX "trait_sources_trait" ON "salience"."trait_sources" USING btree ("trait_id");--> statement-breakpoint
CREATE INDEX "trait_sources_denying" ON "salience"."trait_sources" USING btree ("agent_id",lower(person)) WHERE ends or left(key, 6) = 'taste:';--> statement-breakpoint
CREATE UNIQUE INDEX "traits_current" ON "salience"."traits" USING btree ("agent_id","person","key") WHERE valid_to is null;--> statement-breakpoint
CREATE INDEX "traits_told" ON "salience"."traits" USING btree ("agent_id","person",(category = 'core') desc,(origin = 'explicit') desc,confidence desc,"id") WHERE valid_to is null and literal;--> statement-breakpoint
CREATE INDEX "traits_ended" ON "salience"."traits" USING btree ("agent_id","valid_to") WHERE valid_to is not null;--> statement-breakpoint
CREATE INDEX "traits_ends" ON "salience"."traits" USING btree ("agent_id","ended_xid","id") WHERE ended_xid is not null;--> statement-breakpoint
CREATE INDEX "traits_history" ON "salience"."traits" USING btree ("agent_id","person","key","valid_from");--> statement-breakpoint
CREATE INDEX "traits_exchange" ON "salience"."traits" USING btree ("exchange_id");--> statement-breakpoint
CREATE UNIQUE INDEX "turn_ends_place" ON "salience"."turn_ends" USING btree ("thread_id","seq");--> statement-breakpoint
CREATE INDEX "turn_ends_written" ON "salience"."turn_ends" USING btree ("agent_id","written_xid","exchange_id");--> statement-breakpoint
CREATE INDEX "turn_ends_quarantined" ON "salience"."turn_ends" USING btree ("ended_at","turn_id") WHERE kind = 'quarantined';--> statement-breakpoint
CREATE INDEX "turn_ends_added" ON "salience"."turn_ends" USING brin ("added_at") WITH (pages_per_range=16,autosummarize=true);--> statement-breakpoint
CREATE INDEX "turn_ends_at" ON "salience"."turn_ends" USING brin ("ended_at") WITH (pages_per_range=16,autosummarize=true);--> statement-breakpoint
CREATE INDEX "lane_takeovers_at" ON "salience"."lane_takeovers" USING btree ("taken_at");--> statement-breakpoint
CREATE INDEX "lanes_with_work" ON "salience"."lanes" USING btree ("agent_id") WHERE has_work;--> statement-breakpoint
CREATE UNIQUE INDEX "threads_key" ON "salience"."threads" USING btree ("agent_id","key");--> statement-breakpoint
CREATE INDEX "threads_recent" ON "salience"."threads" USING btree ("agent_id","active_hour");--> statement-breakpoint
CREATE INDEX "threads_expiry" ON "salience"."threads" USING btree ("active_hour") WHERE state = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "turns_place" ON "salience"."turns" USING btree ("thread_id","seq");--> statement-breakpoint
CREATE INDEX "turns_merged" ON "salience"."turns" USING btree ("merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "turns_interrupted" ON "salience"."turns" USING btree ("thread_id","seq") WHERE interrupted_by is not null;--> statement-breakpoint
CREATE INDEX "turns_children" ON "salience"."turns" USING btree ("parent_turn_id") WHERE parent_turn_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "turns_idempotency" ON "salience"."turns" USING btree ("agent_id","idempotency_key") WHERE idempotency_key is not null;
--> statement-breakpoint
-- ── The parts of a turn's end ──

-- Each shows its columns of turn_ends to whoever may read them there, under the same row-level security. Rows are inserted into
-- turn_ends alone; forgetting changes them through the views.
CREATE VIEW salience.terminal_events WITH (security_invoker = true) AS
  SELECT turn_id, agent_id, kind, fence, ended_at AS at FROM salience.turn_ends;
--> statement-breakpoint
CREATE VIEW salience.exchanges WITH (security_invoker = true) AS
  SELECT exchange_id AS id, agent_id, thread_id, turn_id, seq, topic_id, speaker, message, nullif(reply, '[forgotten]') AS reply, mode, trust,
    reply_trust, reply_confidence, source, said_at, ended_at AS created_at, added_at, traceparent, search, written_xid
  FROM salience.turn_ends WHERE exchange_id IS NOT NULL;
--> statement-breakpoint
CREATE VIEW salience.replies WITH (security_invoker = true) AS
  SELECT turn_id, agent_id, reply AS text, reply_trust AS trust, source, citations, model, usage, ended_at AS created_at
  FROM salience.turn_ends WHERE reply IS NOT NULL;
--> statement-breakpoint
CREATE VIEW salience.decisions WITH (security_invoker = true) AS
  SELECT turn_id, agent_id, thread_id, policy_name, policy_version, decision AS body, ended_at AS created_at
  FROM salience.turn_ends WHERE decision IS NOT NULL;
--> statement-breakpoint
-- Rows that are updated in place leave room for their next version on the same page, so that an update writes no index entry.
ALTER TABLE salience.lanes SET (fillfactor = 50);
--> statement-breakpoint
ALTER TABLE salience.turns SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE salience.threads SET (fillfactor = 60);
--> statement-breakpoint
-- Rows that change with every turn are vacuumed after so many dead ones, however large their table is: its defaults wait for a fifth of
-- all rows. What is updated in place is mostly tidied by the update itself.
ALTER TABLE salience.lanes SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
--> statement-breakpoint
ALTER TABLE salience.threads SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
--> statement-breakpoint
ALTER TABLE salience.turns SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
--> statement-breakpoint
ALTER TABLE salience.memory_progress SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
--> statement-breakpoint
ALTER TABLE salience.workers SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50);
--> statement-breakpoint
-- The number of a worker's hold on a lane: a later holder has a higher one.
CREATE SEQUENCE salience.lane_fence;
--> statement-breakpoint
-- ── Roles ──

-- One role for each app, so that none connects as owner or superuser (law 7). Each may do what salience_app may, and what it is
-- granted below. Passwords are set by `migrate`.
DO $$
DECLARE
  role_name text;
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
-- One role for each group of functions that run with more rights than their caller's (SECURITY DEFINER): nobody logs in as it or
-- becomes it, it owns no table, and it may do what the functions of its group do. Reading and writing are kept apart: a role that
-- sees the fleet changes nothing, a role that searches memory changes nothing.
DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['salience_fn_lanes', 'salience_fn_recall', 'salience_fn_forgetting', 'salience_fn_retention',
    'salience_fn_sight', 'salience_fn_settling', 'salience_fn_audit', 'salience_fn_door', 'salience_fn_keys', 'salience_fn_overflow',
    'salience_fn_allowing', 'salience_fn_channels'
  ] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB', role_name);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- roles belong to the whole server and another database of it has made them
    END;
    -- The migrator hands functions over to the role, and replaces them later.
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
GRANT USAGE ON SCHEMA drizzle TO salience_app;
--> statement-breakpoint
GRANT SELECT ON drizzle.__drizzle_migrations TO salience_app;
--> statement-breakpoint
GRANT USAGE ON SCHEMA salience TO salience_app, salience_fn_lanes, salience_fn_recall, salience_fn_forgetting,
  salience_fn_retention, salience_fn_sight, salience_fn_settling, salience_fn_audit, salience_fn_door, salience_fn_keys,
  salience_fn_overflow, salience_fn_allowing, salience_fn_channels;
--> statement-breakpoint
-- ── What each app may do with tables ──

-- Every app reads every table, one agent's rows at a time (policies below), but for keys, the audit log, places in a model's queue
-- and the working tables of forgetting.
GRANT SELECT ON ALL TABLES IN SCHEMA salience TO salience_app;
--> statement-breakpoint
REVOKE SELECT ON salience.api_keys, salience.audit_log, salience.forget_words, salience.forget_work, salience.model_limits,
  salience.operator_keys, salience.operator_sessions, salience.person_codes, salience.channels FROM salience_app;
--> statement-breakpoint
-- Every app: its heartbeat, jobs to be sent, jobs that failed.
GRANT INSERT ON salience.outbox TO salience_app;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.dead_letters, salience.workers TO salience_app;
--> statement-breakpoint
-- consumer: accepts and cancels turns, answers approvals, takes requests to forget; the door reads keys.
GRANT INSERT ON salience.forget_requests TO salience_consumer;
--> statement-breakpoint
-- digest keeps the wish that was said and approved; consumer and scheduler carry it out.
GRANT INSERT ON salience.forget_requests TO salience_digest;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.agent_limits, salience.current_threads, salience.lanes, salience.memory_accesses,
  salience.occurrences, salience.schedules, salience.threads, salience.tool_records, salience.tool_standing, salience.turns TO salience_consumer;
--> statement-breakpoint
-- A turn may end without having run: cancelled, merged, quarantined.
GRANT INSERT (turn_id, agent_id, thread_id, seq, kind, fence, ended_at) ON salience.turn_ends TO salience_consumer, salience_scheduler;
--> statement-breakpoint
-- What was said elsewhere is taken in with its answer (import_said).
GRANT INSERT (exchange_id, speaker, message, mode, trust, source, said_at, reply, reply_trust, citations) ON salience.turn_ends TO salience_consumer;
--> statement-breakpoint
GRANT SELECT ON salience.api_keys TO salience_consumer;
--> statement-breakpoint
-- consumer keeps people and their channels, and says what was seen.
GRANT INSERT, UPDATE ON salience.people, salience.deliveries, salience.feedback, salience.notices TO salience_consumer;
--> statement-breakpoint
-- A thought that was judged bad is over.
GRANT UPDATE (expires_at, written_xid) ON salience.thoughts TO salience_consumer;
--> statement-breakpoint
-- A thought worth saying begins a turn.
GRANT INSERT ON salience.notices, salience.turns TO salience_cognitive_drift;
--> statement-breakpoint
GRANT UPDATE ON salience.lanes, salience.threads TO salience_cognitive_drift;
--> statement-breakpoint
-- Who says where they live, or which clock to use, is a person from then on.
GRANT INSERT, UPDATE ON salience.people TO salience_digest, salience_memory_chunker;
--> statement-breakpoint
GRANT DELETE, INSERT, UPDATE ON salience.person_names TO salience_consumer;
--> statement-breakpoint
GRANT INSERT, UPDATE, SELECT (id, agent_id, person_id, kind, target, state, code_hash, code_expires_at, code_tries, created_at, confirmed_at,
  removed_at, merged_from) ON salience.channels TO salience_consumer;
--> statement-breakpoint
GRANT UPDATE ON salience.act_steps, salience.approvals TO salience_consumer;
--> statement-breakpoint
-- digest: runs turns and keeps what they made.
GRANT INSERT ON salience.context_prefixes, salience.contexts, salience.experiences, salience.facts, salience.lane_takeovers,
  salience.turn_ends TO salience_digest;
--> statement-breakpoint
GRANT INSERT, SELECT, UPDATE ON salience.model_limits TO salience_digest;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.act_steps, salience.approvals, salience.current_threads, salience.focuses, salience.lanes,
  salience.list_items, salience.lists, salience.memory_accesses, salience.memory_codes, salience.occurrences, salience.schedules,
  salience.threads, salience.tool_records, salience.tool_standing, salience.topic_statistics, salience.topic_sums, salience.topics,
  salience.turns TO salience_digest;
--> statement-breakpoint
GRANT UPDATE (used_on) ON salience.context_prefixes TO salience_digest;
--> statement-breakpoint
GRANT UPDATE (topic_id, code, code_model_id, vector, written_xid) ON salience.turn_ends TO salience_digest;
--> statement-breakpoint
-- memory-chunker: what an exchange teaches.
GRANT DELETE, INSERT, UPDATE ON salience.traits TO salience_memory_chunker;
--> statement-breakpoint
GRANT INSERT ON salience.chunks, salience.facts, salience.gists TO salience_memory_chunker;
--> statement-breakpoint
GRANT INSERT, SELECT, UPDATE ON salience.model_limits TO salience_memory_chunker;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.memory_leases, salience.memory_progress,
  salience.trait_sources TO salience_memory_chunker;
--> statement-breakpoint
GRANT DELETE, INSERT, UPDATE ON salience.memory_proposals, salience.memory_retries TO salience_memory_chunker;
--> statement-breakpoint
GRANT UPDATE (valid_from, valid_to, superseded_by) ON salience.facts TO salience_memory_chunker;
--> statement-breakpoint
GRANT UPDATE (repeats_of) ON salience.gists TO salience_memory_chunker;
--> statement-breakpoint
-- episodic: episodes, concepts and relations.
GRANT DELETE, INSERT, UPDATE ON salience.relation_sources, salience.relations TO salience_episodic;
--> statement-breakpoint
GRANT INSERT ON salience.episode_exchanges, salience.episodes TO salience_episodic;
--> statement-breakpoint
GRANT INSERT, SELECT, UPDATE ON salience.model_limits TO salience_episodic;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.concept_names, salience.concept_sources, salience.concepts, salience.memory_codes
  TO salience_episodic;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.memory_leases, salience.memory_progress TO salience_episodic;
--> statement-breakpoint
GRANT DELETE, INSERT, UPDATE ON salience.memory_retries TO salience_episodic;
--> statement-breakpoint
GRANT DELETE ON salience.memory_proposals TO salience_episodic;
--> statement-breakpoint
GRANT DELETE, INSERT ON salience.memory_images TO salience_episodic;
--> statement-breakpoint
GRANT UPDATE ON salience.episodes, salience.experiences TO salience_episodic;
--> statement-breakpoint
-- cognitive-drift: thoughts, autobiographies, profiles of tools.
GRANT DELETE, INSERT ON salience.tool_scenarios TO salience_cognitive_drift;
--> statement-breakpoint
GRANT INSERT ON salience.autobiographies, salience.autobiography_sources, salience.drift_reinforcements,
  salience.thought_concepts, salience.thoughts TO salience_cognitive_drift;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.chores, salience.drift_agents, salience.drift_runs, salience.memory_codes,
  salience.tool_profiles TO salience_cognitive_drift;
--> statement-breakpoint
GRANT UPDATE (version) ON salience.agents TO salience_cognitive_drift;
--> statement-breakpoint
GRANT UPDATE (strength) ON salience.concepts TO salience_cognitive_drift;
--> statement-breakpoint
GRANT UPDATE (told_version) ON salience.episodes TO salience_cognitive_drift;
--> statement-breakpoint
-- routing-regulator: the one writer of router weights (law 7).
GRANT INSERT ON salience.router_policies TO salience_routing_regulator;
--> statement-breakpoint
-- scheduler: fires, sweeps, expires, deletes what was kept long enough.
GRANT DELETE ON salience.context_prefixes, salience.contexts, salience.occurrences, salience.workers TO salience_scheduler;
--> statement-breakpoint
GRANT DELETE, UPDATE ON salience.outbox TO salience_scheduler;
--> statement-breakpoint
-- Notices are told: over channels, whose secrets sign, and whose codes are made when they are sent.
GRANT SELECT, UPDATE (state, code_hash, code_expires_at, code_tries) ON salience.channels TO salience_scheduler;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.deliveries, salience.notices, salience.occurrences TO salience_scheduler;
--> statement-breakpoint
GRANT INSERT ON salience.notices TO salience_digest;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.current_threads, salience.lanes, salience.memory_audits, salience.memory_leases,
  salience.memory_progress, salience.sweep_cursors, salience.threads, salience.tool_records, salience.tool_standing, salience.turns
  TO salience_scheduler;
--> statement-breakpoint
GRANT UPDATE ON salience.act_steps, salience.approvals, salience.experiences, salience.schedules
  TO salience_scheduler;
--> statement-breakpoint
GRANT UPDATE (used_on) ON salience.context_prefixes TO salience_scheduler;
--> statement-breakpoint
GRANT UPDATE (created_at) ON salience.contexts TO salience_scheduler;
--> statement-breakpoint
-- The operator on the command line: agents, keys, the clock.
GRANT DELETE, INSERT, UPDATE ON salience.workspace_files TO salience_operator;
--> statement-breakpoint
GRANT INSERT, SELECT ON salience.audit_log, salience.operator_keys TO salience_operator;
--> statement-breakpoint
GRANT INSERT, SELECT, UPDATE ON salience.api_keys TO salience_operator;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.agents TO salience_operator;
--> statement-breakpoint
GRANT SELECT (id, agent_id, state) ON salience.channels TO salience_operator;
--> statement-breakpoint
GRANT SELECT ON salience.model_limits, salience.operator_sessions, salience.person_codes TO salience_operator;
--> statement-breakpoint
GRANT UPDATE ON salience.clock TO salience_operator;
--> statement-breakpoint
GRANT UPDATE (expires_at, revoked_at) ON salience.operator_keys TO salience_operator;
--> statement-breakpoint
GRANT USAGE ON SEQUENCE salience.lane_fence TO salience_digest;
--> statement-breakpoint
-- ── What each group of functions may do with tables ──

-- Lanes: whether an agent holds more than its share of the fleet.
GRANT SELECT (agent_id, has_work, lease_until, wake_at) ON salience.lanes TO salience_fn_lanes;
--> statement-breakpoint
GRANT SELECT (app, state, seen_at, capacity) ON salience.workers TO salience_fn_lanes;
--> statement-breakpoint
-- And whose an id is (id_is_taken).
GRANT SELECT (id, agent_id) ON salience.threads, salience.turns TO salience_fn_lanes;
--> statement-breakpoint
GRANT SELECT (turn_id, exchange_id, agent_id) ON salience.turn_ends TO salience_fn_lanes;
--> statement-breakpoint
-- Recall: search in what the caller's agent remembers.
GRANT SELECT ON salience.concept_names, salience.concept_sources, salience.concepts, salience.episode_exchanges, salience.episodes,
  salience.exchanges, salience.facts, salience.relation_sources, salience.relations, salience.schedules, salience.thoughts,
  salience.memory_codes, salience.overflow_items, salience.tombstones, salience.topic_statistics, salience.topic_sums, salience.topics,
  salience.trait_sources, salience.traits TO salience_fn_recall;
--> statement-breakpoint
GRANT SELECT (turn_id, agent_id, thread_id, seq, ended_at, exchange_id, topic_id, speaker, message, mode, trust, source, said_at, traceparent,
  search, code, code_model_id, vector, reply, reply_trust, reply_confidence, added_at, written_xid) ON salience.turn_ends TO salience_fn_recall;
--> statement-breakpoint
-- Overflow: makes what processes do not hold of large memories findable; the only one that adds to it.
GRANT SELECT, INSERT, UPDATE ON salience.overflow_items TO salience_fn_overflow;
--> statement-breakpoint
GRANT SELECT, INSERT ON salience.overflow_blocks, salience.overflow_words TO salience_fn_overflow;
--> statement-breakpoint
GRANT SELECT (agent_id, id, written_xid, search, confidence) ON salience.facts TO salience_fn_overflow;
--> statement-breakpoint
GRANT SELECT (agent_id, id, written_xid, search, salience) ON salience.episodes TO salience_fn_overflow;
--> statement-breakpoint
GRANT SELECT (agent_id, id, written_xid, search, strength) ON salience.concepts TO salience_fn_overflow;
--> statement-breakpoint
GRANT SELECT (agent_id, exchange_id, written_xid, search, speaker) ON salience.turn_ends TO salience_fn_overflow;
--> statement-breakpoint
-- Forgetting: the only one that deletes what people said, of the agent that it names.
GRANT SELECT ON salience.act_steps, salience.agents, salience.approvals, salience.autobiographies, salience.autobiography_sources,
  salience.chores, salience.chunks, salience.concept_names, salience.concept_sources, salience.concepts, salience.context_prefixes,
  salience.contexts, salience.current_threads, salience.dead_letters, salience.decisions, salience.episode_exchanges,
  salience.episodes, salience.exchanges, salience.experiences, salience.facts, salience.focuses, salience.forget_requests,
  salience.forget_words, salience.forget_work, salience.gists, salience.list_items, salience.lists, salience.memory_accesses,
  salience.memory_codes, salience.memory_images, salience.memory_leases, salience.memory_progress, salience.memory_proposals, salience.memory_retries,
  salience.relation_sources, salience.relations, salience.schedules, salience.occurrences, salience.replies, salience.thought_concepts, salience.thoughts, salience.threads,
  salience.tombstones, salience.tool_scenarios, salience.topic_sums, salience.topics, salience.trait_sources, salience.traits,
  salience.turn_ends, salience.turns, salience.workspace_files TO salience_fn_forgetting;
--> statement-breakpoint
GRANT INSERT ON salience.chores, salience.forget_words, salience.forget_work, salience.memory_codes, salience.memory_retries,
  salience.relation_sources, salience.relations, salience.tombstones, salience.traits TO salience_fn_forgetting;
--> statement-breakpoint
GRANT UPDATE ON salience.act_steps, salience.approvals, salience.autobiographies, salience.chores, salience.chunks,
  salience.concepts, salience.dead_letters, salience.episodes, salience.experiences, salience.facts, salience.forget_requests,
  salience.gists, salience.memory_codes, salience.memory_leases, salience.memory_progress,
  salience.memory_retries, salience.relation_sources, salience.relations, salience.replies, salience.threads, salience.topic_sums, salience.topics,
  salience.trait_sources,
  salience.traits, salience.turn_ends, salience.turns TO salience_fn_forgetting;
--> statement-breakpoint
GRANT SELECT, UPDATE, DELETE ON salience.overflow_blocks, salience.overflow_items, salience.overflow_words TO salience_fn_forgetting;
--> statement-breakpoint
GRANT SELECT, UPDATE, DELETE ON salience.channels, salience.deliveries, salience.feedback, salience.notices, salience.people,
  salience.person_names TO salience_fn_forgetting;
--> statement-breakpoint
GRANT UPDATE (version) ON salience.agents TO salience_fn_forgetting;
--> statement-breakpoint
GRANT UPDATE (trust) ON salience.concept_names TO salience_fn_forgetting;
--> statement-breakpoint
GRANT DELETE ON salience.autobiography_sources, salience.chunks, salience.concept_names, salience.concept_sources,
  salience.concepts, salience.context_prefixes, salience.contexts, salience.current_threads,
  salience.episode_exchanges, salience.episodes, salience.experiences, salience.facts, salience.focuses,
  salience.forget_words, salience.forget_work, salience.gists, salience.list_items, salience.lists, salience.memory_accesses,
  salience.memory_codes, salience.memory_images, salience.memory_proposals, salience.memory_retries, salience.relation_sources, salience.relations,
  salience.occurrences, salience.schedules,
  salience.thoughts, salience.tool_scenarios, salience.trait_sources, salience.traits
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
GRANT SELECT (turn_id, agent_id, kind, fence, ended_at) ON salience.turn_ends TO salience_fn_sight;
--> statement-breakpoint
GRANT SELECT (id, name) ON salience.agents TO salience_fn_sight;
--> statement-breakpoint
GRANT SELECT (agent_id, settled_as) ON salience.notices TO salience_fn_sight;
--> statement-breakpoint
-- Settling: what failed, again or dropped, on an operator's word. A turn that is said again is accepted like any other.
GRANT SELECT ON salience.dead_letters, salience.lanes, salience.threads, salience.turns TO salience_fn_settling;
--> statement-breakpoint
-- Who held the lane last, if it still beats.
GRANT SELECT (id, state, seen_at) ON salience.workers TO salience_fn_settling;
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
GRANT SELECT (agent_id, kind, due_at), UPDATE (due_at, tries) ON salience.memory_retries TO salience_fn_settling;
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
-- Keys: made, rotated and revoked for whoever shows an operator key. It reads no hash: the door does.
GRANT INSERT, SELECT (id, agent_id, label, rules, hint, created_at, expires_at, revoked_at), UPDATE (expires_at, revoked_at)
  ON salience.api_keys TO salience_fn_keys;
--> statement-breakpoint
GRANT INSERT, SELECT (id, name, hint, created_at, expires_at, revoked_at), UPDATE (expires_at, revoked_at)
  ON salience.operator_keys TO salience_fn_keys;
--> statement-breakpoint
-- Channels: another secret for a webhook, which whoever asks for it cannot read.
GRANT SELECT (id, agent_id, kind, state, secret), UPDATE (secret, old_secret, old_secret_until) ON salience.channels TO salience_fn_channels;
--> statement-breakpoint
-- Allowing: the servers that files of workspaces name, for whoever shows an operator key. It changes no word of a file.
GRANT SELECT (agent_id, path, content), UPDATE (allowed) ON salience.workspace_files TO salience_fn_allowing;
--> statement-breakpoint
GRANT SELECT (id, version), UPDATE (version) ON salience.agents TO salience_fn_allowing;
--> statement-breakpoint
-- ── Row-level security: every row is fenced by its agent (law 12) ──

-- An app sees the rows of the agent that its transaction names. The apps that work across agents see all, and write what they were
-- granted above.
DO $$
DECLARE
  v_table record;
BEGIN
  FOR v_table IN
    SELECT c.relname AS name, CASE c.relname WHEN 'agents' THEN 'id' ELSE 'agent_id' END || ' = current_setting(''app.agent'', true)' AS own
    FROM pg_class c WHERE c.relnamespace = 'salience'::regnamespace AND c.relkind = 'r' AND (c.relname = 'agents' OR EXISTS (
      SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'agent_id' AND NOT a.attisdropped))
  LOOP
    EXECUTE format('ALTER TABLE salience.%I ENABLE ROW LEVEL SECURITY', v_table.name);
    EXECUTE format('CREATE POLICY own_agent ON salience.%I TO salience_app USING (%s) WITH CHECK (%s)', v_table.name, v_table.own, v_table.own);
    EXECUTE format('CREATE POLICY every_agent ON salience.%I TO salience_scheduler, salience_routing_regulator, salience_cognitive_drift, '
      'salience_operator USING (true) WITH CHECK (true)', v_table.name);
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
--> statement-breakpoint
-- A role of functions sees the rows of the tables that it was granted: those of every agent, because its functions check the agent or
-- serve operators; forgetting, which deletes, only those of the agent that the transaction names.
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
