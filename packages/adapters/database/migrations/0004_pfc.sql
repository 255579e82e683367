CREATE TABLE "salience"."bridge_channels" (
	"agent_id" text COLLATE "C" NOT NULL,
	"channel" text NOT NULL,
	"last_message" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bridge_channels_agent_id_channel_pk" PRIMARY KEY("agent_id","channel")
);
--> statement-breakpoint
CREATE TABLE "salience"."bridge_replies" (
	"agent_id" text COLLATE "C" NOT NULL,
	"turn_id" text COLLATE "C" NOT NULL,
	"channel" text NOT NULL,
	"message_id" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"posted_id" text,
	"error" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "bridge_replies_agent_id_turn_id_pk" PRIMARY KEY("agent_id","turn_id"),
	CONSTRAINT "bridge_replies_state" CHECK ("salience"."bridge_replies"."state" in ('waiting', 'sending', 'posted', 'silent', 'unknown', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "salience"."bridges" (
	"agent_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"key" text NOT NULL,
	"channels" jsonb NOT NULL,
	"self_names" jsonb NOT NULL,
	"mention_names" jsonb NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	"fence" bigint DEFAULT 0 NOT NULL,
	"owner" text,
	"lease_until" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"error" text,
	"retry_at" timestamp with time zone,
	"seen_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."hand_deliveries" (
	"agent_id" text COLLATE "C" NOT NULL,
	"channel" text NOT NULL,
	"version" bigint NOT NULL,
	"target" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"key" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "hand_deliveries_agent_id_channel_version_target_pk" PRIMARY KEY("agent_id","channel","version","target"),
	CONSTRAINT "hand_deliveries_state" CHECK ("salience"."hand_deliveries"."state" in ('pending', 'sent', 'unknown', 'failed', 'late'))
);
--> statement-breakpoint
CREATE TABLE "salience"."pfc_action_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "salience"."pfc_action_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"agent_id" text COLLATE "C" NOT NULL,
	"action" text NOT NULL,
	"context" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"kind" text,
	"channel" text,
	"salience" real NOT NULL,
	"decision" text NOT NULL,
	"matched_goals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reasoning" text NOT NULL,
	"factors" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"source" text NOT NULL,
	"trust" text NOT NULL,
	"held_until" timestamp with time zone,
	"hold" text,
	"merged_into" integer,
	"outcome" text,
	"outcome_notes" text,
	"outcome_value" real,
	"outcome_trust" text,
	"outcome_at" timestamp with time zone,
	"outcomes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"turn_id" text COLLATE "C",
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pfc_action_log_salience" CHECK ("salience"."pfc_action_log"."salience" between 0 and 1),
	CONSTRAINT "pfc_action_log_decision" CHECK ("salience"."pfc_action_log"."decision" in ('act', 'consider', 'skip')),
	CONSTRAINT "pfc_action_log_source" CHECK ("salience"."pfc_action_log"."source" in ('api', 'act', 'pulse')),
	CONSTRAINT "pfc_action_log_hold" CHECK ("salience"."pfc_action_log"."hold" in ('held', 'merged', 'expired', 'released')),
	CONSTRAINT "pfc_action_log_held_until" CHECK ("salience"."pfc_action_log"."hold" <> 'held' or "salience"."pfc_action_log"."held_until" is not null),
	CONSTRAINT "pfc_action_log_value" CHECK ("salience"."pfc_action_log"."outcome_value" between -1 and 1),
	CONSTRAINT "pfc_action_log_trust" CHECK (trust in ('owner', 'unverified'))
);
--> statement-breakpoint
CREATE TABLE "salience"."pfc_config" (
	"agent_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"revision" bigint NOT NULL,
	"doc" jsonb NOT NULL,
	"file_hash" text,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "salience"."pfc_focus" (
	"agent_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"channel" text,
	"updated_at" timestamp with time zone NOT NULL,
	"trust" text DEFAULT 'owner' NOT NULL,
	CONSTRAINT "pfc_focus_trust" CHECK (trust in ('owner', 'unverified'))
);
--> statement-breakpoint
CREATE TABLE "salience"."pfc_goals" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "salience"."pfc_goals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"agent_id" text COLLATE "C" NOT NULL,
	"goal" text NOT NULL,
	"priority" integer DEFAULT 50 NOT NULL,
	"context" text,
	"status" text DEFAULT 'active' NOT NULL,
	"trust" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "pfc_goals_priority" CHECK ("salience"."pfc_goals"."priority" between 0 and 100),
	CONSTRAINT "pfc_goals_status" CHECK ("salience"."pfc_goals"."status" in ('active', 'paused', 'completed', 'abandoned')),
	CONSTRAINT "pfc_goals_trust" CHECK (trust in ('owner', 'unverified'))
);
--> statement-breakpoint
CREATE TABLE "salience"."pfc_hands" (
	"agent_id" text COLLATE "C" NOT NULL,
	"channel" text NOT NULL,
	"state" text DEFAULT 'lowered' NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"bid" real DEFAULT 0 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"raised_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	"trust" text DEFAULT 'owner' NOT NULL,
	CONSTRAINT "pfc_hands_agent_id_channel_pk" PRIMARY KEY("agent_id","channel"),
	CONSTRAINT "pfc_hands_state" CHECK ("salience"."pfc_hands"."state" in ('lowered', 'waiting', 'raised', 'granted')),
	CONSTRAINT "pfc_hands_bid" CHECK ("salience"."pfc_hands"."bid" between 0 and 1),
	CONSTRAINT "pfc_hands_raised" CHECK (("salience"."pfc_hands"."state" = 'lowered') = ("salience"."pfc_hands"."raised_at" is null)),
	CONSTRAINT "pfc_hands_trust" CHECK (trust in ('owner', 'unverified'))
);
--> statement-breakpoint
CREATE TABLE "salience"."pfc_monologue" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "salience"."pfc_monologue_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"agent_id" text COLLATE "C" NOT NULL,
	"channel" text,
	"thought_type" text DEFAULT 'reaction' NOT NULL,
	"content" text,
	"trigger_message_id" text,
	"trigger_author" text,
	"trigger_content" text,
	"rule" text,
	"turn_id" text COLLATE "C",
	"trust" text NOT NULL,
	"source" text DEFAULT 'api' NOT NULL,
	"synthesis_id" text COLLATE "C",
	"consumed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pfc_monologue_content" CHECK ("salience"."pfc_monologue"."content" is not null or "salience"."pfc_monologue"."turn_id" is not null),
	CONSTRAINT "pfc_monologue_synthesis" CHECK ("salience"."pfc_monologue"."synthesis_id" is null or "salience"."pfc_monologue"."consumed_at" is not null),
	CONSTRAINT "pfc_monologue_trust" CHECK (trust in ('owner', 'unverified'))
);
--> statement-breakpoint
CREATE TABLE "salience"."room_claims" (
	"room" text NOT NULL,
	"message_id" text NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "room_claims_room_message_id_pk" PRIMARY KEY("room","message_id")
);
--> statement-breakpoint
CREATE TABLE "salience"."room_events" (
	"room" text NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "room_events_room_seq_pk" PRIMARY KEY("room","seq")
);
--> statement-breakpoint
CREATE TABLE "salience"."room_members" (
	"room" text NOT NULL,
	"kind" text NOT NULL,
	"member" text NOT NULL,
	"display" text NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"left_at" timestamp with time zone,
	CONSTRAINT "room_members_room_kind_member_pk" PRIMARY KEY("room","kind","member"),
	CONSTRAINT "room_members_kind" CHECK ("salience"."room_members"."kind" in ('agent', 'human'))
);
--> statement-breakpoint
CREATE TABLE "salience"."room_messages" (
	"room" text NOT NULL,
	"seq" bigint NOT NULL,
	"id" text NOT NULL,
	"author_kind" text NOT NULL,
	"author" text NOT NULL,
	"display" text NOT NULL,
	"content" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"trust" text NOT NULL,
	"source" text NOT NULL,
	"turn_id" text COLLATE "C",
	CONSTRAINT "room_messages_room_seq_pk" PRIMARY KEY("room","seq")
);
--> statement-breakpoint
CREATE TABLE "salience"."room_presence" (
	"socket" text NOT NULL,
	"room" text NOT NULL,
	"kind" text NOT NULL,
	"member" text NOT NULL,
	"worker_id" text COLLATE "C" NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "room_presence_socket_room_pk" PRIMARY KEY("socket","room")
);
--> statement-breakpoint
CREATE TABLE "salience"."room_queue" (
	"room" text NOT NULL,
	"member" text NOT NULL,
	"tier" text NOT NULL,
	"place" bigint NOT NULL,
	"interrupted" boolean DEFAULT false NOT NULL,
	"raised_at" timestamp with time zone NOT NULL,
	CONSTRAINT "room_queue_room_member_pk" PRIMARY KEY("room","member"),
	CONSTRAINT "room_queue_tier" CHECK ("salience"."room_queue"."tier" in ('normal', 'emergency'))
);
--> statement-breakpoint
CREATE TABLE "salience"."room_turns" (
	"turn_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"room" text NOT NULL,
	"agent_id" text COLLATE "C" NOT NULL,
	"why" text NOT NULL,
	"message_id" text,
	"posted_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "room_turns_why" CHECK ("salience"."room_turns"."why" in ('target', 'floor'))
);
--> statement-breakpoint
CREATE TABLE "salience"."rooms" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"hands_max" integer DEFAULT 2 NOT NULL,
	"speaker_kind" text,
	"speaker" text,
	"speaker_tier" text,
	"speaking_since" timestamp with time zone,
	"seq" bigint DEFAULT 0 NOT NULL,
	"messages" bigint DEFAULT 0 NOT NULL,
	"places" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rooms_id" CHECK ("salience"."rooms"."id" ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
	CONSTRAINT "rooms_kind" CHECK ("salience"."rooms"."kind" in ('text', 'voice')),
	CONSTRAINT "rooms_hands" CHECK ("salience"."rooms"."hands_max" > 0),
	CONSTRAINT "rooms_speaker" CHECK (num_nonnulls("salience"."rooms"."speaker_kind", "salience"."rooms"."speaker", "salience"."rooms"."speaker_tier", "salience"."rooms"."speaking_since") in (0, 4))
);
--> statement-breakpoint
ALTER TABLE "salience"."turns" ADD COLUMN "overheard" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "bridge_replies_open" ON "salience"."bridge_replies" USING btree ("agent_id","next_at") WHERE state in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "bridge_replies_recent" ON "salience"."bridge_replies" USING btree ("agent_id","created_at");--> statement-breakpoint
CREATE INDEX "hand_deliveries_due" ON "salience"."hand_deliveries" USING btree ("next_at") WHERE state in ('pending', 'unknown');--> statement-breakpoint
CREATE INDEX "hand_deliveries_old" ON "salience"."hand_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "pfc_action_log_recent" ON "salience"."pfc_action_log" USING btree ("agent_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "pfc_action_log_decisions" ON "salience"."pfc_action_log" USING btree ("agent_id","decision","created_at");--> statement-breakpoint
CREATE INDEX "pfc_action_log_held" ON "salience"."pfc_action_log" USING btree ("held_until") WHERE hold = 'held';--> statement-breakpoint
CREATE INDEX "pfc_action_log_outcomes" ON "salience"."pfc_action_log" USING btree ("agent_id","outcome_at" DESC NULLS FIRST) WHERE outcome is not null;--> statement-breakpoint
CREATE INDEX "pfc_action_log_turn" ON "salience"."pfc_action_log" USING btree ("turn_id") WHERE turn_id is not null;--> statement-breakpoint
CREATE INDEX "pfc_action_log_old" ON "salience"."pfc_action_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "pfc_goals_order" ON "salience"."pfc_goals" USING btree ("agent_id","status","priority" DESC NULLS FIRST,"created_at","id");--> statement-breakpoint
CREATE INDEX "pfc_action_log_unverified" ON "salience"."pfc_action_log" USING btree ("agent_id","id") WHERE trust = 'unverified';--> statement-breakpoint
CREATE INDEX "pfc_hands_up" ON "salience"."pfc_hands" USING btree ("channel") WHERE state <> 'lowered';--> statement-breakpoint
CREATE UNIQUE INDEX "pfc_monologue_message" ON "salience"."pfc_monologue" USING btree ("agent_id",coalesce(channel, ''),"trigger_message_id") WHERE trigger_message_id is not null;--> statement-breakpoint
CREATE INDEX "idx_monologue_channel" ON "salience"."pfc_monologue" USING btree ("agent_id","channel","created_at") WHERE consumed_at is null;--> statement-breakpoint
CREATE INDEX "idx_monologue_created" ON "salience"."pfc_monologue" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "pfc_monologue_turn" ON "salience"."pfc_monologue" USING btree ("turn_id") WHERE turn_id is not null;--> statement-breakpoint
CREATE INDEX "pfc_monologue_unverified" ON "salience"."pfc_monologue" USING btree ("agent_id","id") WHERE trust = 'unverified';--> statement-breakpoint
CREATE INDEX "pfc_monologue_consumed" ON "salience"."pfc_monologue" USING btree ("consumed_at") WHERE consumed_at is not null;--> statement-breakpoint
CREATE INDEX "room_events_old" ON "salience"."room_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "room_members_of" ON "salience"."room_members" USING btree ("kind","member");--> statement-breakpoint
CREATE UNIQUE INDEX "room_messages_given" ON "salience"."room_messages" USING btree ("room","id");--> statement-breakpoint
CREATE INDEX "room_messages_id" ON "salience"."room_messages" USING btree ("id");--> statement-breakpoint
CREATE INDEX "room_messages_turn" ON "salience"."room_messages" USING btree ("turn_id") WHERE turn_id is not null;--> statement-breakpoint
CREATE INDEX "room_presence_of" ON "salience"."room_presence" USING btree ("room","kind","member");--> statement-breakpoint
CREATE INDEX "room_presence_seen" ON "salience"."room_presence" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "room_turns_open" ON "salience"."room_turns" USING btree ("created_at") WHERE posted_at is null;--> statement-breakpoint
CREATE INDEX "room_turns_message" ON "salience"."room_turns" USING btree ("room","message_id");
--> statement-breakpoint
-- ── Rights and policies of the new tables ──

DO $$
DECLARE
  role_name text;
BEGIN
  -- Rooms: what spans agents. It writes what happens in a room, and the hands of those who are in it.
  FOREACH role_name IN ARRAY ARRAY['salience_fn_rooms'] LOOP
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
GRANT USAGE ON SCHEMA salience TO salience_fn_rooms;
--> statement-breakpoint
GRANT SELECT ON salience.bridge_channels, salience.bridge_replies, salience.hand_deliveries, salience.pfc_action_log, salience.pfc_config, salience.pfc_focus,
  salience.pfc_goals, salience.pfc_hands, salience.pfc_monologue, salience.room_claims, salience.room_turns TO salience_app;
--> statement-breakpoint
-- consumer: goals, settings and focus are a caller's; it evaluates for them, and it and pulse-sensor take in what is heard.
GRANT INSERT, UPDATE, DELETE ON salience.pfc_goals TO salience_consumer;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.pfc_config, salience.pfc_focus TO salience_consumer;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.pfc_hands, salience.pfc_monologue TO salience_consumer, salience_pulse_sensor;
--> statement-breakpoint
GRANT INSERT ON salience.hand_deliveries TO salience_consumer, salience_pulse_sensor;
--> statement-breakpoint
-- Whoever evaluates an action logs it: consumer for callers, digest before a step, pulse-sensor before a wake.
GRANT INSERT, UPDATE ON salience.pfc_action_log TO salience_consumer, salience_digest, salience_pulse_sensor;
--> statement-breakpoint
-- scheduler: tells of raised hands, ends what was held, notes how actions went whose approval has expired, deletes what was kept long enough.
GRANT UPDATE ON salience.hand_deliveries TO salience_scheduler;
--> statement-breakpoint
GRANT UPDATE (hold, outcome, outcome_value, outcome_trust, outcome_at) ON salience.pfc_action_log TO salience_scheduler;
--> statement-breakpoint
GRANT DELETE ON salience.hand_deliveries, salience.pfc_action_log, salience.pfc_monologue TO salience_scheduler;
--> statement-breakpoint
-- What nobody vouches for gives way when there is too much of it.
GRANT DELETE ON salience.pfc_action_log, salience.pfc_hands, salience.pfc_monologue TO salience_consumer;
--> statement-breakpoint
GRANT DELETE ON salience.room_events TO salience_fn_rooms;
--> statement-breakpoint
-- operator: imports an agent with its goals and thoughts.
GRANT INSERT, UPDATE ON salience.pfc_goals TO salience_operator;
--> statement-breakpoint
GRANT INSERT ON salience.pfc_monologue TO salience_operator;
--> statement-breakpoint
-- Bridges: consumer sets them without reading the key, which is for whoever connects or sends.
GRANT SELECT (agent_id, url, channels, self_names, mention_names, revision, fence, owner, lease_until, failures, error, retry_at, seen_at, created_at, updated_at),
  INSERT, DELETE, UPDATE (url, key, channels, self_names, mention_names, revision, updated_at, failures, error, retry_at) ON salience.bridges TO salience_consumer;
--> statement-breakpoint
GRANT SELECT (agent_id, url, channels, self_names, mention_names, revision, failures, error, retry_at, seen_at, created_at, updated_at) ON salience.bridges
  TO salience_operator;
--> statement-breakpoint
GRANT SELECT, UPDATE ON salience.bridges TO salience_pulse_sensor;
--> statement-breakpoint
GRANT SELECT ON salience.bridges TO salience_scheduler;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.bridge_channels, salience.bridge_replies TO salience_pulse_sensor;
--> statement-breakpoint
GRANT DELETE ON salience.bridge_channels, salience.bridge_replies TO salience_consumer;
--> statement-breakpoint
-- The functions of rooms.
GRANT SELECT, INSERT, UPDATE, DELETE ON salience.room_members, salience.room_presence, salience.room_queue TO salience_fn_rooms;
--> statement-breakpoint
GRANT SELECT, INSERT ON salience.hand_deliveries TO salience_fn_rooms;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON salience.pfc_hands, salience.room_turns, salience.rooms TO salience_fn_rooms;
--> statement-breakpoint
GRANT SELECT, INSERT ON salience.room_claims, salience.room_events, salience.room_messages TO salience_fn_rooms;
--> statement-breakpoint
GRANT SELECT ON salience.pfc_config, salience.pfc_focus, salience.pfc_goals TO salience_fn_rooms;
--> statement-breakpoint
-- What a raised hand is told to, who an agent is, and whether a turn whose answer belongs into a room has ended.
GRANT SELECT (id, name, settings) ON salience.agents TO salience_fn_rooms;
--> statement-breakpoint
GRANT SELECT (agent_id, channels) ON salience.bridges TO salience_fn_rooms;
--> statement-breakpoint
GRANT SELECT (id, agent_id, state, ended_at, forgotten_at) ON salience.turns TO salience_fn_rooms;
--> statement-breakpoint
GRANT SELECT (turn_id, agent_id, reply) ON salience.turn_ends TO salience_fn_rooms;
--> statement-breakpoint
GRANT SELECT, UPDATE, DELETE ON salience.bridge_replies, salience.hand_deliveries, salience.pfc_action_log, salience.pfc_focus, salience.pfc_goals, salience.pfc_hands, salience.pfc_monologue, salience.room_claims,
  salience.room_events, salience.room_members, salience.room_messages, salience.room_presence, salience.room_queue, salience.room_turns, salience.rooms TO salience_fn_forgetting;
--> statement-breakpoint
-- That something was forgotten is an event of the room.
GRANT INSERT ON salience.room_events TO salience_fn_forgetting;
--> statement-breakpoint
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['bridge_channels', 'bridge_replies', 'bridges', 'hand_deliveries', 'pfc_action_log', 'pfc_config', 'pfc_focus', 'pfc_goals', 'pfc_hands',
    'pfc_monologue', 'room_claims', 'room_turns'] LOOP
    EXECUTE format('ALTER TABLE salience.%I ENABLE ROW LEVEL SECURITY', v_table);
    EXECUTE format('CREATE POLICY own_agent ON salience.%I TO salience_app USING (agent_id = current_setting(''app.agent'', true)) '
      'WITH CHECK (agent_id = current_setting(''app.agent'', true))', v_table);
    EXECUTE format('CREATE POLICY every_agent ON salience.%I TO salience_scheduler, salience_routing_regulator, salience_cognitive_drift, '
      'salience_operator USING (true) WITH CHECK (true)', v_table);
    EXECUTE format('CREATE POLICY fn_forgetting ON salience.%I TO salience_fn_forgetting USING (agent_id = current_setting(''app.agent'', true)) '
      'WITH CHECK (agent_id = current_setting(''app.agent'', true))', v_table);
  END LOOP;
  -- The functions of rooms look at the agents themselves: those that are in the room.
  FOREACH v_table IN ARRAY ARRAY['agents', 'bridges', 'hand_deliveries', 'pfc_config', 'pfc_focus', 'pfc_goals', 'pfc_hands', 'room_claims', 'room_turns', 'turn_ends', 'turns'] LOOP
    EXECUTE format('CREATE POLICY fn_rooms ON salience.%I TO salience_fn_rooms USING (true) WITH CHECK (true)', v_table);
  END LOOP;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  v_table text;
BEGIN
  FOREACH v_table IN ARRAY ARRAY['pfc_action_log', 'pfc_hands', 'pfc_monologue'] LOOP
    EXECUTE format('CREATE POLICY only_unverified ON salience.%I AS RESTRICTIVE FOR DELETE TO salience_consumer USING (trust = ''unverified'')', v_table);
  END LOOP;
END $$;
--> statement-breakpoint
-- pulse-sensor connects to the Bridges of all agents, each time as one of them.
CREATE POLICY door_of_bridges ON salience.bridges FOR SELECT TO salience_pulse_sensor USING (true);
--> statement-breakpoint
-- What it logs is what it held a wake against.
CREATE POLICY only_wakes ON salience.pfc_action_log AS RESTRICTIVE FOR INSERT TO salience_pulse_sensor WITH CHECK (source = 'pulse');
--> statement-breakpoint
CREATE POLICY only_own_wakes ON salience.pfc_action_log AS RESTRICTIVE FOR UPDATE TO salience_pulse_sensor
  USING (source = 'pulse') WITH CHECK (source = 'pulse');
--> statement-breakpoint
-- And it takes in what is said on a Bridge: words of whoever is there.
DROP POLICY only_from_outside ON salience.turns;
--> statement-breakpoint
CREATE POLICY only_from_outside ON salience.turns AS RESTRICTIVE FOR INSERT TO salience_pulse_sensor
  WITH CHECK ((source = 'pulse' AND trust = 'external') OR (source IN ('review', 'bridge') AND trust IN ('external', 'unverified')));
