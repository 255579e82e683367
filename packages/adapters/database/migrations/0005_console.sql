CREATE TABLE "salience"."policy_standings" (
	"policy" text NOT NULL,
	"day" date NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"decided_by" text NOT NULL,
	"decided_version" integer NOT NULL,
	"standing" jsonb NOT NULL,
	CONSTRAINT "policy_standings_policy_day_pk" PRIMARY KEY("policy","day")
);
--> statement-breakpoint
CREATE TABLE "salience"."model_usage" (
	"agent_id" text COLLATE "C" NOT NULL,
	"day" date NOT NULL,
	"role" text NOT NULL,
	"model" text NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"errors" integer DEFAULT 0 NOT NULL,
	"failed_over" integer DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"untold" integer DEFAULT 0 NOT NULL,
	"cost_usd" double precision DEFAULT 0 NOT NULL,
	"unpriced" integer DEFAULT 0 NOT NULL,
	"total_ms" bigint DEFAULT 0 NOT NULL,
	"longest_ms" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"last_error" text,
	"last_error_at" timestamp with time zone,
	CONSTRAINT "model_usage_agent_id_day_role_model_pk" PRIMARY KEY("agent_id","day","role","model")
);
--> statement-breakpoint
ALTER TABLE "salience"."workers" ADD COLUMN "away" jsonb;--> statement-breakpoint
CREATE INDEX "policy_standings_day" ON "salience"."policy_standings" USING btree ("day");--> statement-breakpoint
CREATE INDEX "model_usage_day" ON "salience"."model_usage" USING btree ("day");--> statement-breakpoint
CREATE INDEX "audit_log_target" ON "salience"."audit_log" USING btree ("target","at","id") WHERE target is not null;
--> statement-breakpoint
-- ── Rights and policies of the new tables ──

GRANT SELECT ON salience.model_usage, salience.policy_standings TO salience_app;
--> statement-breakpoint
-- Apps that ask models count what they asked.
GRANT INSERT, UPDATE ON salience.model_usage TO salience_digest, salience_memory_chunker, salience_episodic, salience_cognitive_drift, salience_routing_regulator;
--> statement-breakpoint
-- routing-regulator looks at policies.
GRANT INSERT, UPDATE ON salience.policy_standings TO salience_routing_regulator;
--> statement-breakpoint
-- scheduler deletes old days.
GRANT DELETE ON salience.model_usage, salience.policy_standings TO salience_scheduler;
--> statement-breakpoint
-- What operators see of models.
GRANT SELECT ON salience.model_limits, salience.model_usage TO salience_fn_sight;
--> statement-breakpoint
ALTER TABLE salience.model_usage ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_agent ON salience.model_usage TO salience_app USING (agent_id = current_setting('app.agent', true))
  WITH CHECK (agent_id = current_setting('app.agent', true));
--> statement-breakpoint
CREATE POLICY every_agent ON salience.model_usage TO salience_scheduler, salience_routing_regulator, salience_cognitive_drift, salience_operator USING (true) WITH CHECK (true);
--> statement-breakpoint
CREATE POLICY fn_sight ON salience.model_usage TO salience_fn_sight USING (true) WITH CHECK (true);
