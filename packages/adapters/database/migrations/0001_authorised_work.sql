-- Tables that turns are at: first, one after the other as turns lock them, so that no turn and this lock each other out.
-- A mailbox is found by the name of its agent, before anything of that agent is.
CREATE POLICY door_of_mail ON salience.agents FOR SELECT TO salience_pulse_sensor USING (true);
--> statement-breakpoint
ALTER TABLE "salience"."approvals" ADD COLUMN "kind" text DEFAULT 'call' NOT NULL;--> statement-breakpoint
ALTER TABLE "salience"."approvals" ADD COLUMN "task_id" text COLLATE "C";--> statement-breakpoint
-- Authorised work: inlets, what came in through them, tasks with their steps, and letters. It only adds: new tables, and two columns of
-- approvals with a constant default, which take a short lock of that table.

CREATE TABLE "salience"."hooks" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"secret" text,
	"old_secret" text,
	"old_secret_until" timestamp with time zone,
	"ceiling" text NOT NULL,
	"action_class" text NOT NULL,
	"plan" jsonb,
	"per_minute" integer NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "hooks_state" CHECK ("salience"."hooks"."state" in ('active', 'paused', 'removed'))
);
--> statement-breakpoint
CREATE TABLE "salience"."inbound" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"source" text NOT NULL,
	"external_id" text,
	"replay_key" text,
	"sent_key" text,
	"content_hash" text,
	"sender" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"evidence" jsonb,
	"authority" text NOT NULL,
	"action_class" text NOT NULL,
	"authorisation" text NOT NULL,
	"reason" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"task_id" text COLLATE "C",
	"message_id" text,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "inbound_authorisation" CHECK ("salience"."inbound"."authorisation" in ('allow', 'review', 'reject'))
);
--> statement-breakpoint
CREATE TABLE "salience"."letters" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"mailbox" text,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"inbound_id" text COLLATE "C",
	"in_reply_to" text,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"error" text,
	"turn_id" text COLLATE "C" NOT NULL,
	"idempotency_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "letters_kind" CHECK ("salience"."letters"."kind" in ('draft', 'send')),
	CONSTRAINT "letters_state" CHECK ("salience"."letters"."state" in ('pending', 'sending', 'done', 'unknown', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "salience"."mailboxes" (
	"agent_id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"uid_validity" bigint,
	"last_uid" bigint,
	"fence" bigint DEFAULT 0 NOT NULL,
	"owner" text,
	"lease_until" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" text,
	"retry_at" timestamp with time zone,
	"anchored_at" timestamp with time zone,
	"old_upto" bigint,
	"seen_at" timestamp with time zone,
	CONSTRAINT "mailboxes_agent_id_name_pk" PRIMARY KEY("agent_id","name")
);
--> statement-breakpoint
CREATE TABLE "salience"."pulse_events" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C",
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"report" jsonb NOT NULL,
	"asked_id" text COLLATE "C",
	CONSTRAINT "pulse_events_kind" CHECK ("salience"."pulse_events"."kind" in ('tick', 'tick_error', 'adapter_error', 'tick_asked'))
);
--> statement-breakpoint
CREATE TABLE "salience"."sender_sessions" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"source" text NOT NULL,
	"sender" text NOT NULL,
	"approval_id" text COLLATE "C" NOT NULL,
	"opened_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "salience"."agendas" (
	"agent_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone,
	"running" integer DEFAULT 0 NOT NULL,
	"open" integer DEFAULT 0 NOT NULL,
	"concurrent" integer DEFAULT 4 NOT NULL,
	"served_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "salience"."task_steps" (
	"task_id" text COLLATE "C" NOT NULL,
	"n" integer NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"turn_id" text COLLATE "C",
	"approval_id" text COLLATE "C",
	"leads_to" text,
	"attempt" integer DEFAULT 1 NOT NULL,
	"result" text,
	"acted" integer DEFAULT 0 NOT NULL,
	"effects" integer DEFAULT 0 NOT NULL,
	"result_trust" text,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "task_steps_task_id_n_pk" PRIMARY KEY("task_id","n"),
	CONSTRAINT "task_steps_kind" CHECK ("salience"."task_steps"."kind" in ('agent', 'triage', 'person')),
	CONSTRAINT "task_steps_state" CHECK ("salience"."task_steps"."state" in ('running', 'asked', 'done', 'failed', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "salience"."tasks" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"thread_id" text COLLATE "C",
	"source" text NOT NULL,
	"inbound_id" text COLLATE "C",
	"title" text NOT NULL,
	"text" text NOT NULL,
	"from_name" text NOT NULL,
	"trust" text NOT NULL,
	"authority" text NOT NULL,
	"action_class" text NOT NULL,
	"granted" jsonb NOT NULL,
	"plan" jsonb NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"run_at" timestamp with time zone NOT NULL,
	"turn_id" text COLLATE "C",
	"approval_id" text COLLATE "C",
	"report_thread_id" text COLLATE "C",
	"speaker" text,
	"zone" text DEFAULT 'UTC' NOT NULL,
	"turns_used" integer DEFAULT 0 NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL,
	"result" text,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"cancel_requested_at" timestamp with time zone,
	"idempotency_key" text,
	"made_turn_id" text COLLATE "C",
	"traceparent" text,
	CONSTRAINT "tasks_state" CHECK ("salience"."tasks"."state" in ('scheduled', 'running', 'awaiting_review', 'retry_wait', 'completed', 'rejected', 'failed', 'dead')),
	CONSTRAINT "tasks_source" CHECK ("salience"."tasks"."source" in ('mail', 'hook', 'api', 'skill')),
	CONSTRAINT "tasks_ended" CHECK (("salience"."tasks"."ended_at" is not null) = ("salience"."tasks"."state" in ('completed', 'rejected', 'failed', 'dead'))),
	CONSTRAINT "tasks_running_turn" CHECK ("salience"."tasks"."state" <> 'running' or "salience"."tasks"."turn_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "salience"."inbound" ADD CONSTRAINT "inbound_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "salience"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "salience"."task_steps" ADD CONSTRAINT "task_steps_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "salience"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "hooks_name" ON "salience"."hooks" USING btree ("agent_id","name") WHERE state <> 'removed';--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_external" ON "salience"."inbound" USING btree ("agent_id","source","external_id") WHERE external_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_replay" ON "salience"."inbound" USING btree ("agent_id","source","replay_key") WHERE replay_key is not null;--> statement-breakpoint
CREATE INDEX "inbound_sent" ON "salience"."inbound" USING btree ("agent_id","source","sent_key") WHERE sent_key is not null;--> statement-breakpoint
CREATE INDEX "inbound_content" ON "salience"."inbound" USING btree ("agent_id","source","content_hash") WHERE content_hash is not null;--> statement-breakpoint
CREATE INDEX "inbound_recent" ON "salience"."inbound" USING btree ("agent_id","received_at","id");--> statement-breakpoint
CREATE INDEX "inbound_sender" ON "salience"."inbound" USING btree ("agent_id","source","sender","received_at");--> statement-breakpoint
CREATE INDEX "inbound_old" ON "salience"."inbound" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "letters_idempotency" ON "salience"."letters" USING btree ("agent_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "letters_due" ON "salience"."letters" USING btree ("kind","next_at") WHERE state in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "letters_turn" ON "salience"."letters" USING btree ("turn_id");--> statement-breakpoint
CREATE INDEX "letters_recent" ON "salience"."letters" USING btree ("agent_id","created_at","id");--> statement-breakpoint
CREATE INDEX "pulse_events_at" ON "salience"."pulse_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "pulse_events_wanted" ON "salience"."pulse_events" USING btree ("at") WHERE kind = 'tick_asked';--> statement-breakpoint
CREATE INDEX "pulse_events_asked" ON "salience"."pulse_events" USING btree ("asked_id") WHERE asked_id is not null;--> statement-breakpoint
CREATE INDEX "sender_sessions_of" ON "salience"."sender_sessions" USING btree ("agent_id","source","sender","until");--> statement-breakpoint
CREATE INDEX "agendas_due" ON "salience"."agendas" USING btree ("next_at") WHERE running < concurrent and next_at is not null;--> statement-breakpoint
CREATE INDEX "task_steps_turn" ON "salience"."task_steps" USING btree ("turn_id") WHERE turn_id is not null;--> statement-breakpoint
CREATE INDEX "tasks_due" ON "salience"."tasks" USING btree ("agent_id","run_at","id") WHERE state in ('scheduled', 'retry_wait');--> statement-breakpoint
CREATE INDEX "tasks_running" ON "salience"."tasks" USING btree ("turn_id") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "tasks_turned_away" ON "salience"."tasks" USING btree ("ended_at") WHERE state = 'rejected' and started_at is null and inbound_id is not null;--> statement-breakpoint
CREATE INDEX "tasks_recent" ON "salience"."tasks" USING btree ("agent_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tasks_inbound" ON "salience"."tasks" USING btree ("inbound_id") WHERE inbound_id is not null;--> statement-breakpoint
CREATE INDEX "tasks_made" ON "salience"."tasks" USING btree ("made_turn_id") WHERE made_turn_id is not null;--> statement-breakpoint
CREATE INDEX "tasks_thread" ON "salience"."tasks" USING btree ("thread_id") WHERE thread_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_idempotency" ON "salience"."tasks" USING btree ("agent_id","idempotency_key") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX "approvals_task" ON "salience"."approvals" USING btree ("task_id") WHERE task_id is not null;
--> statement-breakpoint
-- ── Rights and policies of the new tables ──

DO $$
DECLARE
  role_name text;
BEGIN
  -- Hooks: the secret of the one hook that a request names, for the app that checks its signature.
  FOREACH role_name IN ARRAY ARRAY['salience_fn_hooks'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB', role_name);
    END IF;
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN EXECUTE format('GRANT %I TO CURRENT_USER', role_name); END IF;
    IF NOT pg_has_role(current_user, role_name, 'USAGE') THEN
      RAISE EXCEPTION '% is not a member of %', current_user, role_name
        USING HINT = format('As a superuser: GRANT %I TO %I WITH ADMIN OPTION', role_name, current_user);
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA salience TO salience_fn_hooks;
--> statement-breakpoint
GRANT SELECT ON salience.agendas, salience.inbound, salience.letters, salience.mailboxes, salience.pulse_events, salience.sender_sessions,
  salience.task_steps, salience.tasks TO salience_app;
--> statement-breakpoint
-- No app reads the secrets of hooks.
GRANT SELECT (id, agent_id, name, ceiling, action_class, plan, per_minute, state, created_at, removed_at, old_secret_until) ON salience.hooks TO salience_app;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.agendas TO salience_consumer, salience_digest, salience_scheduler, salience_pulse_sensor;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.tasks TO salience_consumer, salience_digest, salience_scheduler;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.task_steps TO salience_consumer, salience_digest, salience_scheduler;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.inbound TO salience_consumer, salience_pulse_sensor;
--> statement-breakpoint
GRANT DELETE ON salience.inbound, salience.pulse_events, salience.tasks TO salience_scheduler;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.hooks, salience.sender_sessions TO salience_consumer;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.mailboxes TO salience_pulse_sensor;
--> statement-breakpoint
GRANT INSERT ON salience.letters TO salience_digest;
--> statement-breakpoint
-- What a letter says, and to whom, stands once it is written.
GRANT UPDATE (state, attempts, claimed_until, next_at, error, settled_at) ON salience.letters TO salience_scheduler, salience_pulse_sensor;
--> statement-breakpoint
GRANT INSERT ON salience.pulse_events TO salience_consumer, salience_pulse_sensor, salience_scheduler;
--> statement-breakpoint
GRANT INSERT ON salience.act_steps, salience.approvals TO salience_consumer, salience_scheduler, salience_pulse_sensor;
--> statement-breakpoint
-- pulse-sensor takes in messages: a task, and where a person is to be asked, the turn that asks.
GRANT INSERT ON salience.notices, salience.tasks, salience.turns TO salience_pulse_sensor;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.lanes, salience.threads TO salience_pulse_sensor;
--> statement-breakpoint
-- Hooks: see above.
GRANT SELECT ON salience.hooks TO salience_fn_hooks;
--> statement-breakpoint
GRANT UPDATE (secret, old_secret, old_secret_until) ON salience.hooks TO salience_fn_hooks;
--> statement-breakpoint
-- An app sees the rows of the agent that its transaction names; the apps that work across agents see all.
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['agendas', 'hooks', 'inbound', 'letters', 'mailboxes', 'pulse_events', 'sender_sessions', 'task_steps', 'tasks'] LOOP
    EXECUTE format('ALTER TABLE salience.%I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_agent ON salience.%I TO salience_app USING (agent_id = current_setting(''app.agent'', true)) '
      'WITH CHECK (agent_id = current_setting(''app.agent'', true))', v_table);
    EXECUTE format('CREATE POLICY every_agent ON salience.%I TO salience_scheduler, salience_routing_regulator, salience_cognitive_drift, '
      'salience_operator USING (true) WITH CHECK (true)', v_table);
    -- Forgetting sees the rows of the agent that its transaction names.
    EXECUTE format('CREATE POLICY fn_forgetting ON salience.%I TO salience_fn_forgetting USING (agent_id = current_setting(''app.agent'', true)) '
      'WITH CHECK (agent_id = current_setting(''app.agent'', true))', v_table);
  END LOOP;
END $$;
--> statement-breakpoint
-- pulse-sensor reads what strangers write: whatever it is brought to write is a mail of theirs, the question about it, or the state of a draft.
CREATE POLICY only_mails ON salience.tasks AS RESTRICTIVE FOR INSERT TO salience_pulse_sensor
  WITH CHECK (source = 'mail' AND authority <> 'system' AND trust IN ('external', 'unverified'));
--> statement-breakpoint
CREATE POLICY only_drafts ON salience.letters AS RESTRICTIVE TO salience_pulse_sensor USING (kind = 'draft') WITH CHECK (kind = 'draft');
--> statement-breakpoint
-- A tick is of all agents: its report holds numbers.
CREATE POLICY fleet ON salience.pulse_events TO salience_consumer USING (agent_id IS NULL) WITH CHECK (agent_id IS NULL);
--> statement-breakpoint
CREATE POLICY fn_hooks ON salience.hooks TO salience_fn_hooks USING (true) WITH CHECK (true);
--> statement-breakpoint
-- Forgetting empties these rows; none goes.
GRANT SELECT, UPDATE ON salience.inbound, salience.letters, salience.pulse_events, salience.sender_sessions, salience.task_steps, salience.tasks
  TO salience_fn_forgetting;
--> statement-breakpoint
GRANT INSERT, UPDATE, SELECT ON salience.agendas TO salience_fn_forgetting;
