CREATE TABLE "salience"."calibrations" (
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"knots" jsonb NOT NULL,
	"figures" jsonb NOT NULL,
	"decisions" integer NOT NULL,
	CONSTRAINT "calibrations_name_version_pk" PRIMARY KEY("name","version"),
	CONSTRAINT "calibrations_version_positive" CHECK ("salience"."calibrations"."version" > 0)
);
--> statement-breakpoint
CREATE TABLE "salience"."decision_labels" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C" NOT NULL,
	"turn_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"wanted" text,
	"confidence" real NOT NULL,
	"given_via" text NOT NULL,
	"reason" text NOT NULL,
	"given_by" text NOT NULL,
	"from_turn_id" text COLLATE "C",
	"mode" text NOT NULL,
	"policy_name" text NOT NULL,
	"policy_version" integer NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "decision_labels_kind" CHECK ("salience"."decision_labels"."kind" in ('missed_clarify', 'missed_act', 'under_engagement', 'over_engagement', 'correct')),
	CONSTRAINT "decision_labels_via" CHECK ("salience"."decision_labels"."given_via" in ('reaction', 'silence', 'feedback', 'reflection')),
	CONSTRAINT "decision_labels_confidence" CHECK ("salience"."decision_labels"."confidence" between 0 and 1)
);
--> statement-breakpoint
CREATE TABLE "salience"."learning_marks" (
	"job" text PRIMARY KEY NOT NULL,
	"read_to" text,
	"moved_at" timestamp with time zone,
	"fence" bigint DEFAULT 0 NOT NULL,
	"owner" text,
	"lease_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "salience"."policy_changes" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"policy" text NOT NULL,
	"version" integer NOT NULL,
	"parent_version" integer,
	"action" text NOT NULL,
	"parameter" text,
	"value_before" double precision,
	"value_after" double precision,
	"pressure" text,
	"estimate" jsonb,
	"measured" jsonb,
	"adopted_at" timestamp with time zone,
	"at" timestamp with time zone NOT NULL,
	"cause" text NOT NULL,
	CONSTRAINT "policy_changes_action" CHECK ("salience"."policy_changes"."action" in ('publish', 'confirm', 'revert', 'release', 'pin', 'unpin', 'rollback'))
);
--> statement-breakpoint
CREATE TABLE "salience"."policy_heads" (
	"name" text PRIMARY KEY NOT NULL,
	"live_version" integer NOT NULL,
	"base_name" text NOT NULL,
	"base_version" integer NOT NULL,
	"pinned_version" integer,
	"pinned_by" text,
	"pinned_at" timestamp with time zone,
	"state" jsonb,
	"cycled_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "policy_heads_pinned" CHECK (num_nonnulls("salience"."policy_heads"."pinned_version", "salience"."policy_heads"."pinned_by", "salience"."policy_heads"."pinned_at") in (0, 3) and "salience"."policy_heads"."live_version" = coalesce("salience"."policy_heads"."pinned_version", "salience"."policy_heads"."live_version"))
);
--> statement-breakpoint
CREATE TABLE "salience"."policy_requests" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"policy" text NOT NULL,
	"version" integer,
	"arguments" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"asked_by" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"outcome" jsonb,
	"done_at" timestamp with time zone,
	CONSTRAINT "policy_requests_kind" CHECK ("salience"."policy_requests"."kind" in ('pin', 'unpin', 'rollback', 'simulate')),
	CONSTRAINT "policy_requests_state" CHECK ("salience"."policy_requests"."state" in ('open', 'done', 'refused')),
	CONSTRAINT "policy_requests_done" CHECK (("salience"."policy_requests"."state" = 'open') = ("salience"."policy_requests"."done_at" is null))
);
--> statement-breakpoint
CREATE TABLE "salience"."reflections" (
	"turn_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"agrees" boolean NOT NULL,
	"wanted" text,
	"confidence" real NOT NULL,
	"ambiguity" real NOT NULL,
	"dimensions" jsonb NOT NULL,
	"model" text NOT NULL,
	"stratum" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "salience"."router_policies" ADD COLUMN "parent_name" text;--> statement-breakpoint
ALTER TABLE "salience"."router_policies" ADD COLUMN "reason" jsonb;--> statement-breakpoint
ALTER TABLE "salience"."feedback" ADD COLUMN "written_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "salience"."workers" ADD COLUMN "policies" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "decision_labels_given" ON "salience"."decision_labels" USING btree ("turn_id","given_via","given_by");--> statement-breakpoint
CREATE INDEX "decision_labels_decided" ON "salience"."decision_labels" USING btree ("decided_at","turn_id");--> statement-breakpoint
CREATE INDEX "decision_labels_recent" ON "salience"."decision_labels" USING btree ("agent_id","at","id");--> statement-breakpoint
CREATE INDEX "decision_labels_from" ON "salience"."decision_labels" USING btree ("from_turn_id") WHERE from_turn_id is not null;--> statement-breakpoint
CREATE INDEX "policy_changes_recent" ON "salience"."policy_changes" USING btree ("policy","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "policy_changes_version" ON "salience"."policy_changes" USING btree ("policy","version") WHERE action in ('publish', 'revert', 'release', 'rollback');--> statement-breakpoint
CREATE INDEX "policy_requests_open" ON "salience"."policy_requests" USING btree ("asked_at","id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "policy_requests_recent" ON "salience"."policy_requests" USING btree ("policy","asked_at","id");--> statement-breakpoint
CREATE INDEX "reflections_recent" ON "salience"."reflections" USING btree ("at");--> statement-breakpoint
CREATE INDEX "feedback_written" ON "salience"."feedback" USING btree ("written_xid","id");
--> statement-breakpoint
-- ── Rights and policies of the new tables ──

GRANT SELECT ON salience.calibrations, salience.decision_labels, salience.learning_marks, salience.policy_changes, salience.policy_heads, salience.policy_requests,
  salience.reflections TO salience_app;
--> statement-breakpoint
-- routing-regulator: the one that labels, reviews and moves a policy (law 7). What was published is never changed.
GRANT INSERT, UPDATE, DELETE ON salience.decision_labels TO salience_routing_regulator;
--> statement-breakpoint
GRANT INSERT ON salience.calibrations, salience.policy_changes, salience.reflections TO salience_routing_regulator;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.learning_marks, salience.policy_heads TO salience_routing_regulator;
--> statement-breakpoint
GRANT UPDATE (adopted_at, measured) ON salience.policy_changes TO salience_routing_regulator;
--> statement-breakpoint
GRANT UPDATE (state, outcome, done_at) ON salience.policy_requests TO salience_routing_regulator;
--> statement-breakpoint
-- Reviewing asks a model.
GRANT INSERT, SELECT, UPDATE ON salience.model_limits TO salience_routing_regulator;
--> statement-breakpoint
-- Others ask it to. A request begins open.
GRANT INSERT (id, kind, policy, version, arguments, asked_by, asked_at) ON salience.policy_requests TO salience_consumer, salience_operator;
--> statement-breakpoint
GRANT SELECT, DELETE ON salience.decision_labels, salience.reflections TO salience_fn_forgetting;
--> statement-breakpoint
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['decision_labels', 'reflections'] LOOP
    EXECUTE format('ALTER TABLE salience.%I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_agent ON salience.%I TO salience_app USING (agent_id = current_setting(''app.agent'', true)) '
      'WITH CHECK (agent_id = current_setting(''app.agent'', true))', v_table);
    EXECUTE format('CREATE POLICY every_agent ON salience.%I TO salience_scheduler, salience_routing_regulator, salience_cognitive_drift, '
      'salience_operator USING (true) WITH CHECK (true)', v_table);
    EXECUTE format('CREATE POLICY fn_forgetting ON salience.%I TO salience_fn_forgetting USING (agent_id = current_setting(''app.agent'', true)) '
      'WITH CHECK (agent_id = current_setting(''app.agent'', true))', v_table);
  END LOOP;
END $$;
