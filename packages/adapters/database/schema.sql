-- The schema as it is, rendered from the catalog of a migrated database. For reading: nothing runs this file.
-- Bodies of functions: sql/<room>/<function>.sql.
-- After a change: npm test -- packages/adapters/database/test/present.int.test.ts -u

-- Roles
CREATE ROLE salience_app;
CREATE ROLE salience_cognitive_drift;
CREATE ROLE salience_consumer;
CREATE ROLE salience_digest;
CREATE ROLE salience_episodic;
CREATE ROLE salience_fn_allowing;
CREATE ROLE salience_fn_audit;
CREATE ROLE salience_fn_channels;
CREATE ROLE salience_fn_door;
CREATE ROLE salience_fn_forgetting;
CREATE ROLE salience_fn_hooks;
CREATE ROLE salience_fn_keys;
CREATE ROLE salience_fn_lanes;
CREATE ROLE salience_fn_overflow;
CREATE ROLE salience_fn_recall;
CREATE ROLE salience_fn_retention;
CREATE ROLE salience_fn_rooms;
CREATE ROLE salience_fn_settling;
CREATE ROLE salience_fn_sight;
CREATE ROLE salience_memory_chunker;
CREATE ROLE salience_operator;
CREATE ROLE salience_pulse_sensor;
CREATE ROLE salience_routing_regulator;
CREATE ROLE salience_scheduler;
GRANT salience_app TO salience_cognitive_drift, salience_consumer, salience_digest, salience_episodic, salience_memory_chunker, salience_operator, salience_pulse_sensor, salience_routing_regulator, salience_scheduler;

-- Schemas
CREATE SCHEMA drizzle;
CREATE SCHEMA salience;
GRANT USAGE ON SCHEMA drizzle TO salience_app;
GRANT USAGE ON SCHEMA salience TO salience_app, salience_fn_allowing, salience_fn_audit, salience_fn_channels, salience_fn_door, salience_fn_forgetting, salience_fn_hooks, salience_fn_keys, salience_fn_lanes, salience_fn_overflow, salience_fn_recall, salience_fn_retention, salience_fn_rooms, salience_fn_settling, salience_fn_sight;

-- Sequences
CREATE SEQUENCE salience.function_sets_n_seq AS bigint START 1 INCREMENT 1;
CREATE SEQUENCE salience.lane_fence AS bigint START 1 INCREMENT 1;
CREATE SEQUENCE salience.pfc_action_log_id_seq AS integer START 1 INCREMENT 1;
CREATE SEQUENCE salience.pfc_goals_id_seq AS integer START 1 INCREMENT 1;
CREATE SEQUENCE salience.pfc_monologue_id_seq AS integer START 1 INCREMENT 1;
GRANT USAGE ON SEQUENCE salience.lane_fence TO salience_digest;
GRANT SELECT ON drizzle.__drizzle_migrations TO salience_app;
GRANT SELECT ON salience.decisions TO salience_app, salience_fn_forgetting;
GRANT SELECT ON salience.exchanges TO salience_app, salience_fn_forgetting, salience_fn_recall;
GRANT SELECT ON salience.replies TO salience_app;
GRANT SELECT, UPDATE ON salience.replies TO salience_fn_forgetting;
GRANT SELECT ON salience.terminal_events TO salience_app, salience_fn_sight;

-- salience.act_steps
CREATE TABLE salience.act_steps (
  run_id text COLLATE "C" NOT NULL,
  n integer NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  turn_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  note text,
  reason text,
  call jsonb,
  seen jsonb,
  ruling jsonb,
  result jsonb,
  verdict jsonb,
  approval_id text COLLATE "C",
  idempotency_key text,
  attempt integer DEFAULT 0 NOT NULL,
  retry_at timestamp with time zone,
  late text,
  at timestamp with time zone NOT NULL,
  CONSTRAINT act_steps_run_id_n_pk PRIMARY KEY (run_id, n),
  CONSTRAINT act_steps_kind CHECK ((kind = ANY (ARRAY['plan'::text, 'action'::text, 'steer'::text, 'summary'::text, 'closing'::text]))),
  CONSTRAINT act_steps_state CHECK ((state = ANY (ARRAY['planned'::text, 'started'::text, 'waiting'::text, 'asked'::text, 'succeeded'::text, 'failed'::text, 'timed_out'::text, 'unknown'::text, 'refused'::text, 'denied'::text, 'expired'::text, 'done'::text]))),
  CONSTRAINT act_steps_run_id_turns_id_fk FOREIGN KEY (run_id) REFERENCES salience.turns(id)
);
CREATE INDEX act_steps_open ON salience.act_steps USING btree (thread_id) WHERE (state = 'waiting'::text);
CREATE INDEX act_steps_outcomes ON salience.act_steps USING btree (agent_id, at) WHERE ((kind = 'action'::text) AND (state = ANY (ARRAY['succeeded'::text, 'failed'::text, 'timed_out'::text, 'unknown'::text])));
ALTER TABLE salience.act_steps ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.act_steps FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.act_steps FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.act_steps FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT ON salience.act_steps TO salience_pulse_sensor;
GRANT INSERT, UPDATE ON salience.act_steps TO salience_consumer, salience_digest, salience_scheduler;
GRANT SELECT ON salience.act_steps TO salience_app;
GRANT SELECT, UPDATE ON salience.act_steps TO salience_fn_forgetting;
CREATE TRIGGER act_steps_experience AFTER INSERT OR UPDATE OF state ON salience.act_steps FOR EACH ROW WHEN (((new.kind = 'action'::text) AND (new.state = 'succeeded'::text) AND (POSITION(('__'::text) IN ((new.call ->> 'tool'::text))) > 1) AND (length(btrim((new.result ->> 'text'::text), E' \n\r\t'::text)) >= 50) AND (COALESCE((new.verdict ->> 'verdict'::text), 'accept'::text) = 'accept'::text))) EXECUTE FUNCTION salience.note_experience();

-- salience.activations
CREATE TABLE salience.activations (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  cluster text NOT NULL,
  module text,
  candidates jsonb NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  reason text NOT NULL,
  opened_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  score double precision NOT NULL,
  threshold double precision NOT NULL,
  version integer NOT NULL,
  count integer NOT NULL,
  signals jsonb NOT NULL,
  "window" jsonb NOT NULL,
  matrix bytea NOT NULL,
  latest jsonb NOT NULL,
  question text,
  "values" jsonb,
  turn_id text COLLATE "C",
  asked_at timestamp with time zone,
  heard_at timestamp with time zone,
  label double precision,
  choice text,
  labelled_by text,
  labelled_at timestamp with time zone,
  CONSTRAINT activations_pkey PRIMARY KEY (id),
  CONSTRAINT activations_asked_turn CHECK (((state <> 'asked'::text) OR (turn_id IS NOT NULL))),
  CONSTRAINT activations_state CHECK ((state = ANY (ARRAY['open'::text, 'asked'::text, 'told'::text, 'shown'::text, 'dropped'::text])))
);
CREATE INDEX activations_asked ON salience.activations USING btree (agent_id, asked_at) WHERE (asked_at IS NOT NULL);
CREATE INDEX activations_due ON salience.activations USING btree (due_at) WHERE (state = 'open'::text);
CREATE INDEX activations_labelled ON salience.activations USING btree (agent_id, cluster, labelled_at) WHERE (label IS NOT NULL);
CREATE UNIQUE INDEX activations_open ON salience.activations USING btree (agent_id, cluster, COALESCE(module, ''::text)) WHERE (state = 'open'::text);
CREATE INDEX activations_recent ON salience.activations USING btree (agent_id, opened_at, id);
CREATE INDEX activations_turn ON salience.activations USING btree (turn_id) WHERE (turn_id IS NOT NULL);
CREATE INDEX activations_unheard ON salience.activations USING btree (asked_at) WHERE ((state = 'asked'::text) AND (heard_at IS NULL));
CREATE INDEX activations_untold ON salience.activations USING btree (opened_at) WHERE ((state = 'told'::text) AND (turn_id IS NULL));
ALTER TABLE salience.activations ENABLE ROW LEVEL SECURITY;
CREATE POLICY door_of_senses ON salience.activations FOR SELECT TO salience_pulse_sensor
  USING (true);
CREATE POLICY every_agent ON salience.activations FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.activations FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.activations FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE ON salience.activations TO salience_scheduler;
GRANT DELETE, SELECT, UPDATE ON salience.activations TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.activations TO salience_pulse_sensor;
GRANT SELECT ON salience.activations TO salience_app;
GRANT UPDATE (choice, label, labelled_at, labelled_by) ON salience.activations TO salience_consumer;

-- salience.agendas
CREATE TABLE salience.agendas (
  agent_id text COLLATE "C" NOT NULL,
  next_at timestamp with time zone,
  running integer DEFAULT 0 NOT NULL,
  open integer DEFAULT 0 NOT NULL,
  concurrent integer DEFAULT 4 NOT NULL,
  served_at timestamp with time zone,
  CONSTRAINT agendas_pkey PRIMARY KEY (agent_id)
);
CREATE INDEX agendas_due ON salience.agendas USING btree (next_at) WHERE ((running < concurrent) AND (next_at IS NOT NULL));
ALTER TABLE salience.agendas ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.agendas FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.agendas FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.agendas FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, SELECT, UPDATE ON salience.agendas TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.agendas TO salience_consumer, salience_digest, salience_pulse_sensor, salience_scheduler;
GRANT SELECT ON salience.agendas TO salience_app;

-- salience.agent_limits
CREATE TABLE salience.agent_limits (
  agent_id text COLLATE "C" NOT NULL,
  free_at timestamp with time zone NOT NULL,
  CONSTRAINT agent_limits_pkey PRIMARY KEY (agent_id),
  CONSTRAINT agent_limits_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES salience.agents(id)
);
ALTER TABLE salience.agent_limits ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.agent_limits FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.agent_limits FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.agent_limits TO salience_consumer;
GRANT SELECT ON salience.agent_limits TO salience_app;

-- salience.agents
CREATE TABLE salience.agents (
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  persona text NOT NULL,
  settings jsonb NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT agents_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX agents_name ON salience.agents USING btree (name);
ALTER TABLE salience.agents ENABLE ROW LEVEL SECURITY;
CREATE POLICY door ON salience.agents FOR SELECT TO salience_consumer
  USING (true);
CREATE POLICY door_of_mail ON salience.agents FOR SELECT TO salience_pulse_sensor
  USING (true);
CREATE POLICY every_agent ON salience.agents FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_allowing ON salience.agents FOR ALL TO salience_fn_allowing
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.agents FOR ALL TO salience_fn_forgetting
  USING ((id = current_setting('app.agent'::text, true)))
  WITH CHECK ((id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_retention ON salience.agents FOR ALL TO salience_fn_retention
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_rooms ON salience.agents FOR ALL TO salience_fn_rooms
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_settling ON salience.agents FOR ALL TO salience_fn_settling
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_sight ON salience.agents FOR ALL TO salience_fn_sight
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.agents FOR ALL TO salience_app
  USING ((id = current_setting('app.agent'::text, true)))
  WITH CHECK ((id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.agents TO salience_operator;
GRANT SELECT ON salience.agents TO salience_app;
GRANT SELECT (id, name) ON salience.agents TO salience_fn_sight;
GRANT SELECT (id, name, settings) ON salience.agents TO salience_fn_rooms;
GRANT SELECT (id, settings) ON salience.agents TO salience_fn_retention, salience_fn_settling;
GRANT SELECT (id, version), UPDATE (version) ON salience.agents TO salience_fn_allowing;
GRANT SELECT, UPDATE (version) ON salience.agents TO salience_fn_forgetting;
GRANT UPDATE (version) ON salience.agents TO salience_cognitive_drift;

-- salience.api_keys
CREATE TABLE salience.api_keys (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  label text NOT NULL,
  hash text NOT NULL,
  hint text NOT NULL,
  rules jsonb DEFAULT '{}'::jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES salience.agents(id)
);
CREATE INDEX api_keys_agent ON salience.api_keys USING btree (agent_id);
CREATE UNIQUE INDEX api_keys_hash ON salience.api_keys USING btree (hash);
ALTER TABLE salience.api_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY door ON salience.api_keys FOR SELECT TO salience_consumer
  USING (true);
CREATE POLICY every_agent ON salience.api_keys FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_keys ON salience.api_keys FOR ALL TO salience_fn_keys
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.api_keys FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, SELECT (agent_id, created_at, expires_at, hint, id, label, revoked_at, rules), UPDATE (expires_at, revoked_at) ON salience.api_keys TO salience_fn_keys;
GRANT INSERT, SELECT, UPDATE ON salience.api_keys TO salience_operator;
GRANT SELECT ON salience.api_keys TO salience_consumer;

-- salience.approvals
CREATE TABLE salience.approvals (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  n integer NOT NULL,
  turn_id text COLLATE "C" NOT NULL,
  state text DEFAULT 'pending'::text NOT NULL,
  tool text NOT NULL,
  arguments jsonb NOT NULL,
  arguments_hash text NOT NULL,
  definition jsonb DEFAULT '{}'::jsonb NOT NULL,
  definition_hash text DEFAULT ''::text NOT NULL,
  reason text NOT NULL,
  tier text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  resolved_at timestamp with time zone,
  resolved_by text,
  edited_arguments jsonb,
  continuation_turn_id text COLLATE "C",
  kind text DEFAULT 'call'::text NOT NULL,
  task_id text COLLATE "C",
  CONSTRAINT approvals_pkey PRIMARY KEY (id),
  CONSTRAINT approvals_resolved CHECK (((state = 'pending'::text) = (resolved_at IS NULL))),
  CONSTRAINT approvals_state CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'edited'::text, 'refused'::text, 'expired'::text]))),
  CONSTRAINT approvals_tier CHECK ((tier = ANY (ARRAY['observe'::text, 'organise'::text, 'act'::text, 'commit'::text]))),
  CONSTRAINT approvals_run_id_n_act_steps_run_id_n_fk FOREIGN KEY (run_id, n) REFERENCES salience.act_steps(run_id, n)
);
CREATE INDEX approvals_continuation ON salience.approvals USING btree (continuation_turn_id) WHERE (continuation_turn_id IS NOT NULL);
CREATE INDEX approvals_deadline ON salience.approvals USING btree (expires_at) WHERE (state = 'pending'::text);
CREATE INDEX approvals_open ON salience.approvals USING btree (thread_id, created_at) WHERE (state = 'pending'::text);
CREATE INDEX approvals_recent ON salience.approvals USING btree (agent_id, created_at, id);
CREATE INDEX approvals_run ON salience.approvals USING btree (run_id, n);
CREATE UNIQUE INDEX approvals_step ON salience.approvals USING btree (run_id, n) WHERE (state = 'pending'::text);
CREATE INDEX approvals_task ON salience.approvals USING btree (task_id) WHERE (task_id IS NOT NULL);
CREATE INDEX approvals_turn ON salience.approvals USING btree (turn_id);
ALTER TABLE salience.approvals ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.approvals FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.approvals FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.approvals FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT ON salience.approvals TO salience_pulse_sensor;
GRANT INSERT, UPDATE ON salience.approvals TO salience_consumer, salience_digest, salience_scheduler;
GRANT SELECT ON salience.approvals TO salience_app;
GRANT SELECT, UPDATE ON salience.approvals TO salience_fn_forgetting;

-- salience.audit_log
CREATE TABLE salience.audit_log (
  id text COLLATE "C" NOT NULL,
  at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  target text,
  details jsonb NOT NULL,
  outcome text NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id),
  CONSTRAINT audit_log_outcome CHECK ((outcome = ANY (ARRAY['started'::text, 'done'::text, 'refused'::text, 'failed'::text])))
);
CREATE INDEX audit_log_order ON salience.audit_log USING btree (at, id);
CREATE INDEX audit_log_target ON salience.audit_log USING btree (target, at, id) WHERE (target IS NOT NULL);
GRANT INSERT, SELECT ON salience.audit_log TO salience_operator;
GRANT INSERT, SELECT (id, outcome), UPDATE (outcome) ON salience.audit_log TO salience_fn_audit;
GRANT SELECT ON salience.audit_log TO salience_fn_sight;

-- salience.autobiographies
CREATE TABLE salience.autobiographies (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  sections jsonb NOT NULL,
  hashes jsonb NOT NULL,
  deltas jsonb NOT NULL,
  inputs jsonb NOT NULL,
  model text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT autobiographies_pkey PRIMARY KEY (id),
  CONSTRAINT autobiographies_version UNIQUE (agent_id, version)
);
ALTER TABLE salience.autobiographies ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.autobiographies FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.autobiographies FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.autobiographies FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT ON salience.autobiographies TO salience_cognitive_drift;
GRANT SELECT ON salience.autobiographies TO salience_app;
GRANT SELECT, UPDATE ON salience.autobiographies TO salience_fn_forgetting;

-- salience.autobiography_sources
CREATE TABLE salience.autobiography_sources (
  autobiography_id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  section text NOT NULL,
  place integer NOT NULL,
  item_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  CONSTRAINT autobiography_sources_autobiography_id_section_place_item_id_pk PRIMARY KEY (autobiography_id, section, place, item_id),
  CONSTRAINT autobiography_sources_autobiography_id_autobiographies_id_fk FOREIGN KEY (autobiography_id) REFERENCES salience.autobiographies(id) ON DELETE CASCADE
);
CREATE INDEX autobiography_sources_item ON salience.autobiography_sources USING btree (agent_id, item_id);
ALTER TABLE salience.autobiography_sources ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.autobiography_sources FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.autobiography_sources FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.autobiography_sources FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT ON salience.autobiography_sources TO salience_fn_forgetting;
GRANT INSERT ON salience.autobiography_sources TO salience_cognitive_drift;
GRANT SELECT ON salience.autobiography_sources TO salience_app;

-- salience.bridge_channels
CREATE TABLE salience.bridge_channels (
  agent_id text COLLATE "C" NOT NULL,
  channel text NOT NULL,
  last_message text,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT bridge_channels_agent_id_channel_pk PRIMARY KEY (agent_id, channel)
);
ALTER TABLE salience.bridge_channels ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.bridge_channels FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.bridge_channels FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.bridge_channels FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE ON salience.bridge_channels TO salience_consumer;
GRANT INSERT, UPDATE ON salience.bridge_channels TO salience_pulse_sensor;
GRANT SELECT ON salience.bridge_channels TO salience_app;

-- salience.bridge_replies
CREATE TABLE salience.bridge_replies (
  agent_id text COLLATE "C" NOT NULL,
  turn_id text COLLATE "C" NOT NULL,
  channel text NOT NULL,
  message_id text NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_at timestamp with time zone NOT NULL,
  posted_id text,
  error text,
  created_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
  CONSTRAINT bridge_replies_agent_id_turn_id_pk PRIMARY KEY (agent_id, turn_id),
  CONSTRAINT bridge_replies_state CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'posted'::text, 'silent'::text, 'unknown'::text, 'failed'::text])))
);
CREATE INDEX bridge_replies_open ON salience.bridge_replies USING btree (agent_id, next_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX bridge_replies_recent ON salience.bridge_replies USING btree (agent_id, created_at);
ALTER TABLE salience.bridge_replies ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.bridge_replies FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.bridge_replies FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.bridge_replies FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE ON salience.bridge_replies TO salience_consumer;
GRANT DELETE, SELECT, UPDATE ON salience.bridge_replies TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.bridge_replies TO salience_pulse_sensor;
GRANT SELECT ON salience.bridge_replies TO salience_app;

-- salience.bridges
CREATE TABLE salience.bridges (
  agent_id text COLLATE "C" NOT NULL,
  url text NOT NULL,
  key text NOT NULL,
  channels jsonb NOT NULL,
  self_names jsonb NOT NULL,
  mention_names jsonb NOT NULL,
  revision bigint DEFAULT 1 NOT NULL,
  fence bigint DEFAULT 0 NOT NULL,
  owner text,
  lease_until timestamp with time zone,
  failures integer DEFAULT 0 NOT NULL,
  error text,
  retry_at timestamp with time zone,
  seen_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT bridges_pkey PRIMARY KEY (agent_id)
);
ALTER TABLE salience.bridges ENABLE ROW LEVEL SECURITY;
CREATE POLICY door_of_bridges ON salience.bridges FOR SELECT TO salience_pulse_sensor
  USING (true);
CREATE POLICY every_agent ON salience.bridges FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.bridges FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_rooms ON salience.bridges FOR ALL TO salience_fn_rooms
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.bridges FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, SELECT (agent_id, channels, created_at, error, failures, fence, lease_until, mention_names, owner, retry_at, revision, seen_at, self_names, updated_at, url), UPDATE (channels, error, failures, key, mention_names, retry_at, revision, self_names, updated_at, url) ON salience.bridges TO salience_consumer;
GRANT SELECT ON salience.bridges TO salience_scheduler;
GRANT SELECT (agent_id, channels) ON salience.bridges TO salience_fn_rooms;
GRANT SELECT (agent_id, channels, created_at, error, failures, mention_names, retry_at, revision, seen_at, self_names, updated_at, url) ON salience.bridges TO salience_operator;
GRANT SELECT, UPDATE ON salience.bridges TO salience_pulse_sensor;

-- salience.calibrations
CREATE TABLE salience.calibrations (
  name text NOT NULL,
  version integer NOT NULL,
  at timestamp with time zone NOT NULL,
  knots jsonb NOT NULL,
  figures jsonb NOT NULL,
  decisions integer NOT NULL,
  CONSTRAINT calibrations_name_version_pk PRIMARY KEY (name, version),
  CONSTRAINT calibrations_version_positive CHECK ((version > 0))
);
GRANT INSERT ON salience.calibrations TO salience_routing_regulator;
GRANT SELECT ON salience.calibrations TO salience_app;

-- salience.channels
CREATE TABLE salience.channels (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  person_id text COLLATE "C" NOT NULL,
  merged_from text COLLATE "C",
  kind text NOT NULL,
  target text NOT NULL,
  secret text,
  old_secret text,
  old_secret_until timestamp with time zone,
  state text DEFAULT 'unconfirmed'::text NOT NULL,
  code_hash text,
  code_expires_at timestamp with time zone,
  code_tries integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  removed_at timestamp with time zone,
  CONSTRAINT channels_pkey PRIMARY KEY (id),
  CONSTRAINT channels_kind CHECK ((kind = ANY (ARRAY['webhook'::text, 'mail'::text]))),
  CONSTRAINT channels_state CHECK ((state = ANY (ARRAY['unconfirmed'::text, 'confirmed'::text, 'gone'::text, 'removed'::text]))),
  CONSTRAINT channels_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES salience.people(id)
);
CREATE INDEX channels_person ON salience.channels USING btree (person_id);
CREATE UNIQUE INDEX channels_target ON salience.channels USING btree (agent_id, kind, target) WHERE (state <> 'removed'::text);
ALTER TABLE salience.channels ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.channels FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_channels ON salience.channels FOR ALL TO salience_fn_channels
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.channels FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.channels FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.channels TO salience_fn_forgetting;
GRANT INSERT, SELECT (agent_id, code_expires_at, code_hash, code_tries, confirmed_at, created_at, id, kind, merged_from, person_id, removed_at, state, target), UPDATE ON salience.channels TO salience_consumer;
GRANT SELECT (agent_id, id, kind, secret, state), UPDATE (old_secret, old_secret_until, secret) ON salience.channels TO salience_fn_channels;
GRANT SELECT (agent_id, id, state) ON salience.channels TO salience_operator;
GRANT SELECT, UPDATE (code_expires_at, code_hash, code_tries, state) ON salience.channels TO salience_scheduler;

-- salience.chores
CREATE TABLE salience.chores (
  agent_id text COLLATE "C" NOT NULL,
  task text NOT NULL,
  fence bigint DEFAULT 0 NOT NULL,
  owner text,
  lease_until timestamp with time zone,
  next_at timestamp with time zone,
  rewrite boolean DEFAULT false NOT NULL,
  error text,
  CONSTRAINT chores_agent_id_task_pk PRIMARY KEY (agent_id, task)
);
ALTER TABLE salience.chores ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.chores FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.chores FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.chores FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, SELECT, UPDATE ON salience.chores TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.chores TO salience_cognitive_drift;
GRANT SELECT ON salience.chores TO salience_app;

-- salience.chunks
CREATE TABLE salience.chunks (
  exchange_id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  entities jsonb NOT NULL,
  sentiment real,
  scope text,
  times jsonb DEFAULT '[]'::jsonb NOT NULL,
  next_at timestamp with time zone,
  grounds jsonb DEFAULT '{}'::jsonb NOT NULL,
  refused integer DEFAULT 0 NOT NULL,
  model text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT chunks_pkey PRIMARY KEY (exchange_id)
);
CREATE INDEX chunks_next ON salience.chunks USING btree (agent_id, next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX chunks_over ON salience.chunks USING btree (agent_id, exchange_id) WHERE (grounds ? 'over'::text);
ALTER TABLE salience.chunks ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.chunks FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.chunks FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.chunks FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.chunks TO salience_fn_forgetting;
GRANT INSERT ON salience.chunks TO salience_memory_chunker;
GRANT SELECT ON salience.chunks TO salience_app;
CREATE TRIGGER chunks_named AFTER UPDATE OF entities ON salience.chunks FOR EACH ROW WHEN ((old.entities IS DISTINCT FROM new.entities)) EXECUTE FUNCTION salience.note_named();

-- salience.clock
CREATE TABLE salience.clock (
  id integer NOT NULL,
  base_at timestamp with time zone NOT NULL,
  set_at timestamp with time zone NOT NULL,
  rate double precision NOT NULL,
  CONSTRAINT clock_pkey PRIMARY KEY (id),
  CONSTRAINT clock_one_row CHECK ((id = 1))
);
GRANT SELECT ON salience.clock TO salience_app;
GRANT UPDATE ON salience.clock TO salience_operator;

-- salience.cluster_signals
CREATE TABLE salience.cluster_signals (
  agent_id text COLLATE "C" NOT NULL,
  cluster text NOT NULL,
  seq bigint NOT NULL,
  signal_id text COLLATE "C" NOT NULL,
  judged jsonb,
  CONSTRAINT cluster_signals_agent_id_cluster_seq_pk PRIMARY KEY (agent_id, cluster, seq)
);
CREATE INDEX cluster_signals_of ON salience.cluster_signals USING btree (signal_id);
ALTER TABLE salience.cluster_signals ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.cluster_signals FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.cluster_signals FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.cluster_signals FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE ON salience.cluster_signals TO salience_scheduler;
GRANT DELETE, SELECT, UPDATE ON salience.cluster_signals TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.cluster_signals TO salience_pulse_sensor;
GRANT SELECT ON salience.cluster_signals TO salience_app;

-- salience.clusters
CREATE TABLE salience.clusters (
  agent_id text COLLATE "C" NOT NULL,
  cluster text NOT NULL,
  tail bigint DEFAULT 0 NOT NULL,
  judged bigint DEFAULT 0 NOT NULL,
  fence bigint DEFAULT 0 NOT NULL,
  owner text,
  lease_until timestamp with time zone,
  state jsonb,
  version integer DEFAULT 0 NOT NULL,
  labels integer DEFAULT 0 NOT NULL,
  trained integer DEFAULT 0 NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  retry_at timestamp with time zone,
  CONSTRAINT clusters_agent_id_cluster_pk PRIMARY KEY (agent_id, cluster)
);
CREATE INDEX clusters_behind ON salience.clusters USING btree (agent_id, cluster) WHERE (tail > judged);
CREATE INDEX clusters_untrained ON salience.clusters USING btree (agent_id, cluster) WHERE (labels > trained);
ALTER TABLE salience.clusters ENABLE ROW LEVEL SECURITY;
CREATE POLICY door_of_senses ON salience.clusters FOR SELECT TO salience_pulse_sensor
  USING (true);
CREATE POLICY every_agent ON salience.clusters FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.clusters FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.clusters FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.clusters TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.clusters TO salience_pulse_sensor;
GRANT SELECT ON salience.clusters TO salience_app;
GRANT UPDATE (labels, version) ON salience.clusters TO salience_consumer;

-- salience.concept_names
CREATE TABLE salience.concept_names (
  agent_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  concept_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  trust text DEFAULT 'external'::text NOT NULL,
  CONSTRAINT concept_names_agent_id_key_kind_pk PRIMARY KEY (agent_id, key, kind)
);
CREATE INDEX concept_names_concept ON salience.concept_names USING btree (concept_id);
ALTER TABLE salience.concept_names ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.concept_names FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.concept_names FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_recall ON salience.concept_names FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.concept_names FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE (trust) ON salience.concept_names TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.concept_names TO salience_episodic;
GRANT SELECT ON salience.concept_names TO salience_app, salience_fn_recall;
CREATE TRIGGER concept_names_given AFTER INSERT ON salience.concept_names REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_names();
CREATE TRIGGER concept_names_lost AFTER DELETE ON salience.concept_names REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_names();

-- salience.concept_sources
CREATE TABLE salience.concept_sources (
  agent_id text COLLATE "C" NOT NULL,
  concept_id text COLLATE "C" NOT NULL,
  episode_id text COLLATE "C" NOT NULL,
  exchange_id text COLLATE "C",
  key text COLLATE "C" NOT NULL,
  trust text NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  written_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  CONSTRAINT concept_sources_once UNIQUE NULLS NOT DISTINCT (concept_id, episode_id, exchange_id)
);
CREATE INDEX concept_sources_episode ON salience.concept_sources USING btree (agent_id, episode_id);
CREATE INDEX concept_sources_exchange ON salience.concept_sources USING btree (agent_id, exchange_id, concept_id);
CREATE INDEX concept_sources_seen ON salience.concept_sources USING btree (concept_id, seen_at);
CREATE INDEX concept_sources_written ON salience.concept_sources USING btree (agent_id, written_xid);
ALTER TABLE salience.concept_sources ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.concept_sources FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.concept_sources FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_recall ON salience.concept_sources FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.concept_sources FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT ON salience.concept_sources TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.concept_sources TO salience_episodic;
GRANT SELECT ON salience.concept_sources TO salience_app, salience_fn_recall;

-- salience.concepts
CREATE TABLE salience.concepts (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  definition text DEFAULT ''::text NOT NULL,
  strength real NOT NULL,
  confidence real NOT NULL,
  mentions integer NOT NULL,
  trust text NOT NULL,
  name_trust text,
  named_at timestamp with time zone,
  definition_trust text,
  source text NOT NULL,
  defined_at timestamp with time zone,
  defined_by text COLLATE "C",
  first_seen_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  search tsvector GENERATED ALWAYS AS to_tsvector('english'::regconfig, ((name || ' '::text) || definition)) STORED,
  written_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  CONSTRAINT concepts_pkey PRIMARY KEY (id),
  CONSTRAINT concepts_mentions CHECK ((mentions >= 0)),
  CONSTRAINT concepts_strength CHECK (((strength >= (0)::double precision) AND (strength <= (1)::double precision) AND (confidence >= (0)::double precision) AND (confidence <= (1)::double precision)))
);
CREATE UNIQUE INDEX concepts_name ON salience.concepts USING btree (agent_id, kind, lower(name));
CREATE INDEX concepts_recent ON salience.concepts USING btree (agent_id, last_seen_at);
CREATE INDEX concepts_strong ON salience.concepts USING btree (agent_id, strength);
CREATE INDEX concepts_written ON salience.concepts USING btree (agent_id, written_xid, id);
ALTER TABLE salience.concepts ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.concepts FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.concepts FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_overflow ON salience.concepts FOR ALL TO salience_fn_overflow
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_recall ON salience.concepts FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.concepts FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.concepts TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.concepts TO salience_episodic;
GRANT SELECT ON salience.concepts TO salience_app, salience_fn_recall;
GRANT SELECT (agent_id, id, search, strength, written_xid) ON salience.concepts TO salience_fn_overflow;
GRANT UPDATE (strength) ON salience.concepts TO salience_cognitive_drift;
CREATE TRIGGER concepts_written BEFORE UPDATE OF name, definition, defined_by, defined_at ON salience.concepts FOR EACH ROW WHEN (((((old.name IS DISTINCT FROM new.name) OR (old.definition IS DISTINCT FROM new.definition)) OR (old.defined_by IS DISTINCT FROM new.defined_by)) OR (old.defined_at IS DISTINCT FROM new.defined_at))) EXECUTE FUNCTION salience.note_writer();

-- salience.context_prefixes
CREATE TABLE salience.context_prefixes (
  agent_id text COLLATE "C" NOT NULL,
  hash text NOT NULL,
  system text NOT NULL,
  used_on date DEFAULT now() NOT NULL,
  CONSTRAINT context_prefixes_agent_id_hash_pk PRIMARY KEY (agent_id, hash)
);
CREATE INDEX context_prefixes_used ON salience.context_prefixes USING btree (used_on);
ALTER TABLE salience.context_prefixes ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.context_prefixes FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.context_prefixes FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.context_prefixes FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT ON salience.context_prefixes TO salience_fn_forgetting;
GRANT DELETE, UPDATE (used_on) ON salience.context_prefixes TO salience_scheduler;
GRANT INSERT, UPDATE (used_on) ON salience.context_prefixes TO salience_digest;
GRANT SELECT ON salience.context_prefixes TO salience_app;

-- salience.contexts
CREATE TABLE salience.contexts (
  turn_id text COLLATE "C" NOT NULL,
  call integer NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  model text NOT NULL,
  system_hash text NOT NULL,
  body jsonb NOT NULL,
  tokens integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT contexts_turn_id_call_pk PRIMARY KEY (turn_id, call)
) WITH (toast_tuple_target=4080);
CREATE INDEX contexts_created ON salience.contexts USING btree (created_at);
ALTER TABLE salience.contexts ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.contexts FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.contexts FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.contexts FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT ON salience.contexts TO salience_fn_forgetting;
GRANT DELETE, UPDATE (created_at) ON salience.contexts TO salience_scheduler;
GRANT INSERT ON salience.contexts TO salience_digest;
GRANT SELECT ON salience.contexts TO salience_app;

-- salience.current_threads
CREATE TABLE salience.current_threads (
  agent_id text COLLATE "C" NOT NULL,
  caller text NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  used_at timestamp with time zone NOT NULL,
  CONSTRAINT current_threads_agent_id_caller_pk PRIMARY KEY (agent_id, caller)
);
ALTER TABLE salience.current_threads ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.current_threads FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.current_threads FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.current_threads FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT ON salience.current_threads TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.current_threads TO salience_consumer, salience_digest, salience_scheduler;
GRANT SELECT ON salience.current_threads TO salience_app;

-- salience.dead_letters
CREATE TABLE salience.dead_letters (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C",
  queue text NOT NULL,
  job text NOT NULL,
  payload jsonb NOT NULL,
  code text NOT NULL,
  error text NOT NULL,
  attempts integer NOT NULL,
  state text DEFAULT 'dead'::text NOT NULL,
  count integer DEFAULT 1 NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_at timestamp with time zone DEFAULT now() NOT NULL,
  settled_at timestamp with time zone,
  CONSTRAINT dead_letters_pkey PRIMARY KEY (id),
  CONSTRAINT dead_letters_state CHECK ((state = ANY (ARRAY['dead'::text, 'retried'::text, 'dropped'::text])))
);
CREATE INDEX dead_letters_open ON salience.dead_letters USING btree (created_at) WHERE (state = 'dead'::text);
CREATE INDEX dead_letters_order ON salience.dead_letters USING btree (created_at, id);
CREATE INDEX dead_letters_same ON salience.dead_letters USING btree (queue, job, code, md5((payload)::text)) WHERE (state = 'dead'::text);
ALTER TABLE salience.dead_letters ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.dead_letters FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.dead_letters FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_settling ON salience.dead_letters FOR ALL TO salience_fn_settling
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_sight ON salience.dead_letters FOR ALL TO salience_fn_sight
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.dead_letters FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY unreadable ON salience.dead_letters FOR INSERT TO salience_app
  WITH CHECK (true);
GRANT INSERT, SELECT, UPDATE ON salience.dead_letters TO salience_app;
GRANT SELECT ON salience.dead_letters TO salience_fn_sight;
GRANT SELECT, UPDATE ON salience.dead_letters TO salience_fn_forgetting;
GRANT SELECT, UPDATE (attempts, count, error, last_at, settled_at, state) ON salience.dead_letters TO salience_fn_settling;
CREATE TRIGGER dead_letters_merge BEFORE INSERT ON salience.dead_letters FOR EACH ROW EXECUTE FUNCTION salience.merge_dead_letter();

-- salience.decision_labels
CREATE TABLE salience.decision_labels (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  turn_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  wanted text,
  confidence real NOT NULL,
  given_via text NOT NULL,
  reason text NOT NULL,
  given_by text NOT NULL,
  from_turn_id text COLLATE "C",
  mode text NOT NULL,
  policy_name text NOT NULL,
  policy_version integer NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT decision_labels_pkey PRIMARY KEY (id),
  CONSTRAINT decision_labels_confidence CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
  CONSTRAINT decision_labels_kind CHECK ((kind = ANY (ARRAY['missed_clarify'::text, 'missed_act'::text, 'under_engagement'::text, 'over_engagement'::text, 'correct'::text]))),
  CONSTRAINT decision_labels_via CHECK ((given_via = ANY (ARRAY['reaction'::text, 'silence'::text, 'feedback'::text, 'reflection'::text])))
);
CREATE INDEX decision_labels_decided ON salience.decision_labels USING btree (decided_at, turn_id);
CREATE INDEX decision_labels_from ON salience.decision_labels USING btree (from_turn_id) WHERE (from_turn_id IS NOT NULL);
CREATE UNIQUE INDEX decision_labels_given ON salience.decision_labels USING btree (turn_id, given_via, given_by);
CREATE INDEX decision_labels_recent ON salience.decision_labels USING btree (agent_id, at, id);
ALTER TABLE salience.decision_labels ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.decision_labels FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.decision_labels FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.decision_labels FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, UPDATE ON salience.decision_labels TO salience_routing_regulator;
GRANT DELETE, SELECT ON salience.decision_labels TO salience_fn_forgetting;
GRANT SELECT ON salience.decision_labels TO salience_app;

-- salience.deliveries
CREATE TABLE salience.deliveries (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  channel_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  turn_id text COLLATE "C",
  state text DEFAULT 'pending'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_at timestamp with time zone NOT NULL,
  claimed_until timestamp with time zone,
  error text,
  created_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
  CONSTRAINT deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT deliveries_kind CHECK ((kind = ANY (ARRAY['notice'::text, 'code'::text, 'test'::text]))),
  CONSTRAINT deliveries_state CHECK ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'delivered'::text, 'unknown'::text, 'failed'::text, 'withdrawn'::text]))),
  CONSTRAINT deliveries_channel_id_channels_id_fk FOREIGN KEY (channel_id) REFERENCES salience.channels(id)
);
CREATE INDEX deliveries_channel ON salience.deliveries USING btree (channel_id, created_at);
CREATE INDEX deliveries_due ON salience.deliveries USING btree (next_at) WHERE (state = ANY (ARRAY['pending'::text, 'sending'::text]));
CREATE UNIQUE INDEX deliveries_notice ON salience.deliveries USING btree (turn_id, channel_id) WHERE (turn_id IS NOT NULL);
ALTER TABLE salience.deliveries ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.deliveries FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.deliveries FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.deliveries FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.deliveries TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.deliveries TO salience_consumer, salience_scheduler;
GRANT SELECT ON salience.deliveries TO salience_app;

-- salience.drift_agents
CREATE TABLE salience.drift_agents (
  agent_id text COLLATE "C" NOT NULL,
  next_at timestamp with time zone NOT NULL,
  fence bigint DEFAULT 0 NOT NULL,
  owner text,
  lease_until timestamp with time zone,
  CONSTRAINT drift_agents_pkey PRIMARY KEY (agent_id)
);
ALTER TABLE salience.drift_agents ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.drift_agents FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.drift_agents FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.drift_agents TO salience_cognitive_drift;
GRANT SELECT ON salience.drift_agents TO salience_app;

-- salience.drift_reinforcements
CREATE TABLE salience.drift_reinforcements (
  thought_id text COLLATE "C" NOT NULL,
  concept_id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  amount real NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT drift_reinforcements_pkey PRIMARY KEY (thought_id),
  CONSTRAINT drift_reinforcements_thought_id_thoughts_id_fk FOREIGN KEY (thought_id) REFERENCES salience.thoughts(id) ON DELETE CASCADE
);
CREATE INDEX drift_reinforcements_concept ON salience.drift_reinforcements USING btree (concept_id);
ALTER TABLE salience.drift_reinforcements ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.drift_reinforcements FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.drift_reinforcements FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT ON salience.drift_reinforcements TO salience_cognitive_drift;
GRANT SELECT ON salience.drift_reinforcements TO salience_app;

-- salience.drift_runs
CREATE TABLE salience.drift_runs (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  fence bigint NOT NULL,
  state text DEFAULT 'running'::text NOT NULL,
  reason text,
  strategy text NOT NULL,
  seed_concept_id text COLLATE "C" NOT NULL,
  tokens integer NOT NULL,
  thought_id text COLLATE "C",
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT drift_runs_pkey PRIMARY KEY (id),
  CONSTRAINT drift_runs_state CHECK ((state = ANY (ARRAY['running'::text, 'stored'::text, 'refused'::text, 'yielded'::text, 'failed'::text, 'lost'::text])))
);
CREATE INDEX drift_runs_agent ON salience.drift_runs USING btree (agent_id, started_at);
CREATE INDEX drift_runs_concept ON salience.drift_runs USING btree (seed_concept_id);
ALTER TABLE salience.drift_runs ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.drift_runs FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.drift_runs FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.drift_runs TO salience_cognitive_drift;
GRANT SELECT ON salience.drift_runs TO salience_app;

-- salience.episode_exchanges
CREATE TABLE salience.episode_exchanges (
  episode_id text COLLATE "C" NOT NULL,
  exchange_id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  CONSTRAINT episode_exchanges_episode_id_exchange_id_pk PRIMARY KEY (episode_id, exchange_id)
);
CREATE INDEX episode_exchanges_exchange ON salience.episode_exchanges USING btree (exchange_id);
ALTER TABLE salience.episode_exchanges ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.episode_exchanges FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.episode_exchanges FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_recall ON salience.episode_exchanges FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.episode_exchanges FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT ON salience.episode_exchanges TO salience_fn_forgetting;
GRANT INSERT ON salience.episode_exchanges TO salience_episodic;
GRANT SELECT ON salience.episode_exchanges TO salience_app, salience_fn_recall;

-- salience.episodes
CREATE TABLE salience.episodes (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  first_seq bigint,
  last_seq bigint,
  reason text,
  traceparent text,
  experience_id text COLLATE "C",
  topic_id text COLLATE "C",
  gist text NOT NULL,
  intent text NOT NULL,
  intent_type text,
  direction text,
  context jsonb DEFAULT '{}'::jsonb NOT NULL,
  action text,
  emotion jsonb,
  factors jsonb,
  durability text,
  refused integer DEFAULT 0 NOT NULL,
  outcome text NOT NULL,
  open_loops jsonb NOT NULL,
  salience real NOT NULL,
  complete boolean NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  model text NOT NULL,
  told_version integer,
  said_key text,
  repeats_of text COLLATE "C",
  repeated_code jsonb,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  search tsvector GENERATED ALWAYS AS to_tsvector('english'::regconfig, ((((gist || ' '::text) || intent) || ' '::text) || outcome)) STORED,
  written_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  CONSTRAINT episodes_pkey PRIMARY KEY (id),
  CONSTRAINT episodes_durability CHECK ((durability = ANY (ARRAY['stable'::text, 'evolving'::text, 'transient'::text]))),
  CONSTRAINT episodes_order CHECK ((first_seq <= last_seq)),
  CONSTRAINT episodes_origin CHECK (((first_seq IS NULL) = (experience_id IS NOT NULL))),
  CONSTRAINT episodes_salience CHECK (((salience >= (0)::double precision) AND (salience <= (1)::double precision))),
  CONSTRAINT episodes_repeats_of_episodes_id_fk FOREIGN KEY (repeats_of) REFERENCES salience.episodes(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX episodes_experience ON salience.episodes USING btree (experience_id) WHERE (experience_id IS NOT NULL);
CREATE INDEX episodes_observation ON salience.episodes USING btree (agent_id, md5(gist)) WHERE (experience_id IS NOT NULL);
CREATE INDEX episodes_repeats ON salience.episodes USING btree (repeats_of, ended_at) WHERE (repeats_of IS NOT NULL);
CREATE INDEX episodes_said ON salience.episodes USING btree (agent_id, said_key) WHERE ((said_key IS NOT NULL) AND (repeats_of IS NULL));
CREATE UNIQUE INDEX episodes_stretch ON salience.episodes USING btree (thread_id, first_seq) WHERE (first_seq IS NOT NULL);
CREATE INDEX episodes_untold ON salience.episodes USING btree (agent_id, salience) WHERE (told_version IS NULL);
CREATE INDEX episodes_written ON salience.episodes USING btree (agent_id, written_xid, id);
ALTER TABLE salience.episodes ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.episodes FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.episodes FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_overflow ON salience.episodes FOR ALL TO salience_fn_overflow
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_recall ON salience.episodes FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_retention ON salience.episodes FOR ALL TO salience_fn_retention
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.episodes FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.episodes TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.episodes TO salience_episodic;
GRANT SELECT ON salience.episodes TO salience_app, salience_fn_recall;
GRANT SELECT (agent_id, id, salience, search, written_xid) ON salience.episodes TO salience_fn_overflow;
GRANT SELECT, UPDATE ON salience.episodes TO salience_fn_retention;
GRANT UPDATE (told_version) ON salience.episodes TO salience_cognitive_drift;
CREATE TRIGGER episodes_repetition_gone AFTER DELETE ON salience.episodes FOR EACH ROW WHEN ((old.repeats_of IS NOT NULL)) EXECUTE FUNCTION salience.note_unrepeated();
CREATE TRIGGER episodes_unrepeated AFTER UPDATE OF repeats_of ON salience.episodes FOR EACH ROW WHEN (((old.repeats_of IS NOT NULL) AND (old.repeats_of IS DISTINCT FROM new.repeats_of))) EXECUTE FUNCTION salience.note_unrepeated();
CREATE TRIGGER episodes_written BEFORE UPDATE OF repeats_of, gist, intent, outcome, last_seq, open_loops, ended_at, topic_id, trust, source, salience ON salience.episodes FOR EACH ROW WHEN ((((((((((((old.repeats_of IS DISTINCT FROM new.repeats_of) OR (old.gist IS DISTINCT FROM new.gist)) OR (old.intent IS DISTINCT FROM new.intent)) OR (old.outcome IS DISTINCT FROM new.outcome)) OR (old.last_seq IS DISTINCT FROM new.last_seq)) OR (old.open_loops IS DISTINCT FROM new.open_loops)) OR (old.ended_at IS DISTINCT FROM new.ended_at)) OR (old.topic_id IS DISTINCT FROM new.topic_id)) OR (old.trust IS DISTINCT FROM new.trust)) OR (old.source IS DISTINCT FROM new.source)) OR (old.salience IS DISTINCT FROM new.salience))) EXECUTE FUNCTION salience.note_writer();

-- salience.experiences
CREATE TABLE salience.experiences (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  turn_id text COLLATE "C" NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  step_n integer NOT NULL,
  tool text NOT NULL,
  content_hash text NOT NULL,
  topic_id text COLLATE "C",
  cooldown_key text COLLATE "C",
  state text DEFAULT 'pending'::text NOT NULL,
  error text,
  due_at timestamp with time zone NOT NULL,
  asked_at timestamp with time zone,
  settled_at timestamp with time zone,
  episode_id text COLLATE "C",
  swept_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT experiences_pkey PRIMARY KEY (id),
  CONSTRAINT experiences_state CHECK ((state = ANY (ARRAY['pending'::text, 'stored'::text, 'skipped'::text, 'failed'::text]))),
  CONSTRAINT experiences_stored CHECK (((state = 'stored'::text) = (episode_id IS NOT NULL))),
  CONSTRAINT experiences_run_id_step_n_fk FOREIGN KEY (run_id, step_n) REFERENCES salience.act_steps(run_id, n)
);
CREATE INDEX experiences_asked ON salience.experiences USING btree (agent_id, asked_at) WHERE (asked_at IS NOT NULL);
CREATE INDEX experiences_due ON salience.experiences USING btree (due_at) WHERE (state = 'pending'::text);
CREATE INDEX experiences_episode ON salience.experiences USING btree (episode_id) WHERE (episode_id IS NOT NULL);
CREATE INDEX experiences_seen ON salience.experiences USING btree (agent_id, content_hash, settled_at) WHERE (settled_at IS NOT NULL);
CREATE UNIQUE INDEX experiences_step ON salience.experiences USING btree (run_id, step_n);
CREATE INDEX experiences_turn ON salience.experiences USING btree (turn_id);
CREATE UNIQUE INDEX experiences_waiting ON salience.experiences USING btree (agent_id, content_hash) WHERE (state = 'pending'::text);
ALTER TABLE salience.experiences ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.experiences FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.experiences FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_settling ON salience.experiences FOR ALL TO salience_fn_settling
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.experiences FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.experiences TO salience_fn_forgetting;
GRANT INSERT ON salience.experiences TO salience_digest;
GRANT SELECT ON salience.experiences TO salience_app;
GRANT SELECT (agent_id, content_hash, id, state), UPDATE (error, settled_at, state, swept_at) ON salience.experiences TO salience_fn_settling;
GRANT UPDATE ON salience.experiences TO salience_episodic, salience_scheduler;

-- salience.facts
CREATE TABLE salience.facts (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  exchange_id text COLLATE "C",
  turn_id text COLLATE "C",
  explicit boolean DEFAULT false NOT NULL,
  idempotency_key text,
  subject text NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  confidence real NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  said_at timestamp with time zone NOT NULL,
  half text,
  span_start integer,
  span_end integer,
  single_valued boolean DEFAULT false NOT NULL,
  valid_from timestamp with time zone,
  valid_to timestamp with time zone,
  superseded_by text COLLATE "C",
  created_at timestamp with time zone NOT NULL,
  search tsvector GENERATED ALWAYS AS to_tsvector('english'::regconfig, ((((subject || ' '::text) || replace(key, '_'::text, ' '::text)) || ' '::text) || value)) STORED,
  written_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  ended_xid xid8,
  CONSTRAINT facts_pkey PRIMARY KEY (id),
  CONSTRAINT facts_origin CHECK (((exchange_id IS NOT NULL) OR (turn_id IS NOT NULL))),
  CONSTRAINT facts_exchange_id_turn_ends_exchange_id_fk FOREIGN KEY (exchange_id) REFERENCES salience.turn_ends(exchange_id)
);
CREATE INDEX facts_ended ON salience.facts USING btree (agent_id, valid_to) WHERE (valid_to IS NOT NULL);
CREATE INDEX facts_ends ON salience.facts USING btree (agent_id, ended_xid, id) WHERE (ended_xid IS NOT NULL);
CREATE INDEX facts_exchange ON salience.facts USING btree (exchange_id);
CREATE UNIQUE INDEX facts_idempotency ON salience.facts USING btree (agent_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX facts_key ON salience.facts USING btree (agent_id, lower(subject), key, said_at, id);
CREATE INDEX facts_recent ON salience.facts USING btree (agent_id, exchange_id);
CREATE INDEX facts_said ON salience.facts USING btree (agent_id, lower(subject), key, lower(value));
CREATE INDEX facts_written ON salience.facts USING btree (agent_id, written_xid, id);
ALTER TABLE salience.facts ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.facts FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.facts FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_overflow ON salience.facts FOR ALL TO salience_fn_overflow
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_recall ON salience.facts FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.facts FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.facts TO salience_fn_forgetting;
GRANT INSERT ON salience.facts TO salience_digest;
GRANT INSERT, UPDATE (superseded_by, valid_from, valid_to) ON salience.facts TO salience_memory_chunker;
GRANT SELECT ON salience.facts TO salience_app, salience_fn_recall;
GRANT SELECT (agent_id, confidence, id, search, written_xid) ON salience.facts TO salience_fn_overflow;
CREATE TRIGGER facts_end BEFORE INSERT OR UPDATE OF valid_to ON salience.facts FOR EACH ROW WHEN (((new.valid_to IS NOT NULL) OR (new.ended_xid IS NOT NULL))) EXECUTE FUNCTION salience.note_end();
CREATE TRIGGER facts_rewritten BEFORE UPDATE OF valid_from ON salience.facts FOR EACH ROW WHEN ((old.valid_from IS DISTINCT FROM new.valid_from)) EXECUTE FUNCTION salience.note_writer();

-- salience.feedback
CREATE TABLE salience.feedback (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  target text COLLATE "C" NOT NULL,
  value real NOT NULL,
  note text,
  given_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  written_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  wanted text,
  CONSTRAINT feedback_pkey PRIMARY KEY (id),
  CONSTRAINT feedback_value CHECK (((value >= ('-1'::integer)::double precision) AND (value <= (1)::double precision)))
);
CREATE INDEX feedback_recent ON salience.feedback USING btree (agent_id, created_at);
CREATE UNIQUE INDEX feedback_target ON salience.feedback USING btree (agent_id, target, given_by);
CREATE INDEX feedback_written ON salience.feedback USING btree (written_xid, id);
ALTER TABLE salience.feedback ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.feedback FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.feedback FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY only_own_readings ON salience.feedback AS RESTRICTIVE FOR UPDATE TO salience_pulse_sensor
  USING ((given_by = 'reply'::text))
  WITH CHECK ((given_by = 'reply'::text));
CREATE POLICY only_read_replies ON salience.feedback AS RESTRICTIVE FOR INSERT TO salience_pulse_sensor
  WITH CHECK ((given_by = 'reply'::text));
CREATE POLICY own_agent ON salience.feedback FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.feedback TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.feedback TO salience_consumer, salience_pulse_sensor;
GRANT SELECT ON salience.feedback TO salience_app;
CREATE TRIGGER feedback_rewritten BEFORE UPDATE ON salience.feedback FOR EACH ROW EXECUTE FUNCTION salience.note_writer();

-- salience.focuses
CREATE TABLE salience.focuses (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  text text NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  set_at timestamp with time zone NOT NULL,
  cleared_at timestamp with time zone,
  idempotency_key text,
  CONSTRAINT focuses_pkey PRIMARY KEY (id),
  CONSTRAINT focuses_thread_id_threads_id_fk FOREIGN KEY (thread_id) REFERENCES salience.threads(id)
);
CREATE UNIQUE INDEX focuses_idempotency ON salience.focuses USING btree (agent_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE UNIQUE INDEX focuses_live ON salience.focuses USING btree (thread_id) WHERE (cleared_at IS NULL);
ALTER TABLE salience.focuses ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.focuses FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.focuses FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.focuses FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT ON salience.focuses TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.focuses TO salience_digest;
GRANT SELECT ON salience.focuses TO salience_app;

-- salience.forget_requests
CREATE TABLE salience.forget_requests (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  scope text NOT NULL,
  target text,
  also_named jsonb DEFAULT '[]'::jsonb NOT NULL,
  asked_in text COLLATE "C",
  idempotency_key text,
  reason text NOT NULL,
  requested_by text NOT NULL,
  state text DEFAULT 'pending'::text NOT NULL,
  counts jsonb DEFAULT '{}'::jsonb NOT NULL,
  seed bigint NOT NULL,
  requested_at timestamp with time zone NOT NULL,
  gone_at timestamp with time zone,
  watch_until timestamp with time zone,
  stepped_xid xid8,
  CONSTRAINT forget_requests_pkey PRIMARY KEY (id),
  CONSTRAINT forget_requests_scope CHECK ((scope = ANY (ARRAY['item'::text, 'thread'::text, 'source'::text, 'person'::text, 'period'::text, 'statement'::text]))),
  CONSTRAINT forget_requests_state CHECK ((state = ANY (ARRAY['pending'::text, 'deleting'::text, 'watching'::text, 'done'::text]))),
  CONSTRAINT forget_requests_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES salience.agents(id)
);
CREATE INDEX forget_requests_agent ON salience.forget_requests USING btree (agent_id, requested_at);
CREATE UNIQUE INDEX forget_requests_idempotency ON salience.forget_requests USING btree (agent_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX forget_requests_open ON salience.forget_requests USING btree (requested_at) WHERE (state <> 'done'::text);
ALTER TABLE salience.forget_requests ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.forget_requests FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.forget_requests FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.forget_requests FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT ON salience.forget_requests TO salience_consumer, salience_digest;
GRANT SELECT ON salience.forget_requests TO salience_app;
GRANT SELECT, UPDATE ON salience.forget_requests TO salience_fn_forgetting;

-- salience.forget_words
CREATE TABLE salience.forget_words (
  request_id text COLLATE "C" NOT NULL,
  word bigint NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  CONSTRAINT forget_words_request_id_word_pk PRIMARY KEY (request_id, word),
  CONSTRAINT forget_words_request_id_forget_requests_id_fk FOREIGN KEY (request_id) REFERENCES salience.forget_requests(id)
);
ALTER TABLE salience.forget_words ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.forget_words FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.forget_words FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.forget_words FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, SELECT ON salience.forget_words TO salience_fn_forgetting;

-- salience.forget_work
CREATE TABLE salience.forget_work (
  request_id text COLLATE "C" NOT NULL,
  turn_id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  CONSTRAINT forget_work_request_id_turn_id_pk PRIMARY KEY (request_id, turn_id),
  CONSTRAINT forget_work_request_id_forget_requests_id_fk FOREIGN KEY (request_id) REFERENCES salience.forget_requests(id)
);
ALTER TABLE salience.forget_work ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.forget_work FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.forget_work FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.forget_work FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, SELECT ON salience.forget_work TO salience_fn_forgetting;

-- salience.function_sets
CREATE TABLE salience.function_sets (
  hash text NOT NULL,
  n bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  CONSTRAINT function_sets_pkey PRIMARY KEY (hash)
);
GRANT SELECT ON salience.function_sets TO salience_app;

-- salience.gists
CREATE TABLE salience.gists (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  exchange_id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  content text NOT NULL,
  confidence real NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  half text,
  span_start integer,
  span_end integer,
  said_key text,
  repeats_of text COLLATE "C",
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT gists_pkey PRIMARY KEY (id),
  CONSTRAINT gists_repeats_of_gists_id_fk FOREIGN KEY (repeats_of) REFERENCES salience.gists(id) ON DELETE SET NULL
);
CREATE INDEX gists_age ON salience.gists USING btree (agent_id, created_at);
CREATE INDEX gists_exchange ON salience.gists USING btree (exchange_id);
CREATE INDEX gists_repeats ON salience.gists USING btree (repeats_of, created_at) WHERE (repeats_of IS NOT NULL);
CREATE INDEX gists_said ON salience.gists USING btree (agent_id, said_key) WHERE ((said_key IS NOT NULL) AND (repeats_of IS NULL));
CREATE INDEX gists_thread ON salience.gists USING btree (thread_id, created_at);
ALTER TABLE salience.gists ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.gists FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.gists FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_retention ON salience.gists FOR ALL TO salience_fn_retention
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.gists FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.gists TO salience_fn_forgetting, salience_fn_retention;
GRANT INSERT, UPDATE (repeats_of) ON salience.gists TO salience_memory_chunker;
GRANT SELECT ON salience.gists TO salience_app;

-- salience.hand_deliveries
CREATE TABLE salience.hand_deliveries (
  agent_id text COLLATE "C" NOT NULL,
  channel text NOT NULL,
  version bigint NOT NULL,
  target text NOT NULL,
  state text DEFAULT 'pending'::text NOT NULL,
  key text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_at timestamp with time zone NOT NULL,
  claimed_until timestamp with time zone,
  last_error text,
  created_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
  CONSTRAINT hand_deliveries_agent_id_channel_version_target_pk PRIMARY KEY (agent_id, channel, version, target),
  CONSTRAINT hand_deliveries_state CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'unknown'::text, 'failed'::text, 'late'::text])))
);
CREATE INDEX hand_deliveries_due ON salience.hand_deliveries USING btree (next_at) WHERE (state = ANY (ARRAY['pending'::text, 'unknown'::text]));
CREATE INDEX hand_deliveries_old ON salience.hand_deliveries USING btree (created_at);
ALTER TABLE salience.hand_deliveries ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.hand_deliveries FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.hand_deliveries FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_rooms ON salience.hand_deliveries FOR ALL TO salience_fn_rooms
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.hand_deliveries FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.hand_deliveries TO salience_fn_forgetting;
GRANT DELETE, UPDATE ON salience.hand_deliveries TO salience_scheduler;
GRANT INSERT ON salience.hand_deliveries TO salience_consumer, salience_pulse_sensor;
GRANT INSERT, SELECT ON salience.hand_deliveries TO salience_fn_rooms;
GRANT SELECT ON salience.hand_deliveries TO salience_app;

-- salience.hooks
CREATE TABLE salience.hooks (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  secret text,
  old_secret text,
  old_secret_until timestamp with time zone,
  ceiling text NOT NULL,
  action_class text NOT NULL,
  plan jsonb,
  per_minute integer NOT NULL,
  state text DEFAULT 'active'::text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  removed_at timestamp with time zone,
  CONSTRAINT hooks_pkey PRIMARY KEY (id),
  CONSTRAINT hooks_state CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'removed'::text])))
);
CREATE UNIQUE INDEX hooks_name ON salience.hooks USING btree (agent_id, name) WHERE (state <> 'removed'::text);
ALTER TABLE salience.hooks ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.hooks FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.hooks FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_hooks ON salience.hooks FOR ALL TO salience_fn_hooks
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.hooks FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.hooks TO salience_consumer;
GRANT SELECT (action_class, agent_id, ceiling, created_at, id, name, old_secret_until, per_minute, plan, removed_at, state) ON salience.hooks TO salience_app;
GRANT SELECT, UPDATE (old_secret, old_secret_until, secret) ON salience.hooks TO salience_fn_hooks;

-- salience.inbound
CREATE TABLE salience.inbound (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  source text NOT NULL,
  external_id text,
  replay_key text,
  sent_key text,
  content_hash text,
  sender text NOT NULL,
  subject text DEFAULT ''::text NOT NULL,
  evidence jsonb,
  authority text NOT NULL,
  action_class text NOT NULL,
  authorisation text NOT NULL,
  reason text NOT NULL,
  count integer DEFAULT 1 NOT NULL,
  task_id text COLLATE "C",
  message_id text,
  received_at timestamp with time zone NOT NULL,
  CONSTRAINT inbound_pkey PRIMARY KEY (id),
  CONSTRAINT inbound_authorisation CHECK ((authorisation = ANY (ARRAY['allow'::text, 'review'::text, 'reject'::text]))),
  CONSTRAINT inbound_task_id_tasks_id_fk FOREIGN KEY (task_id) REFERENCES salience.tasks(id) ON DELETE SET NULL
);
CREATE INDEX inbound_content ON salience.inbound USING btree (agent_id, source, content_hash) WHERE (content_hash IS NOT NULL);
CREATE UNIQUE INDEX inbound_external ON salience.inbound USING btree (agent_id, source, external_id) WHERE (external_id IS NOT NULL);
CREATE INDEX inbound_old ON salience.inbound USING btree (received_at);
CREATE INDEX inbound_recent ON salience.inbound USING btree (agent_id, received_at, id);
CREATE UNIQUE INDEX inbound_replay ON salience.inbound USING btree (agent_id, source, replay_key) WHERE (replay_key IS NOT NULL);
CREATE INDEX inbound_sender ON salience.inbound USING btree (agent_id, source, sender, received_at);
CREATE INDEX inbound_sent ON salience.inbound USING btree (agent_id, source, sent_key) WHERE (sent_key IS NOT NULL);
ALTER TABLE salience.inbound ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.inbound FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.inbound FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.inbound FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE ON salience.inbound TO salience_scheduler;
GRANT INSERT, UPDATE ON salience.inbound TO salience_consumer, salience_pulse_sensor;
GRANT SELECT ON salience.inbound TO salience_app;
GRANT SELECT, UPDATE ON salience.inbound TO salience_fn_forgetting;

-- salience.installed_functions
CREATE TABLE salience.installed_functions (
  name text NOT NULL,
  signature text NOT NULL,
  hash text NOT NULL,
  CONSTRAINT installed_functions_pkey PRIMARY KEY (name)
);
GRANT SELECT ON salience.installed_functions TO salience_app;

-- salience.lane_takeovers
CREATE TABLE salience.lane_takeovers (
  thread_id text COLLATE "C" NOT NULL,
  fence bigint NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  lost_owner text NOT NULL,
  new_owner text NOT NULL,
  last_renewed_at timestamp with time zone NOT NULL,
  taken_at timestamp with time zone NOT NULL,
  CONSTRAINT lane_takeovers_thread_id_fence_pk PRIMARY KEY (thread_id, fence)
);
CREATE INDEX lane_takeovers_at ON salience.lane_takeovers USING btree (taken_at);
ALTER TABLE salience.lane_takeovers ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.lane_takeovers FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_sight ON salience.lane_takeovers FOR ALL TO salience_fn_sight
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.lane_takeovers FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT ON salience.lane_takeovers TO salience_digest;
GRANT SELECT ON salience.lane_takeovers TO salience_app, salience_fn_sight;

-- salience.lanes
CREATE TABLE salience.lanes (
  thread_id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  tail bigint DEFAULT 0 NOT NULL,
  cursor bigint DEFAULT 0 NOT NULL,
  fence bigint DEFAULT 0 NOT NULL,
  owner text,
  held_by text,
  lease_until timestamp with time zone,
  swept_at timestamp with time zone,
  wake_at timestamp with time zone,
  has_work boolean GENERATED ALWAYS AS (tail > cursor) STORED NOT NULL,
  CONSTRAINT lanes_pkey PRIMARY KEY (thread_id),
  CONSTRAINT lanes_cursor CHECK ((cursor <= tail)),
  CONSTRAINT lanes_thread_id_threads_id_fk FOREIGN KEY (thread_id) REFERENCES salience.threads(id)
) WITH (fillfactor=50, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=500);
CREATE INDEX lanes_with_work ON salience.lanes USING btree (agent_id) WHERE has_work;
ALTER TABLE salience.lanes ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.lanes FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_lanes ON salience.lanes FOR ALL TO salience_fn_lanes
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_settling ON salience.lanes FOR ALL TO salience_fn_settling
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_sight ON salience.lanes FOR ALL TO salience_fn_sight
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.lanes FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.lanes TO salience_consumer, salience_digest, salience_pulse_sensor, salience_scheduler;
GRANT SELECT ON salience.lanes TO salience_app, salience_fn_sight;
GRANT SELECT (agent_id, has_work, lease_until, wake_at) ON salience.lanes TO salience_fn_lanes;
GRANT SELECT, UPDATE (swept_at, tail, wake_at) ON salience.lanes TO salience_fn_settling;
GRANT UPDATE ON salience.lanes TO salience_cognitive_drift;

-- salience.learning_marks
CREATE TABLE salience.learning_marks (
  job text NOT NULL,
  read_to text,
  moved_at timestamp with time zone,
  fence bigint DEFAULT 0 NOT NULL,
  owner text,
  lease_until timestamp with time zone,
  CONSTRAINT learning_marks_pkey PRIMARY KEY (job)
);
GRANT INSERT, UPDATE ON salience.learning_marks TO salience_routing_regulator;
GRANT SELECT ON salience.learning_marks TO salience_app;

-- salience.letters
CREATE TABLE salience.letters (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  mailbox text,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  inbound_id text COLLATE "C",
  in_reply_to text,
  state text DEFAULT 'pending'::text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_at timestamp with time zone NOT NULL,
  claimed_until timestamp with time zone,
  error text,
  turn_id text COLLATE "C" NOT NULL,
  idempotency_key text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  settled_at timestamp with time zone,
  CONSTRAINT letters_pkey PRIMARY KEY (id),
  CONSTRAINT letters_kind CHECK ((kind = ANY (ARRAY['draft'::text, 'send'::text]))),
  CONSTRAINT letters_state CHECK ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'done'::text, 'unknown'::text, 'failed'::text])))
);
CREATE INDEX letters_due ON salience.letters USING btree (kind, next_at) WHERE (state = ANY (ARRAY['pending'::text, 'sending'::text]));
CREATE UNIQUE INDEX letters_idempotency ON salience.letters USING btree (agent_id, idempotency_key);
CREATE INDEX letters_recent ON salience.letters USING btree (agent_id, created_at, id);
CREATE INDEX letters_turn ON salience.letters USING btree (turn_id);
ALTER TABLE salience.letters ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.letters FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.letters FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY only_drafts ON salience.letters AS RESTRICTIVE FOR ALL TO salience_pulse_sensor
  USING ((kind = 'draft'::text))
  WITH CHECK ((kind = 'draft'::text));
CREATE POLICY own_agent ON salience.letters FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT ON salience.letters TO salience_digest;
GRANT SELECT ON salience.letters TO salience_app;
GRANT SELECT, UPDATE ON salience.letters TO salience_fn_forgetting;
GRANT UPDATE (attempts, claimed_until, error, next_at, settled_at, state) ON salience.letters TO salience_pulse_sensor, salience_scheduler;

-- salience.limbic_models
CREATE TABLE salience.limbic_models (
  agent_id text COLLATE "C" NOT NULL,
  cluster text NOT NULL,
  version integer NOT NULL,
  parent integer NOT NULL,
  sha256 text NOT NULL,
  schema text NOT NULL,
  weights bytea NOT NULL,
  heads jsonb NOT NULL,
  metrics jsonb NOT NULL,
  promoted boolean NOT NULL,
  reason text NOT NULL,
  made_at timestamp with time zone NOT NULL,
  CONSTRAINT limbic_models_agent_id_cluster_version_pk PRIMARY KEY (agent_id, cluster, version)
);
ALTER TABLE salience.limbic_models ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.limbic_models FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.limbic_models FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.limbic_models FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.limbic_models TO salience_fn_forgetting;
GRANT INSERT ON salience.limbic_models TO salience_pulse_sensor;
GRANT SELECT ON salience.limbic_models TO salience_app;

-- salience.list_items
CREATE TABLE salience.list_items (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  list text NOT NULL,
  item text NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  checked_at timestamp with time zone,
  removed_at timestamp with time zone,
  idempotency_key text,
  CONSTRAINT list_items_pkey PRIMARY KEY (id),
  CONSTRAINT list_items_agent_id_list_lists_agent_id_name_fk FOREIGN KEY (agent_id, list) REFERENCES salience.lists(agent_id, name)
);
CREATE INDEX list_items_idempotency ON salience.list_items USING btree (agent_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE UNIQUE INDEX list_items_live ON salience.list_items USING btree (agent_id, list, lower(item)) WHERE (removed_at IS NULL);
CREATE INDEX list_items_open ON salience.list_items USING btree (agent_id, created_at) WHERE ((removed_at IS NULL) AND (checked_at IS NULL));
ALTER TABLE salience.list_items ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.list_items FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.list_items FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.list_items FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT ON salience.list_items TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.list_items TO salience_digest;
GRANT SELECT ON salience.list_items TO salience_app;

-- salience.lists
CREATE TABLE salience.lists (
  agent_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  trust text DEFAULT 'external'::text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  deleted_at timestamp with time zone,
  CONSTRAINT lists_agent_id_name_pk PRIMARY KEY (agent_id, name)
);
ALTER TABLE salience.lists ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.lists FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.lists FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.lists FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT ON salience.lists TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.lists TO salience_digest;
GRANT SELECT ON salience.lists TO salience_app;

-- salience.mailboxes
CREATE TABLE salience.mailboxes (
  agent_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  uid_validity bigint,
  last_uid bigint,
  fence bigint DEFAULT 0 NOT NULL,
  owner text,
  lease_until timestamp with time zone,
  failures integer DEFAULT 0 NOT NULL,
  error text,
  retry_at timestamp with time zone,
  anchored_at timestamp with time zone,
  old_upto bigint,
  seen_at timestamp with time zone,
  CONSTRAINT mailboxes_agent_id_name_pk PRIMARY KEY (agent_id, name)
);
ALTER TABLE salience.mailboxes ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.mailboxes FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.mailboxes FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.mailboxes FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.mailboxes TO salience_pulse_sensor;
GRANT SELECT ON salience.mailboxes TO salience_app;

-- salience.memory_accesses
CREATE TABLE salience.memory_accesses (
  agent_id text COLLATE "C" NOT NULL,
  item_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  count integer NOT NULL,
  last_at timestamp with time zone NOT NULL,
  CONSTRAINT memory_accesses_agent_id_item_id_pk PRIMARY KEY (agent_id, item_id)
);
ALTER TABLE salience.memory_accesses ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.memory_accesses FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.memory_accesses FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.memory_accesses FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT ON salience.memory_accesses TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.memory_accesses TO salience_consumer, salience_digest;
GRANT SELECT ON salience.memory_accesses TO salience_app;

-- salience.memory_audits
CREATE TABLE salience.memory_audits (
  agent_id text COLLATE "C" NOT NULL,
  body jsonb NOT NULL,
  audited_at timestamp with time zone NOT NULL,
  claimed_until timestamp with time zone,
  CONSTRAINT memory_audits_pkey PRIMARY KEY (agent_id)
);
ALTER TABLE salience.memory_audits ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.memory_audits FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.memory_audits FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.memory_audits TO salience_scheduler;
GRANT SELECT ON salience.memory_audits TO salience_app;

-- salience.memory_codes
CREATE TABLE salience.memory_codes (
  agent_id text COLLATE "C" NOT NULL,
  item_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  model_id text NOT NULL,
  code bytea NOT NULL,
  written_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  CONSTRAINT memory_codes_agent_id_item_id_pk PRIMARY KEY (agent_id, item_id)
);
CREATE INDEX memory_codes_written ON salience.memory_codes USING btree (agent_id, model_id, written_xid);
ALTER TABLE salience.memory_codes ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.memory_codes FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.memory_codes FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_recall ON salience.memory_codes FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_retention ON salience.memory_codes FOR ALL TO salience_fn_retention
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.memory_codes FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON salience.memory_codes TO salience_fn_forgetting;
GRANT INSERT, SELECT, UPDATE ON salience.memory_codes TO salience_fn_retention;
GRANT INSERT, UPDATE ON salience.memory_codes TO salience_cognitive_drift, salience_digest, salience_episodic;
GRANT SELECT ON salience.memory_codes TO salience_app, salience_fn_recall;

-- salience.memory_images
CREATE TABLE salience.memory_images (
  agent_id text COLLATE "C" NOT NULL,
  model_id text NOT NULL,
  part integer NOT NULL,
  from_xid xid8 NOT NULL,
  bytes bytea NOT NULL,
  written_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  CONSTRAINT memory_images_agent_id_model_id_part_pk PRIMARY KEY (agent_id, model_id, part)
);
ALTER TABLE salience.memory_images ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.memory_images FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.memory_images FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.memory_images FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT ON salience.memory_images TO salience_episodic;
GRANT DELETE, SELECT ON salience.memory_images TO salience_fn_forgetting;
GRANT SELECT ON salience.memory_images TO salience_app;

-- salience.memory_leases
CREATE TABLE salience.memory_leases (
  agent_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  owner text,
  fence bigint DEFAULT 0 NOT NULL,
  lease_until timestamp with time zone,
  again boolean DEFAULT false NOT NULL,
  attempt jsonb,
  most integer DEFAULT 32 NOT NULL,
  unkept bigint[] DEFAULT '{}'::bigint[] NOT NULL,
  swept_at timestamp with time zone,
  listened_on date,
  listened integer DEFAULT 0 NOT NULL,
  CONSTRAINT memory_leases_agent_id_kind_pk PRIMARY KEY (agent_id, kind),
  CONSTRAINT memory_leases_kind CHECK ((kind = ANY (ARRAY['chunk'::text, 'tell'::text])))
);
ALTER TABLE salience.memory_leases ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.memory_leases FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.memory_leases FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.memory_leases FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.memory_leases TO salience_episodic, salience_memory_chunker, salience_scheduler;
GRANT SELECT ON salience.memory_leases TO salience_app;
GRANT SELECT, UPDATE ON salience.memory_leases TO salience_fn_forgetting;

-- salience.memory_progress
CREATE TABLE salience.memory_progress (
  thread_id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  chunked_seq bigint DEFAULT 0 NOT NULL,
  told_seq bigint DEFAULT 0 NOT NULL,
  chunk_at timestamp with time zone,
  tell_at timestamp with time zone,
  CONSTRAINT memory_progress_pkey PRIMARY KEY (thread_id),
  CONSTRAINT memory_progress_order CHECK ((told_seq <= chunked_seq))
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=500);
CREATE INDEX memory_progress_chunk ON salience.memory_progress USING btree (agent_id, chunk_at) WHERE (chunk_at IS NOT NULL);
CREATE INDEX memory_progress_tell ON salience.memory_progress USING btree (agent_id, tell_at) WHERE (tell_at IS NOT NULL);
ALTER TABLE salience.memory_progress ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.memory_progress FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.memory_progress FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.memory_progress FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.memory_progress TO salience_episodic, salience_memory_chunker, salience_scheduler;
GRANT SELECT ON salience.memory_progress TO salience_app;
GRANT SELECT, UPDATE ON salience.memory_progress TO salience_fn_forgetting;

-- salience.memory_proposals
CREATE TABLE salience.memory_proposals (
  thread_id text COLLATE "C" NOT NULL,
  first_seq bigint NOT NULL,
  last_seq bigint NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  model text NOT NULL,
  body jsonb NOT NULL,
  CONSTRAINT memory_proposals_thread_id_first_seq_pk PRIMARY KEY (thread_id, first_seq)
);
ALTER TABLE salience.memory_proposals ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.memory_proposals FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.memory_proposals FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.memory_proposals FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE ON salience.memory_proposals TO salience_episodic;
GRANT DELETE, INSERT, UPDATE ON salience.memory_proposals TO salience_memory_chunker;
GRANT DELETE, SELECT ON salience.memory_proposals TO salience_fn_forgetting;
GRANT SELECT ON salience.memory_proposals TO salience_app;

-- salience.memory_retries
CREATE TABLE salience.memory_retries (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  first_seq bigint NOT NULL,
  last_seq bigint NOT NULL,
  episode_id text COLLATE "C",
  reason text,
  tries integer DEFAULT 0 NOT NULL,
  error text,
  due_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT memory_retries_pkey PRIMARY KEY (id),
  CONSTRAINT memory_retries_episode_of CHECK (((kind = 'concepts'::text) = (episode_id IS NOT NULL))),
  CONSTRAINT memory_retries_kind CHECK ((kind = ANY (ARRAY['chunk'::text, 'tell'::text, 'concepts'::text]))),
  CONSTRAINT memory_retries_order CHECK ((first_seq <= last_seq))
);
CREATE INDEX memory_retries_agent ON salience.memory_retries USING btree (agent_id, kind);
CREATE INDEX memory_retries_due ON salience.memory_retries USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX memory_retries_episode ON salience.memory_retries USING btree (episode_id) WHERE (episode_id IS NOT NULL);
ALTER TABLE salience.memory_retries ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.memory_retries FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.memory_retries FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_settling ON salience.memory_retries FOR ALL TO salience_fn_settling
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.memory_retries FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON salience.memory_retries TO salience_fn_forgetting;
GRANT DELETE, INSERT, UPDATE ON salience.memory_retries TO salience_episodic, salience_memory_chunker;
GRANT SELECT ON salience.memory_retries TO salience_app;
GRANT SELECT (agent_id, due_at, kind), UPDATE (due_at, tries) ON salience.memory_retries TO salience_fn_settling;

-- salience.model_limits
CREATE TABLE salience.model_limits (
  model text COLLATE "C" NOT NULL,
  next_at timestamp with time zone,
  paused_until timestamp with time zone,
  CONSTRAINT model_limits_pkey PRIMARY KEY (model)
);
GRANT INSERT, SELECT, UPDATE ON salience.model_limits TO salience_digest, salience_episodic, salience_memory_chunker, salience_routing_regulator;
GRANT SELECT ON salience.model_limits TO salience_fn_sight, salience_operator;

-- salience.model_usage
CREATE TABLE salience.model_usage (
  agent_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  role text NOT NULL,
  model text NOT NULL,
  calls integer DEFAULT 0 NOT NULL,
  errors integer DEFAULT 0 NOT NULL,
  failed_over integer DEFAULT 0 NOT NULL,
  input_tokens bigint DEFAULT 0 NOT NULL,
  output_tokens bigint DEFAULT 0 NOT NULL,
  untold integer DEFAULT 0 NOT NULL,
  cost_usd double precision DEFAULT 0 NOT NULL,
  unpriced integer DEFAULT 0 NOT NULL,
  total_ms bigint DEFAULT 0 NOT NULL,
  longest_ms integer DEFAULT 0 NOT NULL,
  last_at timestamp with time zone NOT NULL,
  last_error text,
  last_error_at timestamp with time zone,
  CONSTRAINT model_usage_agent_id_day_role_model_pk PRIMARY KEY (agent_id, day, role, model)
);
CREATE INDEX model_usage_day ON salience.model_usage USING btree (day);
ALTER TABLE salience.model_usage ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.model_usage FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_sight ON salience.model_usage FOR ALL TO salience_fn_sight
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.model_usage FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE ON salience.model_usage TO salience_scheduler;
GRANT INSERT, UPDATE ON salience.model_usage TO salience_cognitive_drift, salience_digest, salience_episodic, salience_memory_chunker, salience_routing_regulator;
GRANT SELECT ON salience.model_usage TO salience_app, salience_fn_sight;

-- salience.modules
CREATE TABLE salience.modules (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  cluster text NOT NULL,
  fingerprint jsonb NOT NULL,
  hash text NOT NULL,
  state text DEFAULT 'active'::text NOT NULL,
  threshold double precision,
  last_wake_at timestamp with time zone,
  breaker_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT modules_pkey PRIMARY KEY (id),
  CONSTRAINT modules_state CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'removed'::text])))
);
CREATE UNIQUE INDEX modules_name ON salience.modules USING btree (agent_id, name) WHERE (state <> 'removed'::text);
ALTER TABLE salience.modules ENABLE ROW LEVEL SECURITY;
CREATE POLICY door_of_senses ON salience.modules FOR SELECT TO salience_pulse_sensor
  USING (true);
CREATE POLICY every_agent ON salience.modules FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.modules FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.modules FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.modules TO salience_consumer;
GRANT SELECT ON salience.modules TO salience_app;
GRANT UPDATE (breaker_until, last_wake_at) ON salience.modules TO salience_pulse_sensor;

-- salience.notices
CREATE TABLE salience.notices (
  turn_id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  source text NOT NULL,
  speaker text,
  created_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone,
  settled_at timestamp with time zone,
  settled_as text,
  reason text,
  look_at timestamp with time zone,
  CONSTRAINT notices_pkey PRIMARY KEY (turn_id),
  CONSTRAINT notices_settled CHECK (((settled_at IS NULL) = (settled_as IS NULL))),
  CONSTRAINT notices_settled_as CHECK ((settled_as = ANY (ARRAY['seen'::text, 'delivered'::text, 'undelivered'::text, 'nothing'::text])))
);
CREATE INDEX notices_open ON salience.notices USING btree (look_at) WHERE (settled_at IS NULL);
CREATE INDEX notices_shown ON salience.notices USING btree (seen_at) WHERE ((seen_at IS NOT NULL) AND ((settled_at IS NULL) OR (settled_as = 'undelivered'::text)));
CREATE INDEX notices_undelivered ON salience.notices USING btree (agent_id, created_at) WHERE (settled_as = 'undelivered'::text);
CREATE INDEX notices_unseen ON salience.notices USING btree (agent_id, created_at) WHERE (seen_at IS NULL);
ALTER TABLE salience.notices ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.notices FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.notices FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_sight ON salience.notices FOR ALL TO salience_fn_sight
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.notices FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.notices TO salience_fn_forgetting;
GRANT INSERT ON salience.notices TO salience_cognitive_drift, salience_digest, salience_pulse_sensor;
GRANT INSERT, UPDATE ON salience.notices TO salience_consumer, salience_scheduler;
GRANT SELECT ON salience.notices TO salience_app;
GRANT SELECT (agent_id, settled_as) ON salience.notices TO salience_fn_sight;

-- salience.occurrences
CREATE TABLE salience.occurrences (
  schedule_id text COLLATE "C" NOT NULL,
  slot timestamp with time zone NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  wall text NOT NULL,
  fate text NOT NULL,
  reason text,
  stands_for integer,
  turn_id text COLLATE "C",
  late_ms bigint NOT NULL,
  decided_at timestamp with time zone NOT NULL,
  idempotency_key text,
  CONSTRAINT occurrences_schedule_id_slot_pk PRIMARY KEY (schedule_id, slot),
  CONSTRAINT occurrences_fate CHECK ((fate = ANY (ARRAY['fired'::text, 'late'::text, 'catch-up'::text, 'skipped'::text, 'cancelled'::text]))),
  CONSTRAINT occurrences_reason CHECK (((fate <> 'skipped'::text) OR (reason IS NOT NULL))),
  CONSTRAINT occurrences_turn_of_fired CHECK (((turn_id IS NOT NULL) = (fate = ANY (ARRAY['fired'::text, 'late'::text, 'catch-up'::text])))),
  CONSTRAINT occurrences_schedule_id_schedules_id_fk FOREIGN KEY (schedule_id) REFERENCES salience.schedules(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX occurrences_asked ON salience.occurrences USING btree (schedule_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX occurrences_turn ON salience.occurrences USING btree (turn_id) WHERE (turn_id IS NOT NULL);
ALTER TABLE salience.occurrences ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.occurrences FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.occurrences FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.occurrences FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, UPDATE ON salience.occurrences TO salience_scheduler;
GRANT DELETE, SELECT ON salience.occurrences TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.occurrences TO salience_consumer, salience_digest;
GRANT SELECT ON salience.occurrences TO salience_app;

-- salience.operator_keys
CREATE TABLE salience.operator_keys (
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  hash text NOT NULL,
  hint text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT operator_keys_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX operator_keys_hash ON salience.operator_keys USING btree (hash);
GRANT INSERT, SELECT (created_at, expires_at, hint, id, name, revoked_at), UPDATE (expires_at, revoked_at) ON salience.operator_keys TO salience_fn_keys;
GRANT INSERT, SELECT, UPDATE (expires_at, revoked_at) ON salience.operator_keys TO salience_operator;
GRANT SELECT ON salience.operator_keys TO salience_fn_door;

-- salience.operator_sessions
CREATE TABLE salience.operator_sessions (
  hash text COLLATE "C" NOT NULL,
  key_id text COLLATE "C",
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  person_hash text,
  CONSTRAINT operator_sessions_pkey PRIMARY KEY (hash),
  CONSTRAINT operator_sessions_stands_for CHECK ((num_nonnulls(key_id, person_hash) = 1)),
  CONSTRAINT operator_sessions_key_id_operator_keys_id_fk FOREIGN KEY (key_id) REFERENCES salience.operator_keys(id)
);
GRANT DELETE, INSERT, SELECT ON salience.operator_sessions TO salience_fn_door;
GRANT SELECT ON salience.operator_sessions TO salience_operator;

-- salience.outbox
CREATE TABLE salience.outbox (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  job text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_order ON salience.outbox USING btree (created_at);
ALTER TABLE salience.outbox ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.outbox FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_settling ON salience.outbox FOR ALL TO salience_fn_settling
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_sight ON salience.outbox FOR ALL TO salience_fn_sight
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.outbox FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, UPDATE ON salience.outbox TO salience_scheduler;
GRANT INSERT ON salience.outbox TO salience_fn_settling;
GRANT INSERT, SELECT ON salience.outbox TO salience_app;
GRANT SELECT ON salience.outbox TO salience_fn_sight;

-- salience.overflow_blocks
CREATE TABLE salience.overflow_blocks (
  agent_id text COLLATE "C" NOT NULL,
  block integer NOT NULL,
  places jsonb NOT NULL,
  exchanges bigint NOT NULL,
  words bigint NOT NULL,
  CONSTRAINT overflow_blocks_agent_id_block_pk PRIMARY KEY (agent_id, block)
);
ALTER TABLE salience.overflow_blocks ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.overflow_blocks FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.overflow_blocks FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_overflow ON salience.overflow_blocks FOR ALL TO salience_fn_overflow
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.overflow_blocks FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.overflow_blocks TO salience_fn_forgetting;
GRANT INSERT, SELECT ON salience.overflow_blocks TO salience_fn_overflow;
GRANT SELECT ON salience.overflow_blocks TO salience_app;

-- salience.overflow_items
CREATE TABLE salience.overflow_items (
  agent_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  block integer NOT NULL,
  words tsvector NOT NULL,
  speaker text,
  weight real,
  CONSTRAINT overflow_items_agent_id_id_pk PRIMARY KEY (agent_id, id)
);
CREATE INDEX overflow_items_weight ON salience.overflow_items USING btree (agent_id, weight, id) WHERE (weight IS NOT NULL);
CREATE INDEX overflow_items_words ON salience.overflow_items USING gin (words);
ALTER TABLE salience.overflow_items ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.overflow_items FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.overflow_items FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_overflow ON salience.overflow_items FOR ALL TO salience_fn_overflow
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_recall ON salience.overflow_items FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.overflow_items FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.overflow_items TO salience_fn_forgetting;
GRANT INSERT, SELECT, UPDATE ON salience.overflow_items TO salience_fn_overflow;
GRANT SELECT ON salience.overflow_items TO salience_app, salience_fn_recall;

-- salience.overflow_words
CREATE TABLE salience.overflow_words (
  agent_id text COLLATE "C" NOT NULL,
  stem text COLLATE "C" NOT NULL,
  block integer NOT NULL,
  exchanges integer NOT NULL,
  CONSTRAINT overflow_words_agent_id_stem_block_pk PRIMARY KEY (agent_id, stem, block)
);
ALTER TABLE salience.overflow_words ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.overflow_words FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.overflow_words FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_overflow ON salience.overflow_words FOR ALL TO salience_fn_overflow
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.overflow_words FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.overflow_words TO salience_fn_forgetting;
GRANT INSERT, SELECT ON salience.overflow_words TO salience_fn_overflow;
GRANT SELECT ON salience.overflow_words TO salience_app;

-- salience.pages
CREATE TABLE salience.pages (
  agent_id text COLLATE "C" NOT NULL,
  endpoint text NOT NULL,
  etag text,
  last_modified text,
  hash text,
  status integer,
  bytes integer,
  number double precision,
  fence bigint DEFAULT 0 NOT NULL,
  owner text,
  lease_until timestamp with time zone,
  next_at timestamp with time zone NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  error text,
  seen_at timestamp with time zone,
  CONSTRAINT pages_agent_id_endpoint_pk PRIMARY KEY (agent_id, endpoint)
);
ALTER TABLE salience.pages ENABLE ROW LEVEL SECURITY;
CREATE POLICY door_of_senses ON salience.pages FOR SELECT TO salience_pulse_sensor
  USING (true);
CREATE POLICY every_agent ON salience.pages FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.pages FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.pages FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, UPDATE ON salience.pages TO salience_pulse_sensor;
GRANT SELECT ON salience.pages TO salience_app;

-- salience.people
CREATE TABLE salience.people (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  is_owner boolean DEFAULT false NOT NULL,
  zone text,
  quiet_from text,
  quiet_until text,
  proposed_zone text,
  proposed_by text COLLATE "C",
  proposed_place text,
  proposal_told_at timestamp with time zone,
  merged_into text COLLATE "C",
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT people_pkey PRIMARY KEY (id),
  CONSTRAINT people_quiet CHECK (((quiet_from IS NULL) = (quiet_until IS NULL)))
);
CREATE INDEX people_agent ON salience.people USING btree (agent_id, created_at);
CREATE UNIQUE INDEX people_owner ON salience.people USING btree (agent_id) WHERE is_owner;
CREATE INDEX people_untold ON salience.people USING btree (agent_id) WHERE ((proposed_zone IS NOT NULL) AND (proposal_told_at IS NULL));
ALTER TABLE salience.people ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.people FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.people FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.people FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.people TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.people TO salience_consumer, salience_digest, salience_memory_chunker;
GRANT SELECT ON salience.people TO salience_app;

-- salience.person_codes
CREATE TABLE salience.person_codes (
  hash text COLLATE "C" NOT NULL,
  person_hash text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT person_codes_pkey PRIMARY KEY (hash)
);
GRANT DELETE, INSERT, SELECT ON salience.person_codes TO salience_fn_door;
GRANT SELECT ON salience.person_codes TO salience_operator;

-- salience.person_names
CREATE TABLE salience.person_names (
  agent_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  value text NOT NULL,
  person_id text COLLATE "C" NOT NULL,
  merged_from text COLLATE "C",
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT person_names_agent_id_kind_value_pk PRIMARY KEY (agent_id, kind, value),
  CONSTRAINT person_names_kind CHECK ((kind = ANY (ARRAY['name'::text, 'mail'::text]))),
  CONSTRAINT person_names_person_id_people_id_fk FOREIGN KEY (person_id) REFERENCES salience.people(id)
);
CREATE INDEX person_names_person ON salience.person_names USING btree (person_id);
ALTER TABLE salience.person_names ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.person_names FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.person_names FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.person_names FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, UPDATE ON salience.person_names TO salience_consumer;
GRANT DELETE, SELECT, UPDATE ON salience.person_names TO salience_fn_forgetting;
GRANT SELECT ON salience.person_names TO salience_app;

-- salience.pfc_action_log
CREATE TABLE salience.pfc_action_log (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  action text NOT NULL,
  context jsonb DEFAULT '{}'::jsonb NOT NULL,
  kind text,
  channel text,
  salience real NOT NULL,
  decision text NOT NULL,
  matched_goals jsonb DEFAULT '[]'::jsonb NOT NULL,
  reasoning text NOT NULL,
  factors jsonb DEFAULT '{}'::jsonb NOT NULL,
  source text NOT NULL,
  trust text NOT NULL,
  held_until timestamp with time zone,
  hold text,
  merged_into integer,
  outcome text,
  outcome_notes text,
  outcome_value real,
  outcome_trust text,
  outcome_at timestamp with time zone,
  outcomes jsonb DEFAULT '[]'::jsonb NOT NULL,
  turn_id text COLLATE "C",
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT pfc_action_log_pkey PRIMARY KEY (id),
  CONSTRAINT pfc_action_log_decision CHECK ((decision = ANY (ARRAY['act'::text, 'consider'::text, 'skip'::text]))),
  CONSTRAINT pfc_action_log_held_until CHECK (((hold <> 'held'::text) OR (held_until IS NOT NULL))),
  CONSTRAINT pfc_action_log_hold CHECK ((hold = ANY (ARRAY['held'::text, 'merged'::text, 'expired'::text, 'released'::text]))),
  CONSTRAINT pfc_action_log_salience CHECK (((salience >= (0)::double precision) AND (salience <= (1)::double precision))),
  CONSTRAINT pfc_action_log_source CHECK ((source = ANY (ARRAY['api'::text, 'act'::text, 'pulse'::text]))),
  CONSTRAINT pfc_action_log_trust CHECK ((trust = ANY (ARRAY['owner'::text, 'unverified'::text]))),
  CONSTRAINT pfc_action_log_value CHECK (((outcome_value >= ('-1'::integer)::double precision) AND (outcome_value <= (1)::double precision)))
);
CREATE INDEX pfc_action_log_decisions ON salience.pfc_action_log USING btree (agent_id, decision, created_at);
CREATE INDEX pfc_action_log_held ON salience.pfc_action_log USING btree (held_until) WHERE (hold = 'held'::text);
CREATE INDEX pfc_action_log_old ON salience.pfc_action_log USING btree (created_at);
CREATE INDEX pfc_action_log_outcomes ON salience.pfc_action_log USING btree (agent_id, outcome_at DESC) WHERE (outcome IS NOT NULL);
CREATE INDEX pfc_action_log_recent ON salience.pfc_action_log USING btree (agent_id, created_at DESC);
CREATE INDEX pfc_action_log_turn ON salience.pfc_action_log USING btree (turn_id) WHERE (turn_id IS NOT NULL);
CREATE INDEX pfc_action_log_unverified ON salience.pfc_action_log USING btree (agent_id, id) WHERE (trust = 'unverified'::text);
ALTER TABLE salience.pfc_action_log ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.pfc_action_log FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.pfc_action_log FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY only_own_wakes ON salience.pfc_action_log AS RESTRICTIVE FOR UPDATE TO salience_pulse_sensor
  USING ((source = 'pulse'::text))
  WITH CHECK ((source = 'pulse'::text));
CREATE POLICY only_unverified ON salience.pfc_action_log AS RESTRICTIVE FOR DELETE TO salience_consumer
  USING ((trust = 'unverified'::text));
CREATE POLICY only_wakes ON salience.pfc_action_log AS RESTRICTIVE FOR INSERT TO salience_pulse_sensor
  WITH CHECK ((source = 'pulse'::text));
CREATE POLICY own_agent ON salience.pfc_action_log FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, UPDATE ON salience.pfc_action_log TO salience_consumer;
GRANT DELETE, SELECT, UPDATE ON salience.pfc_action_log TO salience_fn_forgetting;
GRANT DELETE, UPDATE (hold, outcome, outcome_at, outcome_trust, outcome_value) ON salience.pfc_action_log TO salience_scheduler;
GRANT INSERT, UPDATE ON salience.pfc_action_log TO salience_digest, salience_pulse_sensor;
GRANT SELECT ON salience.pfc_action_log TO salience_app;

-- salience.pfc_config
CREATE TABLE salience.pfc_config (
  agent_id text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  doc jsonb NOT NULL,
  file_hash text,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT pfc_config_pkey PRIMARY KEY (agent_id)
);
ALTER TABLE salience.pfc_config ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.pfc_config FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.pfc_config FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_rooms ON salience.pfc_config FOR ALL TO salience_fn_rooms
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.pfc_config FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.pfc_config TO salience_consumer;
GRANT SELECT ON salience.pfc_config TO salience_app, salience_fn_rooms;

-- salience.pfc_focus
CREATE TABLE salience.pfc_focus (
  agent_id text COLLATE "C" NOT NULL,
  channel text,
  updated_at timestamp with time zone NOT NULL,
  trust text DEFAULT 'owner'::text NOT NULL,
  CONSTRAINT pfc_focus_pkey PRIMARY KEY (agent_id),
  CONSTRAINT pfc_focus_trust CHECK ((trust = ANY (ARRAY['owner'::text, 'unverified'::text])))
);
ALTER TABLE salience.pfc_focus ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.pfc_focus FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.pfc_focus FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_rooms ON salience.pfc_focus FOR ALL TO salience_fn_rooms
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.pfc_focus FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.pfc_focus TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.pfc_focus TO salience_consumer;
GRANT SELECT ON salience.pfc_focus TO salience_app, salience_fn_rooms;

-- salience.pfc_goals
CREATE TABLE salience.pfc_goals (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  goal text NOT NULL,
  priority integer DEFAULT 50 NOT NULL,
  context text,
  status text DEFAULT 'active'::text NOT NULL,
  trust text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  completed_at timestamp with time zone,
  CONSTRAINT pfc_goals_pkey PRIMARY KEY (id),
  CONSTRAINT pfc_goals_priority CHECK (((priority >= 0) AND (priority <= 100))),
  CONSTRAINT pfc_goals_status CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'completed'::text, 'abandoned'::text]))),
  CONSTRAINT pfc_goals_trust CHECK ((trust = ANY (ARRAY['owner'::text, 'unverified'::text])))
);
CREATE INDEX pfc_goals_order ON salience.pfc_goals USING btree (agent_id, status, priority DESC, created_at, id);
ALTER TABLE salience.pfc_goals ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.pfc_goals FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.pfc_goals FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_rooms ON salience.pfc_goals FOR ALL TO salience_fn_rooms
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.pfc_goals FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, UPDATE ON salience.pfc_goals TO salience_consumer;
GRANT DELETE, SELECT, UPDATE ON salience.pfc_goals TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.pfc_goals TO salience_operator;
GRANT SELECT ON salience.pfc_goals TO salience_app, salience_fn_rooms;

-- salience.pfc_hands
CREATE TABLE salience.pfc_hands (
  agent_id text COLLATE "C" NOT NULL,
  channel text NOT NULL,
  state text DEFAULT 'lowered'::text NOT NULL,
  count integer DEFAULT 0 NOT NULL,
  reason text,
  bid real DEFAULT 0 NOT NULL,
  version bigint DEFAULT 0 NOT NULL,
  raised_at timestamp with time zone,
  updated_at timestamp with time zone NOT NULL,
  trust text DEFAULT 'owner'::text NOT NULL,
  CONSTRAINT pfc_hands_agent_id_channel_pk PRIMARY KEY (agent_id, channel),
  CONSTRAINT pfc_hands_bid CHECK (((bid >= (0)::double precision) AND (bid <= (1)::double precision))),
  CONSTRAINT pfc_hands_raised CHECK (((state = 'lowered'::text) = (raised_at IS NULL))),
  CONSTRAINT pfc_hands_state CHECK ((state = ANY (ARRAY['lowered'::text, 'waiting'::text, 'raised'::text, 'granted'::text]))),
  CONSTRAINT pfc_hands_trust CHECK ((trust = ANY (ARRAY['owner'::text, 'unverified'::text])))
);
CREATE INDEX pfc_hands_up ON salience.pfc_hands USING btree (channel) WHERE (state <> 'lowered'::text);
ALTER TABLE salience.pfc_hands ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.pfc_hands FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.pfc_hands FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_rooms ON salience.pfc_hands FOR ALL TO salience_fn_rooms
  USING (true)
  WITH CHECK (true);
CREATE POLICY only_unverified ON salience.pfc_hands AS RESTRICTIVE FOR DELETE TO salience_consumer
  USING ((trust = 'unverified'::text));
CREATE POLICY own_agent ON salience.pfc_hands FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, UPDATE ON salience.pfc_hands TO salience_consumer;
GRANT DELETE, SELECT, UPDATE ON salience.pfc_hands TO salience_fn_forgetting;
GRANT INSERT, SELECT, UPDATE ON salience.pfc_hands TO salience_fn_rooms;
GRANT INSERT, UPDATE ON salience.pfc_hands TO salience_pulse_sensor;
GRANT SELECT ON salience.pfc_hands TO salience_app;

-- salience.pfc_monologue
CREATE TABLE salience.pfc_monologue (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  channel text,
  thought_type text DEFAULT 'reaction'::text NOT NULL,
  content text,
  trigger_message_id text,
  trigger_author text,
  trigger_content text,
  rule text,
  turn_id text COLLATE "C",
  trust text NOT NULL,
  source text DEFAULT 'api'::text NOT NULL,
  synthesis_id text COLLATE "C",
  consumed_at timestamp with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT pfc_monologue_pkey PRIMARY KEY (id),
  CONSTRAINT pfc_monologue_content CHECK (((content IS NOT NULL) OR (turn_id IS NOT NULL))),
  CONSTRAINT pfc_monologue_synthesis CHECK (((synthesis_id IS NULL) OR (consumed_at IS NOT NULL))),
  CONSTRAINT pfc_monologue_trust CHECK ((trust = ANY (ARRAY['owner'::text, 'unverified'::text])))
);
CREATE INDEX idx_monologue_channel ON salience.pfc_monologue USING btree (agent_id, channel, created_at) WHERE (consumed_at IS NULL);
CREATE INDEX idx_monologue_created ON salience.pfc_monologue USING btree (created_at DESC);
CREATE INDEX pfc_monologue_consumed ON salience.pfc_monologue USING btree (consumed_at) WHERE (consumed_at IS NOT NULL);
CREATE UNIQUE INDEX pfc_monologue_message ON salience.pfc_monologue USING btree (agent_id, COALESCE(channel, ''::text), trigger_message_id) WHERE (trigger_message_id IS NOT NULL);
CREATE INDEX pfc_monologue_turn ON salience.pfc_monologue USING btree (turn_id) WHERE (turn_id IS NOT NULL);
CREATE INDEX pfc_monologue_unverified ON salience.pfc_monologue USING btree (agent_id, id) WHERE (trust = 'unverified'::text);
ALTER TABLE salience.pfc_monologue ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.pfc_monologue FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.pfc_monologue FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY only_unverified ON salience.pfc_monologue AS RESTRICTIVE FOR DELETE TO salience_consumer
  USING ((trust = 'unverified'::text));
CREATE POLICY own_agent ON salience.pfc_monologue FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE ON salience.pfc_monologue TO salience_scheduler;
GRANT DELETE, INSERT, UPDATE ON salience.pfc_monologue TO salience_consumer;
GRANT DELETE, SELECT, UPDATE ON salience.pfc_monologue TO salience_fn_forgetting;
GRANT INSERT ON salience.pfc_monologue TO salience_operator;
GRANT INSERT, UPDATE ON salience.pfc_monologue TO salience_pulse_sensor;
GRANT SELECT ON salience.pfc_monologue TO salience_app;

-- salience.policy_changes
CREATE TABLE salience.policy_changes (
  id text COLLATE "C" NOT NULL,
  policy text NOT NULL,
  version integer NOT NULL,
  parent_version integer,
  action text NOT NULL,
  parameter text,
  value_before double precision,
  value_after double precision,
  pressure text,
  estimate jsonb,
  measured jsonb,
  adopted_at timestamp with time zone,
  at timestamp with time zone NOT NULL,
  cause text NOT NULL,
  CONSTRAINT policy_changes_pkey PRIMARY KEY (id),
  CONSTRAINT policy_changes_action CHECK ((action = ANY (ARRAY['publish'::text, 'confirm'::text, 'revert'::text, 'release'::text, 'pin'::text, 'unpin'::text, 'rollback'::text])))
);
CREATE INDEX policy_changes_recent ON salience.policy_changes USING btree (policy, at, id);
CREATE UNIQUE INDEX policy_changes_version ON salience.policy_changes USING btree (policy, version) WHERE (action = ANY (ARRAY['publish'::text, 'revert'::text, 'release'::text, 'rollback'::text]));
GRANT INSERT, UPDATE (adopted_at, measured) ON salience.policy_changes TO salience_routing_regulator;
GRANT SELECT ON salience.policy_changes TO salience_app;

-- salience.policy_heads
CREATE TABLE salience.policy_heads (
  name text NOT NULL,
  live_version integer NOT NULL,
  base_name text NOT NULL,
  base_version integer NOT NULL,
  pinned_version integer,
  pinned_by text,
  pinned_at timestamp with time zone,
  state jsonb,
  cycled_at timestamp with time zone,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT policy_heads_pkey PRIMARY KEY (name),
  CONSTRAINT policy_heads_pinned CHECK (((num_nonnulls(pinned_version, pinned_by, pinned_at) = ANY (ARRAY[0, 3])) AND (live_version = COALESCE(pinned_version, live_version))))
);
GRANT INSERT, UPDATE ON salience.policy_heads TO salience_routing_regulator;
GRANT SELECT ON salience.policy_heads TO salience_app;

-- salience.policy_requests
CREATE TABLE salience.policy_requests (
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  policy text NOT NULL,
  version integer,
  arguments jsonb DEFAULT '{}'::jsonb NOT NULL,
  asked_by text NOT NULL,
  asked_at timestamp with time zone NOT NULL,
  state text DEFAULT 'open'::text NOT NULL,
  outcome jsonb,
  done_at timestamp with time zone,
  CONSTRAINT policy_requests_pkey PRIMARY KEY (id),
  CONSTRAINT policy_requests_done CHECK (((state = 'open'::text) = (done_at IS NULL))),
  CONSTRAINT policy_requests_kind CHECK ((kind = ANY (ARRAY['pin'::text, 'unpin'::text, 'rollback'::text, 'simulate'::text]))),
  CONSTRAINT policy_requests_state CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'refused'::text])))
);
CREATE INDEX policy_requests_open ON salience.policy_requests USING btree (asked_at, id) WHERE (state = 'open'::text);
CREATE INDEX policy_requests_recent ON salience.policy_requests USING btree (policy, asked_at, id);
GRANT INSERT (arguments, asked_at, asked_by, id, kind, policy, version) ON salience.policy_requests TO salience_consumer, salience_operator;
GRANT SELECT ON salience.policy_requests TO salience_app;
GRANT UPDATE (done_at, outcome, state) ON salience.policy_requests TO salience_routing_regulator;

-- salience.policy_standings
CREATE TABLE salience.policy_standings (
  policy text NOT NULL,
  day date NOT NULL,
  at timestamp with time zone NOT NULL,
  decided_by text NOT NULL,
  decided_version integer NOT NULL,
  standing jsonb NOT NULL,
  CONSTRAINT policy_standings_policy_day_pk PRIMARY KEY (policy, day)
);
CREATE INDEX policy_standings_day ON salience.policy_standings USING btree (day);
GRANT DELETE ON salience.policy_standings TO salience_scheduler;
GRANT INSERT, UPDATE ON salience.policy_standings TO salience_routing_regulator;
GRANT SELECT ON salience.policy_standings TO salience_app;

-- salience.pulse_events
CREATE TABLE salience.pulse_events (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C",
  kind text NOT NULL,
  at timestamp with time zone NOT NULL,
  report jsonb NOT NULL,
  asked_id text COLLATE "C",
  CONSTRAINT pulse_events_pkey PRIMARY KEY (id),
  CONSTRAINT pulse_events_kind CHECK ((kind = ANY (ARRAY['tick'::text, 'tick_error'::text, 'adapter_error'::text, 'tick_asked'::text])))
);
CREATE INDEX pulse_events_asked ON salience.pulse_events USING btree (asked_id) WHERE (asked_id IS NOT NULL);
CREATE INDEX pulse_events_at ON salience.pulse_events USING btree (at, id);
CREATE INDEX pulse_events_wanted ON salience.pulse_events USING btree (at) WHERE (kind = 'tick_asked'::text);
ALTER TABLE salience.pulse_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.pulse_events FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fleet ON salience.pulse_events FOR ALL TO salience_consumer
  USING ((agent_id IS NULL))
  WITH CHECK ((agent_id IS NULL));
CREATE POLICY fn_forgetting ON salience.pulse_events FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.pulse_events FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT ON salience.pulse_events TO salience_scheduler;
GRANT INSERT ON salience.pulse_events TO salience_consumer, salience_pulse_sensor;
GRANT SELECT ON salience.pulse_events TO salience_app;
GRANT SELECT, UPDATE ON salience.pulse_events TO salience_fn_forgetting;

-- salience.reflections
CREATE TABLE salience.reflections (
  turn_id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  at timestamp with time zone NOT NULL,
  agrees boolean NOT NULL,
  wanted text,
  confidence real NOT NULL,
  ambiguity real NOT NULL,
  dimensions jsonb NOT NULL,
  model text NOT NULL,
  stratum text NOT NULL,
  CONSTRAINT reflections_pkey PRIMARY KEY (turn_id)
);
CREATE INDEX reflections_recent ON salience.reflections USING btree (at);
ALTER TABLE salience.reflections ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.reflections FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.reflections FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.reflections FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT ON salience.reflections TO salience_fn_forgetting;
GRANT INSERT ON salience.reflections TO salience_routing_regulator;
GRANT SELECT ON salience.reflections TO salience_app;

-- salience.relation_sources
CREATE TABLE salience.relation_sources (
  agent_id text COLLATE "C" NOT NULL,
  relation_id text COLLATE "C" NOT NULL,
  episode_id text COLLATE "C" NOT NULL,
  exchange_id text COLLATE "C",
  trust text NOT NULL,
  confidence real NOT NULL,
  denies boolean DEFAULT false NOT NULL,
  said_at timestamp with time zone NOT NULL,
  CONSTRAINT relation_sources_once UNIQUE NULLS NOT DISTINCT (relation_id, episode_id, exchange_id)
);
CREATE INDEX relation_sources_denying ON salience.relation_sources USING btree (relation_id) WHERE denies;
CREATE INDEX relation_sources_episode ON salience.relation_sources USING btree (agent_id, episode_id);
CREATE INDEX relation_sources_exchange ON salience.relation_sources USING btree (agent_id, exchange_id);
CREATE INDEX relation_sources_said ON salience.relation_sources USING btree (relation_id, said_at);
ALTER TABLE salience.relation_sources ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.relation_sources FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.relation_sources FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_recall ON salience.relation_sources FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.relation_sources FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON salience.relation_sources TO salience_fn_forgetting;
GRANT DELETE, INSERT, UPDATE ON salience.relation_sources TO salience_episodic;
GRANT SELECT ON salience.relation_sources TO salience_app, salience_fn_recall;
CREATE TRIGGER relation_sources_lost AFTER DELETE ON salience.relation_sources REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_sources();
CREATE TRIGGER relation_sources_moved AFTER UPDATE ON salience.relation_sources REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_sources();
CREATE TRIGGER relation_sources_stated AFTER INSERT ON salience.relation_sources REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_sources();

-- salience.relations
CREATE TABLE salience.relations (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  from_id text COLLATE "C" NOT NULL,
  to_id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  strength real NOT NULL,
  confidence real NOT NULL,
  mentions integer NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  valid_from timestamp with time zone NOT NULL,
  valid_to timestamp with time zone,
  closed_by text COLLATE "C",
  first_seen_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  written_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  CONSTRAINT relations_pkey PRIMARY KEY (id),
  CONSTRAINT relations_ends CHECK ((from_id <> to_id)),
  CONSTRAINT relations_interval CHECK (((valid_to IS NULL) OR (valid_to >= valid_from))),
  CONSTRAINT relations_strength CHECK (((strength >= (0)::double precision) AND (strength <= (1)::double precision) AND (confidence >= (0)::double precision) AND (confidence <= (1)::double precision)))
);
CREATE INDEX relations_closed ON salience.relations USING btree (agent_id, from_id, to_id) WHERE (valid_to IS NOT NULL);
CREATE INDEX relations_from ON salience.relations USING btree (from_id, strength);
CREATE UNIQUE INDEX relations_open ON salience.relations USING btree (agent_id, from_id, to_id, type) WHERE (valid_to IS NULL);
CREATE INDEX relations_to ON salience.relations USING btree (to_id, strength);
CREATE INDEX relations_written ON salience.relations USING btree (agent_id, written_xid, id);
ALTER TABLE salience.relations ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.relations FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.relations FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_recall ON salience.relations FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.relations FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON salience.relations TO salience_fn_forgetting;
GRANT DELETE, INSERT, UPDATE ON salience.relations TO salience_episodic;
GRANT SELECT ON salience.relations TO salience_app, salience_fn_recall;
CREATE TRIGGER relations_written BEFORE UPDATE OF strength, valid_from, valid_to ON salience.relations FOR EACH ROW WHEN ((((old.strength IS DISTINCT FROM new.strength) OR (old.valid_from IS DISTINCT FROM new.valid_from)) OR (old.valid_to IS DISTINCT FROM new.valid_to))) EXECUTE FUNCTION salience.note_writer();

-- salience.room_claims
CREATE TABLE salience.room_claims (
  room text NOT NULL,
  message_id text NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT room_claims_room_message_id_pk PRIMARY KEY (room, message_id)
);
ALTER TABLE salience.room_claims ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.room_claims FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.room_claims FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_rooms ON salience.room_claims FOR ALL TO salience_fn_rooms
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.room_claims FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.room_claims TO salience_fn_forgetting;
GRANT INSERT, SELECT ON salience.room_claims TO salience_fn_rooms;
GRANT SELECT ON salience.room_claims TO salience_app;

-- salience.room_events
CREATE TABLE salience.room_events (
  room text NOT NULL,
  seq bigint NOT NULL,
  kind text NOT NULL,
  data jsonb NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT room_events_room_seq_pk PRIMARY KEY (room, seq)
);
CREATE INDEX room_events_old ON salience.room_events USING btree (at);
GRANT DELETE, INSERT, SELECT ON salience.room_events TO salience_fn_rooms;
GRANT DELETE, INSERT, SELECT, UPDATE ON salience.room_events TO salience_fn_forgetting;

-- salience.room_members
CREATE TABLE salience.room_members (
  room text NOT NULL,
  kind text NOT NULL,
  member text NOT NULL,
  display text NOT NULL,
  joined_at timestamp with time zone NOT NULL,
  left_at timestamp with time zone,
  CONSTRAINT room_members_room_kind_member_pk PRIMARY KEY (room, kind, member),
  CONSTRAINT room_members_kind CHECK ((kind = ANY (ARRAY['agent'::text, 'human'::text])))
);
CREATE INDEX room_members_of ON salience.room_members USING btree (kind, member);
GRANT DELETE, INSERT, SELECT, UPDATE ON salience.room_members TO salience_fn_rooms;
GRANT DELETE, SELECT, UPDATE ON salience.room_members TO salience_fn_forgetting;

-- salience.room_messages
CREATE TABLE salience.room_messages (
  room text NOT NULL,
  seq bigint NOT NULL,
  id text NOT NULL,
  author_kind text NOT NULL,
  author text NOT NULL,
  display text NOT NULL,
  content text NOT NULL,
  at timestamp with time zone NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  turn_id text COLLATE "C",
  CONSTRAINT room_messages_room_seq_pk PRIMARY KEY (room, seq)
);
CREATE UNIQUE INDEX room_messages_given ON salience.room_messages USING btree (room, id);
CREATE INDEX room_messages_id ON salience.room_messages USING btree (id);
CREATE INDEX room_messages_turn ON salience.room_messages USING btree (turn_id) WHERE (turn_id IS NOT NULL);
GRANT DELETE, SELECT, UPDATE ON salience.room_messages TO salience_fn_forgetting;
GRANT INSERT, SELECT ON salience.room_messages TO salience_fn_rooms;

-- salience.room_presence
CREATE TABLE salience.room_presence (
  socket text NOT NULL,
  room text NOT NULL,
  kind text NOT NULL,
  member text NOT NULL,
  worker_id text COLLATE "C" NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  CONSTRAINT room_presence_socket_room_pk PRIMARY KEY (socket, room)
);
CREATE INDEX room_presence_of ON salience.room_presence USING btree (room, kind, member);
CREATE INDEX room_presence_seen ON salience.room_presence USING btree (seen_at);
GRANT DELETE, INSERT, SELECT, UPDATE ON salience.room_presence TO salience_fn_rooms;
GRANT DELETE, SELECT, UPDATE ON salience.room_presence TO salience_fn_forgetting;

-- salience.room_queue
CREATE TABLE salience.room_queue (
  room text NOT NULL,
  member text NOT NULL,
  tier text NOT NULL,
  place bigint NOT NULL,
  interrupted boolean DEFAULT false NOT NULL,
  raised_at timestamp with time zone NOT NULL,
  CONSTRAINT room_queue_room_member_pk PRIMARY KEY (room, member),
  CONSTRAINT room_queue_tier CHECK ((tier = ANY (ARRAY['normal'::text, 'emergency'::text])))
);
GRANT DELETE, INSERT, SELECT, UPDATE ON salience.room_queue TO salience_fn_rooms;
GRANT DELETE, SELECT, UPDATE ON salience.room_queue TO salience_fn_forgetting;

-- salience.room_turns
CREATE TABLE salience.room_turns (
  turn_id text COLLATE "C" NOT NULL,
  room text NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  why text NOT NULL,
  message_id text,
  posted_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT room_turns_pkey PRIMARY KEY (turn_id),
  CONSTRAINT room_turns_why CHECK ((why = ANY (ARRAY['target'::text, 'floor'::text])))
);
CREATE INDEX room_turns_message ON salience.room_turns USING btree (room, message_id);
CREATE INDEX room_turns_open ON salience.room_turns USING btree (created_at) WHERE (posted_at IS NULL);
ALTER TABLE salience.room_turns ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.room_turns FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.room_turns FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_rooms ON salience.room_turns FOR ALL TO salience_fn_rooms
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.room_turns FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.room_turns TO salience_fn_forgetting;
GRANT INSERT, SELECT, UPDATE ON salience.room_turns TO salience_fn_rooms;
GRANT SELECT ON salience.room_turns TO salience_app;

-- salience.rooms
CREATE TABLE salience.rooms (
  id text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  hands_max integer DEFAULT 2 NOT NULL,
  speaker_kind text,
  speaker text,
  speaker_tier text,
  speaking_since timestamp with time zone,
  seq bigint DEFAULT 0 NOT NULL,
  messages bigint DEFAULT 0 NOT NULL,
  places bigint DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT rooms_pkey PRIMARY KEY (id),
  CONSTRAINT rooms_hands CHECK ((hands_max > 0)),
  CONSTRAINT rooms_id CHECK ((id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'::text)),
  CONSTRAINT rooms_kind CHECK ((kind = ANY (ARRAY['text'::text, 'voice'::text]))),
  CONSTRAINT rooms_speaker CHECK ((num_nonnulls(speaker_kind, speaker, speaker_tier, speaking_since) = ANY (ARRAY[0, 4])))
);
GRANT DELETE, SELECT, UPDATE ON salience.rooms TO salience_fn_forgetting;
GRANT INSERT, SELECT, UPDATE ON salience.rooms TO salience_fn_rooms;

-- salience.roots
CREATE TABLE salience.roots (
  agent_id text COLLATE "C" NOT NULL,
  root text NOT NULL,
  host text,
  inode text,
  fence bigint DEFAULT 0 NOT NULL,
  owner text,
  lease_until timestamp with time zone,
  baseline_at timestamp with time zone,
  failures integer DEFAULT 0 NOT NULL,
  error text,
  retry_at timestamp with time zone,
  seen_at timestamp with time zone,
  CONSTRAINT roots_agent_id_root_pk PRIMARY KEY (agent_id, root)
);
ALTER TABLE salience.roots ENABLE ROW LEVEL SECURITY;
CREATE POLICY door_of_senses ON salience.roots FOR SELECT TO salience_pulse_sensor
  USING (true);
CREATE POLICY every_agent ON salience.roots FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.roots FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.roots FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, UPDATE ON salience.roots TO salience_pulse_sensor;
GRANT SELECT ON salience.roots TO salience_app;

-- salience.router_policies
CREATE TABLE salience.router_policies (
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  version integer NOT NULL,
  weights jsonb NOT NULL,
  parent_version integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  parent_name text,
  reason jsonb,
  CONSTRAINT router_policies_pkey PRIMARY KEY (id),
  CONSTRAINT router_policies_version_positive CHECK ((version > 0))
);
CREATE UNIQUE INDEX router_policies_version ON salience.router_policies USING btree (name, version);
GRANT INSERT ON salience.router_policies TO salience_routing_regulator;
GRANT SELECT ON salience.router_policies TO salience_app;

-- salience.schedules
CREATE TABLE salience.schedules (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  kind text DEFAULT 'reminder'::text NOT NULL,
  text text NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  speaker text,
  zone text DEFAULT 'UTC'::text NOT NULL,
  first_wall text NOT NULL,
  rule text,
  due_at timestamp with time zone NOT NULL,
  state text DEFAULT 'active'::text NOT NULL,
  missed integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  traceparent text,
  idempotency_key text,
  made_turn_id text COLLATE "C",
  cancelled_turn_id text COLLATE "C",
  cancelled_at timestamp with time zone,
  ended_xid xid8,
  CONSTRAINT schedules_pkey PRIMARY KEY (id),
  CONSTRAINT schedules_kind CHECK ((kind = ANY (ARRAY['reminder'::text, 'prompt'::text]))),
  CONSTRAINT schedules_state CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text, 'cancelled'::text]))),
  CONSTRAINT schedules_thread_id_threads_id_fk FOREIGN KEY (thread_id) REFERENCES salience.threads(id)
);
CREATE INDEX schedules_cancelled ON salience.schedules USING btree (agent_id, cancelled_at) WHERE (cancelled_at IS NOT NULL);
CREATE INDEX schedules_due ON salience.schedules USING btree (due_at, id) WHERE (state = ANY (ARRAY['active'::text, 'paused'::text]));
CREATE INDEX schedules_ends ON salience.schedules USING btree (agent_id, ended_xid, id) WHERE (ended_xid IS NOT NULL);
CREATE UNIQUE INDEX schedules_idempotency ON salience.schedules USING btree (agent_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX schedules_made ON salience.schedules USING btree (made_turn_id) WHERE (made_turn_id IS NOT NULL);
CREATE INDEX schedules_thread ON salience.schedules USING btree (thread_id, due_at);
CREATE INDEX schedules_waiting ON salience.schedules USING btree (agent_id, due_at) WHERE (state = 'active'::text);
ALTER TABLE salience.schedules ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.schedules FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.schedules FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_recall ON salience.schedules FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.schedules FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT ON salience.schedules TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.schedules TO salience_consumer, salience_digest;
GRANT SELECT ON salience.schedules TO salience_app, salience_fn_recall;
GRANT UPDATE ON salience.schedules TO salience_scheduler;
CREATE TRIGGER schedules_end BEFORE INSERT OR UPDATE OF cancelled_at ON salience.schedules FOR EACH ROW WHEN ((new.cancelled_at IS NOT NULL)) EXECUTE FUNCTION salience.note_end();

-- salience.sender_sessions
CREATE TABLE salience.sender_sessions (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  source text NOT NULL,
  sender text NOT NULL,
  approval_id text COLLATE "C" NOT NULL,
  opened_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  until timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  CONSTRAINT sender_sessions_pkey PRIMARY KEY (id)
);
CREATE INDEX sender_sessions_of ON salience.sender_sessions USING btree (agent_id, source, sender, until);
ALTER TABLE salience.sender_sessions ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.sender_sessions FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.sender_sessions FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.sender_sessions FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.sender_sessions TO salience_consumer;
GRANT SELECT ON salience.sender_sessions TO salience_app;
GRANT SELECT, UPDATE ON salience.sender_sessions TO salience_fn_forgetting;

-- salience.sense_cursors
CREATE TABLE salience.sense_cursors (
  agent_id text COLLATE "C" NOT NULL,
  source text NOT NULL,
  upto text NOT NULL,
  CONSTRAINT sense_cursors_agent_id_source_pk PRIMARY KEY (agent_id, source)
);
ALTER TABLE salience.sense_cursors ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.sense_cursors FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.sense_cursors FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.sense_cursors FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.sense_cursors TO salience_pulse_sensor;
GRANT SELECT ON salience.sense_cursors TO salience_app;

-- salience.signals
CREATE TABLE salience.signals (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  source text NOT NULL,
  external_id text NOT NULL,
  location text NOT NULL,
  delta_type text NOT NULL,
  magnitude double precision NOT NULL,
  features jsonb NOT NULL,
  own boolean DEFAULT false NOT NULL,
  at timestamp with time zone NOT NULL,
  taken_at timestamp with time zone NOT NULL,
  CONSTRAINT signals_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX signals_external ON salience.signals USING btree (agent_id, source, external_id);
CREATE INDEX signals_old ON salience.signals USING btree (taken_at);
CREATE INDEX signals_recent ON salience.signals USING btree (agent_id, taken_at, id);
ALTER TABLE salience.signals ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.signals FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.signals FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.signals FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE ON salience.signals TO salience_scheduler;
GRANT DELETE, SELECT, UPDATE ON salience.signals TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.signals TO salience_pulse_sensor;
GRANT SELECT ON salience.signals TO salience_app;

-- salience.sweep_cursors
CREATE TABLE salience.sweep_cursors (
  name text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT sweep_cursors_pkey PRIMARY KEY (name)
);
GRANT INSERT, UPDATE ON salience.sweep_cursors TO salience_scheduler;
GRANT SELECT ON salience.sweep_cursors TO salience_app;

-- salience.task_steps
CREATE TABLE salience.task_steps (
  task_id text COLLATE "C" NOT NULL,
  n integer NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  turn_id text COLLATE "C",
  approval_id text COLLATE "C",
  leads_to text,
  attempt integer DEFAULT 1 NOT NULL,
  result text,
  acted integer DEFAULT 0 NOT NULL,
  effects integer DEFAULT 0 NOT NULL,
  result_trust text,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  CONSTRAINT task_steps_task_id_n_pk PRIMARY KEY (task_id, n),
  CONSTRAINT task_steps_kind CHECK ((kind = ANY (ARRAY['agent'::text, 'triage'::text, 'person'::text]))),
  CONSTRAINT task_steps_state CHECK ((state = ANY (ARRAY['running'::text, 'asked'::text, 'done'::text, 'failed'::text, 'refused'::text]))),
  CONSTRAINT task_steps_task_id_tasks_id_fk FOREIGN KEY (task_id) REFERENCES salience.tasks(id) ON DELETE CASCADE
);
CREATE INDEX task_steps_turn ON salience.task_steps USING btree (turn_id) WHERE (turn_id IS NOT NULL);
ALTER TABLE salience.task_steps ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.task_steps FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.task_steps FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.task_steps FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.task_steps TO salience_consumer, salience_digest, salience_scheduler;
GRANT SELECT ON salience.task_steps TO salience_app;
GRANT SELECT, UPDATE ON salience.task_steps TO salience_fn_forgetting;

-- salience.tasks
CREATE TABLE salience.tasks (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C",
  source text NOT NULL,
  inbound_id text COLLATE "C",
  title text NOT NULL,
  text text NOT NULL,
  from_name text NOT NULL,
  trust text NOT NULL,
  authority text NOT NULL,
  action_class text NOT NULL,
  granted jsonb NOT NULL,
  plan jsonb NOT NULL,
  state text NOT NULL,
  reason text,
  run_at timestamp with time zone NOT NULL,
  turn_id text COLLATE "C",
  approval_id text COLLATE "C",
  report_thread_id text COLLATE "C",
  speaker text,
  zone text DEFAULT 'UTC'::text NOT NULL,
  turns_used integer DEFAULT 0 NOT NULL,
  version bigint DEFAULT 1 NOT NULL,
  result text,
  created_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  cancel_requested_at timestamp with time zone,
  idempotency_key text,
  made_turn_id text COLLATE "C",
  traceparent text,
  CONSTRAINT tasks_pkey PRIMARY KEY (id),
  CONSTRAINT tasks_ended CHECK (((ended_at IS NOT NULL) = (state = ANY (ARRAY['completed'::text, 'rejected'::text, 'failed'::text, 'dead'::text])))),
  CONSTRAINT tasks_running_turn CHECK (((state <> 'running'::text) OR (turn_id IS NOT NULL))),
  CONSTRAINT tasks_source CHECK ((source = ANY (ARRAY['mail'::text, 'hook'::text, 'api'::text, 'skill'::text]))),
  CONSTRAINT tasks_state CHECK ((state = ANY (ARRAY['scheduled'::text, 'running'::text, 'awaiting_review'::text, 'retry_wait'::text, 'completed'::text, 'rejected'::text, 'failed'::text, 'dead'::text])))
);
CREATE INDEX tasks_due ON salience.tasks USING btree (agent_id, run_at, id) WHERE (state = ANY (ARRAY['scheduled'::text, 'retry_wait'::text]));
CREATE INDEX tasks_ended_at ON salience.tasks USING btree (agent_id, ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX tasks_idempotency ON salience.tasks USING btree (agent_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX tasks_inbound ON salience.tasks USING btree (inbound_id) WHERE (inbound_id IS NOT NULL);
CREATE INDEX tasks_made ON salience.tasks USING btree (made_turn_id) WHERE (made_turn_id IS NOT NULL);
CREATE INDEX tasks_recent ON salience.tasks USING btree (agent_id, created_at, id);
CREATE INDEX tasks_running ON salience.tasks USING btree (turn_id) WHERE (state = 'running'::text);
CREATE INDEX tasks_thread ON salience.tasks USING btree (thread_id) WHERE (thread_id IS NOT NULL);
CREATE INDEX tasks_turned_away ON salience.tasks USING btree (ended_at) WHERE ((state = 'rejected'::text) AND (started_at IS NULL) AND (inbound_id IS NOT NULL));
ALTER TABLE salience.tasks ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.tasks FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.tasks FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY only_mails ON salience.tasks AS RESTRICTIVE FOR INSERT TO salience_pulse_sensor
  WITH CHECK (((source = 'mail'::text) AND (authority <> 'system'::text) AND (trust = ANY (ARRAY['external'::text, 'unverified'::text]))));
CREATE POLICY own_agent ON salience.tasks FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, UPDATE ON salience.tasks TO salience_scheduler;
GRANT INSERT ON salience.tasks TO salience_pulse_sensor;
GRANT INSERT, UPDATE ON salience.tasks TO salience_consumer, salience_digest;
GRANT SELECT ON salience.tasks TO salience_app;
GRANT SELECT, UPDATE ON salience.tasks TO salience_fn_forgetting;
CREATE TRIGGER tasks_agenda AFTER INSERT OR UPDATE OF state, run_at, ended_at ON salience.tasks FOR EACH ROW EXECUTE FUNCTION salience.keep_agenda();

-- salience.thought_concepts
CREATE TABLE salience.thought_concepts (
  thought_id text COLLATE "C" NOT NULL,
  concept_id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  energy real NOT NULL,
  is_seed boolean NOT NULL,
  CONSTRAINT thought_concepts_thought_id_concept_id_pk PRIMARY KEY (thought_id, concept_id),
  CONSTRAINT thought_concepts_concept_id_concepts_id_fk FOREIGN KEY (concept_id) REFERENCES salience.concepts(id) ON DELETE CASCADE,
  CONSTRAINT thought_concepts_thought_id_thoughts_id_fk FOREIGN KEY (thought_id) REFERENCES salience.thoughts(id) ON DELETE CASCADE
);
CREATE INDEX thought_concepts_concept ON salience.thought_concepts USING btree (concept_id);
ALTER TABLE salience.thought_concepts ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.thought_concepts FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.thought_concepts FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.thought_concepts FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT ON salience.thought_concepts TO salience_cognitive_drift;
GRANT SELECT ON salience.thought_concepts TO salience_app, salience_fn_forgetting;

-- salience.thoughts
CREATE TABLE salience.thoughts (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  content text NOT NULL,
  seed_concept_id text COLLATE "C" NOT NULL,
  strategy text NOT NULL,
  energy real NOT NULL,
  grounding_episode_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  model text NOT NULL,
  tokens integer NOT NULL,
  fatigue real NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  search tsvector GENERATED ALWAYS AS to_tsvector('english'::regconfig, content) STORED,
  written_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  CONSTRAINT thoughts_pkey PRIMARY KEY (id),
  CONSTRAINT thoughts_energy CHECK ((energy >= (0)::double precision)),
  CONSTRAINT thoughts_trust CHECK ((trust = ANY (ARRAY['external'::text, 'unverified'::text, 'agent'::text]))),
  CONSTRAINT thoughts_type CHECK ((type = ANY (ARRAY['reflection'::text, 'question'::text, 'hypothesis'::text]))),
  CONSTRAINT thoughts_grounding_episode_id_episodes_id_fk FOREIGN KEY (grounding_episode_id) REFERENCES salience.episodes(id) ON DELETE CASCADE
);
CREATE INDEX thoughts_agent ON salience.thoughts USING btree (agent_id, created_at);
CREATE INDEX thoughts_episode ON salience.thoughts USING btree (grounding_episode_id);
CREATE INDEX thoughts_live ON salience.thoughts USING btree (agent_id, expires_at);
CREATE INDEX thoughts_written ON salience.thoughts USING btree (agent_id, written_xid, id);
ALTER TABLE salience.thoughts ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.thoughts FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.thoughts FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_recall ON salience.thoughts FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.thoughts FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT ON salience.thoughts TO salience_fn_forgetting;
GRANT INSERT ON salience.thoughts TO salience_cognitive_drift;
GRANT SELECT ON salience.thoughts TO salience_app, salience_fn_recall;
GRANT UPDATE (expires_at, written_xid) ON salience.thoughts TO salience_consumer;

-- salience.threads
CREATE TABLE salience.threads (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  key text NOT NULL,
  source text NOT NULL,
  state text DEFAULT 'active'::text NOT NULL,
  topic_id text COLLATE "C",
  confidence real DEFAULT 0 NOT NULL,
  session jsonb,
  boundary jsonb,
  boundary_seq bigint DEFAULT 0 NOT NULL,
  heard_seq bigint DEFAULT 0 NOT NULL,
  last_mode text,
  recent_confidences real[] DEFAULT '{}'::real[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_activity_at timestamp with time zone NOT NULL,
  active_hour timestamp with time zone GENERATED ALWAYS AS (date_trunc('hour'::text, (last_activity_at AT TIME ZONE 'UTC'::text)) AT TIME ZONE 'UTC'::text) STORED NOT NULL,
  CONSTRAINT threads_pkey PRIMARY KEY (id),
  CONSTRAINT threads_state CHECK ((state = ANY (ARRAY['active'::text, 'expired'::text])))
) WITH (fillfactor=60, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=500);
CREATE INDEX threads_expiry ON salience.threads USING btree (active_hour) WHERE (state = 'active'::text);
CREATE UNIQUE INDEX threads_key ON salience.threads USING btree (agent_id, key);
CREATE INDEX threads_recent ON salience.threads USING btree (agent_id, active_hour);
ALTER TABLE salience.threads ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.threads FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.threads FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_lanes ON salience.threads FOR ALL TO salience_fn_lanes
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_settling ON salience.threads FOR ALL TO salience_fn_settling
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.threads FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.threads TO salience_consumer, salience_digest, salience_pulse_sensor, salience_scheduler;
GRANT SELECT ON salience.threads TO salience_app;
GRANT SELECT (agent_id, id) ON salience.threads TO salience_fn_lanes;
GRANT SELECT, UPDATE ON salience.threads TO salience_fn_forgetting;
GRANT SELECT, UPDATE (state) ON salience.threads TO salience_fn_settling;
GRANT UPDATE ON salience.threads TO salience_cognitive_drift;

-- salience.tombstones
CREATE TABLE salience.tombstones (
  agent_id text COLLATE "C" NOT NULL,
  item_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  reason text NOT NULL,
  request_id text COLLATE "C" NOT NULL,
  forgotten_at timestamp with time zone NOT NULL,
  forgotten_by text NOT NULL,
  written_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  CONSTRAINT tombstones_agent_id_item_id_pk PRIMARY KEY (agent_id, item_id)
);
CREATE INDEX tombstones_request ON salience.tombstones USING btree (request_id);
CREATE INDEX tombstones_written ON salience.tombstones USING btree (agent_id, written_xid);
ALTER TABLE salience.tombstones ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.tombstones FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.tombstones FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_recall ON salience.tombstones FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.tombstones FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, SELECT ON salience.tombstones TO salience_fn_forgetting;
GRANT SELECT ON salience.tombstones TO salience_app, salience_fn_recall;

-- salience.tool_profiles
CREATE TABLE salience.tool_profiles (
  agent_id text COLLATE "C" NOT NULL,
  tool text NOT NULL,
  successes integer NOT NULL,
  failures integer NOT NULL,
  reliability real NOT NULL,
  preference real NOT NULL,
  enriched_at timestamp with time zone NOT NULL,
  CONSTRAINT tool_profiles_agent_id_tool_pk PRIMARY KEY (agent_id, tool),
  CONSTRAINT tool_profiles_scale CHECK ((((reliability >= (0)::double precision) AND (reliability <= (1)::double precision)) AND ((preference >= (0)::double precision) AND (preference <= (1)::double precision))))
);
ALTER TABLE salience.tool_profiles ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.tool_profiles FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.tool_profiles FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.tool_profiles TO salience_cognitive_drift;
GRANT SELECT ON salience.tool_profiles TO salience_app;

-- salience.tool_records
CREATE TABLE salience.tool_records (
  agent_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  tool text NOT NULL,
  successes integer NOT NULL,
  failures integer NOT NULL,
  doubted integer DEFAULT 0 NOT NULL,
  failed integer DEFAULT 0 NOT NULL,
  timed_out integer DEFAULT 0 NOT NULL,
  unknown integer DEFAULT 0 NOT NULL,
  denied integer DEFAULT 0 NOT NULL,
  expired integer DEFAULT 0 NOT NULL,
  refused integer DEFAULT 0 NOT NULL,
  CONSTRAINT tool_records_agent_id_day_tool_pk PRIMARY KEY (agent_id, day, tool)
);
ALTER TABLE salience.tool_records ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.tool_records FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.tool_records FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.tool_records TO salience_consumer, salience_digest, salience_scheduler;
GRANT SELECT ON salience.tool_records TO salience_app;

-- salience.tool_scenarios
CREATE TABLE salience.tool_scenarios (
  agent_id text COLLATE "C" NOT NULL,
  tool text NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  step_n integer NOT NULL,
  text text NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT tool_scenarios_agent_id_tool_run_id_step_n_pk PRIMARY KEY (agent_id, tool, run_id, step_n),
  CONSTRAINT tool_scenarios_agent_id_tool_tool_profiles_agent_id_tool_fk FOREIGN KEY (agent_id, tool) REFERENCES salience.tool_profiles(agent_id, tool) ON DELETE CASCADE
);
CREATE INDEX tool_scenarios_run ON salience.tool_scenarios USING btree (run_id, step_n);
ALTER TABLE salience.tool_scenarios ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.tool_scenarios FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.tool_scenarios FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.tool_scenarios FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT ON salience.tool_scenarios TO salience_cognitive_drift;
GRANT DELETE, SELECT ON salience.tool_scenarios TO salience_fn_forgetting;
GRANT SELECT ON salience.tool_scenarios TO salience_app;

-- salience.tool_standing
CREATE TABLE salience.tool_standing (
  agent_id text COLLATE "C" NOT NULL,
  tool text NOT NULL,
  kind text COLLATE "C" NOT NULL,
  day date NOT NULL,
  successes integer NOT NULL,
  failures integer NOT NULL,
  CONSTRAINT tool_standing_agent_id_tool_kind_day_pk PRIMARY KEY (agent_id, tool, kind, day)
);
ALTER TABLE salience.tool_standing ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.tool_standing FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.tool_standing FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.tool_standing TO salience_consumer, salience_digest, salience_scheduler;
GRANT SELECT ON salience.tool_standing TO salience_app;

-- salience.topic_statistics
CREATE TABLE salience.topic_statistics (
  agent_id text COLLATE "C" NOT NULL,
  model_id text NOT NULL,
  version integer NOT NULL,
  samples integer NOT NULL,
  heard bigint NOT NULL,
  body bytea NOT NULL,
  learned_at timestamp with time zone NOT NULL,
  CONSTRAINT topic_statistics_agent_id_model_id_pk PRIMARY KEY (agent_id, model_id)
);
ALTER TABLE salience.topic_statistics ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.topic_statistics FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_recall ON salience.topic_statistics FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.topic_statistics FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.topic_statistics TO salience_digest;
GRANT SELECT ON salience.topic_statistics TO salience_app, salience_fn_recall;

-- salience.topic_sums
CREATE TABLE salience.topic_sums (
  agent_id text COLLATE "C" NOT NULL,
  model_id text NOT NULL,
  topic_id text COLLATE "C" NOT NULL,
  numbers bigint[] NOT NULL,
  learned integer NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  settled_xid xid8 NOT NULL,
  CONSTRAINT topic_sums_agent_id_model_id_topic_id_pk PRIMARY KEY (agent_id, model_id, topic_id)
);
ALTER TABLE salience.topic_sums ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.topic_sums FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.topic_sums FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_recall ON salience.topic_sums FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.topic_sums FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.topic_sums TO salience_digest;
GRANT SELECT ON salience.topic_sums TO salience_app, salience_fn_recall;
GRANT SELECT, UPDATE ON salience.topic_sums TO salience_fn_forgetting;

-- salience.topics
CREATE TABLE salience.topics (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  trust text DEFAULT 'external'::text NOT NULL,
  model_id text NOT NULL,
  salience real DEFAULT 0.5 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  written_xid xid8,
  CONSTRAINT topics_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX topics_name ON salience.topics USING btree (agent_id, name);
CREATE INDEX topics_written ON salience.topics USING btree (agent_id, written_xid);
ALTER TABLE salience.topics ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.topics FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.topics FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_recall ON salience.topics FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.topics FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT, UPDATE ON salience.topics TO salience_digest;
GRANT SELECT ON salience.topics TO salience_app, salience_fn_recall;
GRANT SELECT, UPDATE ON salience.topics TO salience_fn_forgetting;
CREATE TRIGGER topics_written BEFORE INSERT OR UPDATE OF name ON salience.topics FOR EACH ROW EXECUTE FUNCTION salience.note_writer();

-- salience.trait_sources
CREATE TABLE salience.trait_sources (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  trait_id text COLLATE "C",
  exchange_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  person text NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  category text NOT NULL,
  origin text NOT NULL,
  literal boolean NOT NULL,
  ends boolean DEFAULT false NOT NULL,
  confidence real NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  half text NOT NULL,
  span_start integer NOT NULL,
  span_end integer NOT NULL,
  said_at timestamp with time zone NOT NULL,
  settled boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT trait_sources_pkey PRIMARY KEY (id),
  CONSTRAINT trait_sources_exchange_id_turn_ends_exchange_id_fk FOREIGN KEY (exchange_id) REFERENCES salience.turn_ends(exchange_id)
);
CREATE INDEX trait_sources_denying ON salience.trait_sources USING btree (agent_id, lower(person)) WHERE (ends OR ("left"(key, 6) = 'taste:'::text));
CREATE UNIQUE INDEX trait_sources_exchange ON salience.trait_sources USING btree (exchange_id, person, key);
CREATE INDEX trait_sources_key ON salience.trait_sources USING btree (agent_id, person, key, said_at, exchange_id);
CREATE INDEX trait_sources_trait ON salience.trait_sources USING btree (trait_id);
ALTER TABLE salience.trait_sources ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.trait_sources FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.trait_sources FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_recall ON salience.trait_sources FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.trait_sources FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, SELECT, UPDATE ON salience.trait_sources TO salience_fn_forgetting;
GRANT INSERT, UPDATE ON salience.trait_sources TO salience_memory_chunker;
GRANT SELECT ON salience.trait_sources TO salience_app, salience_fn_recall;
CREATE TRIGGER trait_sources_gone AFTER DELETE ON salience.trait_sources REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_source();
CREATE TRIGGER trait_sources_moved AFTER UPDATE ON salience.trait_sources REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_source();
CREATE TRIGGER trait_sources_said AFTER INSERT ON salience.trait_sources REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_source();

-- salience.traits
CREATE TABLE salience.traits (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  person text NOT NULL,
  key text NOT NULL,
  value text NOT NULL,
  category text NOT NULL,
  origin text NOT NULL,
  literal boolean NOT NULL,
  confidence real NOT NULL,
  mentions integer DEFAULT 1 NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  exchange_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  valid_from timestamp with time zone NOT NULL,
  valid_to timestamp with time zone,
  superseded_by text COLLATE "C",
  last_seen_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ended_xid xid8,
  CONSTRAINT traits_pkey PRIMARY KEY (id),
  CONSTRAINT traits_category CHECK ((category = ANY (ARRAY['core'::text, 'preference'::text, 'physical'::text, 'relationship'::text, 'general'::text]))),
  CONSTRAINT traits_confidence CHECK (((confidence >= (0)::double precision) AND (confidence <= (1)::double precision))),
  CONSTRAINT traits_origin CHECK ((origin = ANY (ARRAY['explicit'::text, 'inferred'::text])))
);
CREATE UNIQUE INDEX traits_current ON salience.traits USING btree (agent_id, person, key) WHERE (valid_to IS NULL);
CREATE INDEX traits_ended ON salience.traits USING btree (agent_id, valid_to) WHERE (valid_to IS NOT NULL);
CREATE INDEX traits_ends ON salience.traits USING btree (agent_id, ended_xid, id) WHERE (ended_xid IS NOT NULL);
CREATE INDEX traits_exchange ON salience.traits USING btree (exchange_id);
CREATE INDEX traits_history ON salience.traits USING btree (agent_id, person, key, valid_from);
CREATE INDEX traits_told ON salience.traits USING btree (agent_id, person, ((category = 'core'::text)) DESC, ((origin = 'explicit'::text)) DESC, confidence DESC, id) WHERE ((valid_to IS NULL) AND literal);
ALTER TABLE salience.traits ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.traits FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.traits FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_recall ON salience.traits FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.traits FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON salience.traits TO salience_fn_forgetting;
GRANT DELETE, INSERT, UPDATE ON salience.traits TO salience_memory_chunker;
GRANT SELECT ON salience.traits TO salience_app, salience_fn_recall;
CREATE TRIGGER traits_changed AFTER UPDATE ON salience.traits REFERENCING NEW TABLE AS touched FOR EACH STATEMENT WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION salience.note_instead();
CREATE TRIGGER traits_end BEFORE INSERT OR UPDATE OF valid_to ON salience.traits FOR EACH ROW WHEN (((new.valid_to IS NOT NULL) OR (new.ended_xid IS NOT NULL))) EXECUTE FUNCTION salience.note_end();
CREATE TRIGGER traits_gone AFTER DELETE ON salience.traits REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_instead();
CREATE TRIGGER traits_made AFTER INSERT ON salience.traits REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION salience.note_instead();

-- salience.turn_ends
CREATE TABLE salience.turn_ends (
  turn_id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  kind text NOT NULL,
  fence bigint NOT NULL,
  ended_at timestamp with time zone NOT NULL,
  exchange_id text COLLATE "C",
  topic_id text COLLATE "C",
  speaker text,
  message text,
  mode text,
  trust text,
  source text,
  said_at timestamp with time zone,
  traceparent text,
  search tsvector GENERATED ALWAYS AS to_tsvector('english'::regconfig, message) STORED,
  code bytea,
  code_model_id text,
  vector bytea,
  heard smallint,
  reply text,
  reply_trust text,
  reply_confidence real,
  citations jsonb,
  model text,
  usage jsonb,
  decision bytea,
  confidence double precision,
  policy_name text,
  policy_version integer,
  added_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  written_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
  CONSTRAINT turn_ends_pkey PRIMARY KEY (turn_id),
  CONSTRAINT turn_ends_exchange UNIQUE (exchange_id)
);
CREATE INDEX turn_ends_added ON salience.turn_ends USING brin (added_at) WITH (pages_per_range='16', autosummarize='true');
CREATE INDEX turn_ends_at ON salience.turn_ends USING brin (ended_at) WITH (pages_per_range='16', autosummarize='true');
CREATE UNIQUE INDEX turn_ends_place ON salience.turn_ends USING btree (thread_id, seq);
CREATE INDEX turn_ends_quarantined ON salience.turn_ends USING btree (ended_at, turn_id) WHERE (kind = 'quarantined'::text);
CREATE INDEX turn_ends_written ON salience.turn_ends USING btree (agent_id, written_xid, exchange_id);
ALTER TABLE salience.turn_ends ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.turn_ends FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.turn_ends FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_lanes ON salience.turn_ends FOR ALL TO salience_fn_lanes
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_overflow ON salience.turn_ends FOR ALL TO salience_fn_overflow
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_recall ON salience.turn_ends FOR ALL TO salience_fn_recall
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_rooms ON salience.turn_ends FOR ALL TO salience_fn_rooms
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_sight ON salience.turn_ends FOR ALL TO salience_fn_sight
  USING (true)
  WITH CHECK (true);
CREATE POLICY own_agent ON salience.turn_ends FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT (agent_id, citations, ended_at, exchange_id, fence, kind, message, mode, reply, reply_trust, said_at, seq, source, speaker, thread_id, trust, turn_id) ON salience.turn_ends TO salience_consumer;
GRANT INSERT (agent_id, ended_at, fence, kind, seq, thread_id, turn_id) ON salience.turn_ends TO salience_scheduler;
GRANT INSERT, UPDATE (code, code_model_id, topic_id, vector, written_xid) ON salience.turn_ends TO salience_digest;
GRANT SELECT ON salience.turn_ends TO salience_app;
GRANT SELECT (added_at, agent_id, code, code_model_id, ended_at, exchange_id, message, mode, reply, reply_confidence, reply_trust, said_at, search, seq, source, speaker, thread_id, topic_id, traceparent, trust, turn_id, vector, written_xid) ON salience.turn_ends TO salience_fn_recall;
GRANT SELECT (agent_id, ended_at, fence, kind, turn_id) ON salience.turn_ends TO salience_fn_sight;
GRANT SELECT (agent_id, exchange_id, search, speaker, written_xid) ON salience.turn_ends TO salience_fn_overflow;
GRANT SELECT (agent_id, exchange_id, turn_id) ON salience.turn_ends TO salience_fn_lanes;
GRANT SELECT (agent_id, reply, turn_id) ON salience.turn_ends TO salience_fn_rooms;
GRANT SELECT, UPDATE ON salience.turn_ends TO salience_fn_forgetting;
CREATE TRIGGER turn_ends_rewritten BEFORE UPDATE OF message, reply, speaker, said_at, topic_id, trust, reply_trust, source ON salience.turn_ends FOR EACH ROW WHEN (((((((((old.message IS DISTINCT FROM new.message) OR (old.reply IS DISTINCT FROM new.reply)) OR (old.speaker IS DISTINCT FROM new.speaker)) OR (old.said_at IS DISTINCT FROM new.said_at)) OR (COALESCE(old.topic_id, new.topic_id) IS DISTINCT FROM new.topic_id)) OR (old.trust IS DISTINCT FROM new.trust)) OR (old.reply_trust IS DISTINCT FROM new.reply_trust)) OR (old.source IS DISTINCT FROM new.source))) EXECUTE FUNCTION salience.note_writer();

-- salience.turns
CREATE TABLE salience.turns (
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  thread_id text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  state text DEFAULT 'pending'::text NOT NULL,
  text text NOT NULL,
  speaker text,
  source text NOT NULL,
  trust text NOT NULL,
  context jsonb,
  attempts integer DEFAULT 0 NOT NULL,
  fence bigint DEFAULT 0 NOT NULL,
  idempotency_key text,
  request_hash text,
  traceparent text,
  parent_turn_id text COLLATE "C",
  mergeable boolean DEFAULT false NOT NULL,
  merged_into text COLLATE "C",
  own_text text,
  steering boolean DEFAULT false NOT NULL,
  steered_text text,
  forgotten_at timestamp with time zone,
  interrupted_by text COLLATE "C",
  settled_as text,
  settled_at timestamp with time zone,
  said_at timestamp with time zone NOT NULL,
  accepted_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  cancel_requested_at timestamp with time zone,
  error jsonb,
  timings jsonb,
  zone text DEFAULT 'UTC'::text NOT NULL,
  due_at timestamp with time zone,
  stands_for integer,
  overheard boolean DEFAULT false NOT NULL,
  may_approve boolean DEFAULT true NOT NULL,
  CONSTRAINT turns_pkey PRIMARY KEY (id),
  CONSTRAINT turns_settled_as CHECK ((settled_as = ANY (ARRAY['retried'::text, 'dropped'::text]))),
  CONSTRAINT turns_state CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'answered'::text, 'ignored'::text, 'merged'::text, 'failed'::text, 'cancelled'::text, 'quarantined'::text])))
) WITH (fillfactor=70, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000);
CREATE INDEX turns_children ON salience.turns USING btree (parent_turn_id) WHERE (parent_turn_id IS NOT NULL);
CREATE UNIQUE INDEX turns_idempotency ON salience.turns USING btree (agent_id, idempotency_key) WHERE (idempotency_key IS NOT NULL);
CREATE INDEX turns_interrupted ON salience.turns USING btree (thread_id, seq) WHERE (interrupted_by IS NOT NULL);
CREATE INDEX turns_merged ON salience.turns USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE UNIQUE INDEX turns_place ON salience.turns USING btree (thread_id, seq);
ALTER TABLE salience.turns ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.turns FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.turns FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY fn_lanes ON salience.turns FOR ALL TO salience_fn_lanes
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_rooms ON salience.turns FOR ALL TO salience_fn_rooms
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_settling ON salience.turns FOR ALL TO salience_fn_settling
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_sight ON salience.turns FOR ALL TO salience_fn_sight
  USING (true)
  WITH CHECK (true);
CREATE POLICY only_from_outside ON salience.turns AS RESTRICTIVE FOR INSERT TO salience_pulse_sensor
  WITH CHECK ((((source = 'pulse'::text) AND (trust = 'external'::text)) OR ((source = ANY (ARRAY['review'::text, 'bridge'::text])) AND (trust = ANY (ARRAY['external'::text, 'unverified'::text])))));
CREATE POLICY own_agent ON salience.turns FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT INSERT ON salience.turns TO salience_cognitive_drift, salience_pulse_sensor;
GRANT INSERT, SELECT, UPDATE (settled_as, settled_at) ON salience.turns TO salience_fn_settling;
GRANT INSERT, UPDATE ON salience.turns TO salience_consumer, salience_digest, salience_scheduler;
GRANT SELECT ON salience.turns TO salience_app, salience_fn_sight;
GRANT SELECT (agent_id, ended_at, forgotten_at, id, state) ON salience.turns TO salience_fn_rooms;
GRANT SELECT (agent_id, id) ON salience.turns TO salience_fn_lanes;
GRANT SELECT, UPDATE ON salience.turns TO salience_fn_forgetting;

-- salience.watched_files
CREATE TABLE salience.watched_files (
  agent_id text COLLATE "C" NOT NULL,
  root text NOT NULL,
  path text NOT NULL,
  inode text NOT NULL,
  mtime_ms double precision NOT NULL,
  size bigint NOT NULL,
  signal_id text COLLATE "C",
  CONSTRAINT watched_files_agent_id_root_path_pk PRIMARY KEY (agent_id, root, path)
);
CREATE INDEX watched_files_inode ON salience.watched_files USING btree (agent_id, root, inode);
ALTER TABLE salience.watched_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.watched_files FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.watched_files FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.watched_files FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, UPDATE ON salience.watched_files TO salience_pulse_sensor;
GRANT DELETE, SELECT, UPDATE ON salience.watched_files TO salience_fn_forgetting;
GRANT SELECT ON salience.watched_files TO salience_app;

-- salience.workers
CREATE TABLE salience.workers (
  id text COLLATE "C" NOT NULL,
  app text NOT NULL,
  pid integer NOT NULL,
  host text NOT NULL,
  version text NOT NULL,
  state text NOT NULL,
  capacity integer NOT NULL,
  running jsonb NOT NULL,
  jobs_done bigint DEFAULT 0 NOT NULL,
  jobs_failed bigint DEFAULT 0 NOT NULL,
  started_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  policies jsonb,
  away jsonb,
  CONSTRAINT workers_pkey PRIMARY KEY (id)
) WITH (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=50);
CREATE INDEX workers_app ON salience.workers USING btree (app, seen_at);
GRANT DELETE ON salience.workers TO salience_scheduler;
GRANT INSERT, SELECT, UPDATE ON salience.workers TO salience_app;
GRANT SELECT ON salience.workers TO salience_fn_sight;
GRANT SELECT (app, capacity, seen_at, state) ON salience.workers TO salience_fn_lanes;
GRANT SELECT (id, seen_at, state) ON salience.workers TO salience_fn_settling;

-- salience.workspace_files
CREATE TABLE salience.workspace_files (
  agent_id text COLLATE "C" NOT NULL,
  path text NOT NULL,
  content text NOT NULL,
  trust text NOT NULL,
  source text NOT NULL,
  vouched text,
  allowed text,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT workspace_files_agent_id_path_pk PRIMARY KEY (agent_id, path),
  CONSTRAINT workspace_files_agent_id_agents_id_fk FOREIGN KEY (agent_id) REFERENCES salience.agents(id)
);
ALTER TABLE salience.workspace_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY every_agent ON salience.workspace_files FOR ALL TO salience_cognitive_drift, salience_operator, salience_routing_regulator, salience_scheduler
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_allowing ON salience.workspace_files FOR ALL TO salience_fn_allowing
  USING (true)
  WITH CHECK (true);
CREATE POLICY fn_forgetting ON salience.workspace_files FOR ALL TO salience_fn_forgetting
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
CREATE POLICY own_agent ON salience.workspace_files FOR ALL TO salience_app
  USING ((agent_id = current_setting('app.agent'::text, true)))
  WITH CHECK ((agent_id = current_setting('app.agent'::text, true)));
GRANT DELETE, INSERT, UPDATE ON salience.workspace_files TO salience_operator;
GRANT SELECT ON salience.workspace_files TO salience_app, salience_fn_forgetting;
GRANT SELECT (agent_id, content, path), UPDATE (allowed) ON salience.workspace_files TO salience_fn_allowing;

-- Functions
CREATE FUNCTION salience.accept_turn(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.accept_turns(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.act_step_view(s salience.act_steps) RETURNS jsonb LANGUAGE sql STABLE;
CREATE FUNCTION salience.acting_snapshot(p_turn salience.turns, p_now timestamp with time zone, p_again boolean, p_snapshot jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.action_view(a salience.pfc_action_log) RETURNS jsonb LANGUAGE sql STABLE;
CREATE FUNCTION salience.add_channel(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.add_task(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.advance_chunked(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.advance_told(p jsonb) RETURNS boolean LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.agenda_sums() RETURNS TABLE(agent_id text, running integer, open integer, next_at timestamp with time zone) LANGUAGE sql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.answer_channel_code(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.answer_review(p jsonb, q salience.approvals, p_state text, p_by text) RETURNS salience.approvals LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.apply_hand(p_agent text, p_channel text, p_room boolean, e jsonb, p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.approval_view(q salience.approvals) RETURNS jsonb LANGUAGE sql STABLE;
CREATE FUNCTION salience.asked_for(t salience.tasks) RETURNS text LANGUAGE sql IMMUTABLE;
CREATE FUNCTION salience.asked_wakes(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.associate_concepts(p_agent text, p_text text, p_depth integer, p_limit integer, p_at timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.audit_sample(p_agent text, p_limit integer) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.begin_bridge_reply(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.begin_chunks(p_ids text[]) RETURNS jsonb LANGUAGE sql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.begin_delivery(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.begin_drift_run(p jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.begin_letter(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.begin_memory(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.begin_room_message(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.begin_room_message OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.begin_room_message FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.begin_room_message TO salience_consumer;
CREATE FUNCTION salience.biography_items(p_agent text, p_ids text[]) RETURNS TABLE(id text, kind text, text text, at timestamp with time zone, trust text, weight real, data jsonb) LANGUAGE plpgsql STABLE;
CREATE FUNCTION salience.biography_material(p jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.blank_steps(p_steps salience.act_steps[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.blank_tasks(r salience.forget_requests, p_tasks text[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.blank_turns(r salience.forget_requests, p_turns text[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.cancel_task(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.cancel_turn(p_agent text, p_turn text, p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.channels_of(p_agent text, p_channel text) RETURNS text[] LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.check_limits(p_agent text, p_limits jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.claim_audit(p_before timestamp with time zone) RETURNS text LANGUAGE plpgsql;
CREATE FUNCTION salience.claim_autobiography(p_owner text, p_lease_ms integer, p_now timestamp with time zone, p_first integer, p_later integer) RETURNS TABLE(agent_id text, fence bigint) LANGUAGE plpgsql;
CREATE FUNCTION salience.claim_bridges(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.claim_clusters(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.claim_deliveries(p jsonb) RETURNS jsonb LANGUAGE sql
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.claim_drift(p jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.claim_hand_deliveries(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.claim_lane(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.claim_lanes(p jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.claim_letters(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.claim_mailbox(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.claim_message(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.claim_message OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.claim_message FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.claim_message TO salience_consumer;
CREATE FUNCTION salience.claim_model_slot(p jsonb) RETURNS jsonb LANGUAGE plpgsql;
REVOKE ALL ON FUNCTION salience.claim_model_slot FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.claim_model_slot TO salience_digest, salience_episodic, salience_memory_chunker;
CREATE FUNCTION salience.claim_of(p_room text, p_message text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.claim_of OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.claim_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.claim_of TO salience_consumer;
CREATE FUNCTION salience.claim_page(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.claim_profiles(p_owner text, p_lease_ms integer, p_now timestamp with time zone) RETURNS TABLE(agent_id text, fence bigint) LANGUAGE plpgsql;
CREATE FUNCTION salience.claim_root(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.clear_thoughts(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.close_operator_session(p jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.close_operator_session OWNER TO salience_fn_door;
REVOKE ALL ON FUNCTION salience.close_operator_session FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.close_operator_session TO salience_consumer, salience_operator;
CREATE FUNCTION salience.close_reply(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.close_reply OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.close_reply FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.close_reply TO salience_consumer;
CREATE FUNCTION salience.close_silent_threads(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.commit_judgements(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.commit_move(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.commit_turns(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.concept_graph(p_agent text, p_nodes text[], p_edges text[], p_limit integer, p_at timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET jit = off;
CREATE FUNCTION salience.console_events(p jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_custom_plan;
CREATE FUNCTION salience.console_turns(p_agent text, p_from timestamp with time zone, p_hex text, p_limit integer) RETURNS SETOF jsonb LANGUAGE sql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_custom_plan;
CREATE FUNCTION salience.contains_words(p_text text, p_words bigint[], p_seed bigint) RETURNS boolean LANGUAGE sql STABLE;
CREATE FUNCTION salience.count_decisions(p_from timestamp with time zone, p_to timestamp with time zone, p_own text[]) RETURNS integer LANGUAGE plpgsql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.count_failure(p_lane salience.lanes, p_turn salience.turns, p jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.count_outcomes(p_agent text, p_now timestamp with time zone, p_before salience.act_steps[], p_run text, p_ns integer[]) RETURNS void LANGUAGE plpgsql;
CREATE FUNCTION salience.count_quarantined() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.count_quarantined OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.count_quarantined FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.count_quarantined TO salience_consumer, salience_operator;
CREATE FUNCTION salience.create_room(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.create_room OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.create_room FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.create_room TO salience_consumer;
CREATE FUNCTION salience.current_thread(p jsonb) RETURNS salience.threads LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.decide_notices(p jsonb) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.delete_old_contexts(p_before timestamp with time zone, p_limit integer) RETURNS integer LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.delete_old_gists(p_now timestamp with time zone, p_limit integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.delete_old_gists OWNER TO salience_fn_retention;
REVOKE ALL ON FUNCTION salience.delete_old_gists FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.delete_old_gists TO salience_scheduler;
CREATE FUNCTION salience.delete_old_inbound(p_before timestamp with time zone, p_limit integer) RETURNS integer LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.delete_old_occurrences(p_before timestamp with time zone, p_keep integer, p_limit integer) RETURNS integer LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.delete_old_pfc(p_actions timestamp with time zone, p_thoughts timestamp with time zone, p_limit integer) RETURNS integer LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.delete_old_room_events(p_before timestamp with time zone, p_limit integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.delete_old_room_events OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.delete_old_room_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.delete_old_room_events TO salience_scheduler;
CREATE FUNCTION salience.delete_old_signals(p_before timestamp with time zone, p_limit integer) RETURNS integer LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.drift_concept(p_agent text, p_id text, p_energy real) RETURNS jsonb LANGUAGE sql STABLE;
CREATE FUNCTION salience.drift_material(p jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.drift_pool(p jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.drifted_at(p_agent text, p_concept text) RETURNS timestamp with time zone LANGUAGE sql STABLE;
CREATE FUNCTION salience.drop_concepts(p_agent text, p_ids text[]) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.drop_presence(p jsonb) RETURNS jsonb LANGUAGE sql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.drop_presence OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.drop_presence FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.drop_presence TO salience_consumer;
CREATE FUNCTION salience.due_activations(p jsonb) RETURNS jsonb LANGUAGE sql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.due_bridge_replies(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.due_drifts(p_now timestamp with time zone, p_limit integer) RETURNS SETOF text LANGUAGE sql STABLE;
CREATE FUNCTION salience.due_notices(p jsonb) RETURNS jsonb LANGUAGE sql
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.due_replies(p_limit integer) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.due_replies OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.due_replies FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.due_replies TO salience_consumer;
CREATE FUNCTION salience.end_chore(p_agent text, p_task text, p_fence bigint, p_next timestamp with time zone, p_error text, p_done boolean) RETURNS boolean LANGUAGE plpgsql;
CREATE FUNCTION salience.end_deliveries(p_channel text, p_state text, p_error text, p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.end_floor(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.end_floor OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.end_floor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.end_floor TO salience_consumer;
CREATE FUNCTION salience.end_presence(p_sockets text[], p_room text, p_now timestamp with time zone) RETURNS text[] LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.end_turn(p_turn salience.turns, p_state text, p_fence bigint, p_now timestamp with time zone, p_error jsonb) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.ended_after(p_agent text, p_after jsonb, p_limit integer) RETURNS SETOF jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.ended_beside(p_agent text, p_found json, p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.ended_said(p_agent text, p_ids text[], p_sources text[], p_at timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.ended_said OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.ended_said FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.ended_said TO salience_app;
CREATE FUNCTION salience.ended_statements(p_agent text, p_items jsonb, p_at timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.ended_statements OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.ended_statements FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.ended_statements TO salience_app;
CREATE FUNCTION salience.ended_until(p_agent text, p_at timestamp with time zone) RETURNS timestamp with time zone LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.ended_until OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.ended_until FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.ended_until TO salience_app;
CREATE FUNCTION salience.ensure_owner(p_agent text, p_id text, p_now timestamp with time zone) RETURNS text LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.ensure_thread(p jsonb, p_key text) RETURNS salience.threads LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.enter_room(p_room text, p_agent text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.enter_room OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.enter_room FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.enter_room TO salience_consumer, salience_pulse_sensor;
CREATE FUNCTION salience.enter_rooms(p_agent text, p_channels text[]) RETURNS text[] LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.evaluation_inputs(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.exceeds_share(p_agent text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.exceeds_share OWNER TO salience_fn_lanes;
REVOKE ALL ON FUNCTION salience.exceeds_share FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.exceeds_share TO salience_digest;
CREATE FUNCTION salience.exchange_view(e salience.exchanges) RETURNS jsonb LANGUAGE sql STABLE;
CREATE FUNCTION salience.expire_approvals(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.expire_deliveries(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.expire_holds(p_now timestamp with time zone) RETURNS integer LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.expire_letters(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.expire_thoughts(p_now timestamp with time zone, p_limit integer) RETURNS integer LANGUAGE plpgsql;
CREATE FUNCTION salience.export_mind(p_agent text, p_thoughts integer) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.fact_text(f salience.facts) RETURNS text LANGUAGE sql STABLE;
CREATE FUNCTION salience.fail_claim(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.fail_turn(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.find_memories(p_agent text, p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.find_quarantined(p_turn text) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.find_quarantined OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.find_quarantined FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.find_quarantined TO salience_consumer, salience_operator;
CREATE FUNCTION salience.finish_audit(p jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.finish_audit OWNER TO salience_fn_audit;
REVOKE ALL ON FUNCTION salience.finish_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.finish_audit TO salience_consumer, salience_operator;
CREATE FUNCTION salience.finish_room_message(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.finish_room_message OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.finish_room_message FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.finish_room_message TO salience_consumer;
CREATE FUNCTION salience.fire_schedules(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.fleet_rest() RETURNS jsonb LANGUAGE sql STABLE
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.fleet_still_rests(p_latest_turn text) RETURNS boolean LANGUAGE sql STABLE;
CREATE FUNCTION salience.forget_action_results(r salience.forget_requests, p_turns text[], p_keys text[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_beside_turns(p_agent text, p_turns text[]) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_channels(p_agent text, p_channels text[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_concepts(r salience.forget_requests, p_ids text[], p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_deliveries(p_agent text, p_turns text[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_derived_remnants(r salience.forget_requests, p_words bigint[], p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_episodes(r salience.forget_requests, p_ids text[], p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_facts(r salience.forget_requests, p_ids text[], p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_in_autobiography(p_agent text, p_items text[]) RETURNS integer LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_in_rooms(r salience.forget_requests, p_names text[], p_words bigint[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_inbound(r salience.forget_requests, p_ids text[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_inlet_remnants(r salience.forget_requests, p_tasks text[], p_words bigint[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_inlets(r salience.forget_requests, p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_letters(r salience.forget_requests, p_ids text[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_memory_remnants(r salience.forget_requests, p_words bigint[], p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_named(r salience.forget_requests, p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_overflow(p_agent text, p_ids text[]) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_person(r salience.forget_requests, p_people text[], p_names text[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_pfc(r salience.forget_requests, p_thoughts integer[], p_actions integer[], p_goals integer[], p_turns text[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_pfc_named(r salience.forget_requests, p_names text[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_pfc_of_turns(r salience.forget_requests, p_turns text[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_pfc_remnants(r salience.forget_requests, p_words bigint[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_preview(p jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.forget_record_remnants(r salience.forget_requests, p_words bigint[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_relations(r salience.forget_requests, p_ids text[], p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_remnants(r salience.forget_requests, p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_rest(r salience.forget_requests, p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_sessions(r salience.forget_requests, p_ids text[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_settled(p jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.forget_settled OWNER TO salience_fn_forgetting;
REVOKE ALL ON FUNCTION salience.forget_settled FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.forget_settled TO salience_consumer, salience_scheduler;
CREATE FUNCTION salience.forget_signals(r salience.forget_requests, p_words bigint[]) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_statements(r salience.forget_requests, p_ids text[]) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_step(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.forget_step OWNER TO salience_fn_forgetting;
REVOKE ALL ON FUNCTION salience.forget_step FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.forget_step TO salience_consumer, salience_scheduler;
CREATE FUNCTION salience.forget_tasks(r salience.forget_requests, p_tasks text[], p_wished boolean, p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_thoughts(r salience.forget_requests, p_ids text[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.forget_turns(r salience.forget_requests, p_turns text[], p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.found_states(p_agent text, p jsonb) RETURNS json LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.give_floor(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.give_way(p_agent text) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.giver_of(p_agent text, p_speaker text) RETURNS text LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.grant_of_run(p_agent text, p_run text) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.hand_view(h salience.pfc_hands) RETURNS jsonb LANGUAGE sql STABLE;
CREATE FUNCTION salience.has_ended(p_agent text, p_at timestamp with time zone) RETURNS boolean LANGUAGE plpgsql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.hashed_key(p_key text) RETURNS text LANGUAGE sql IMMUTABLE STRICT;
CREATE FUNCTION salience.heed_feedback(p jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.hold_memory(p jsonb) RETURNS boolean LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.hold_task(p_agent text, p_id text) RETURNS salience.tasks LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.hook_door(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.hook_door OWNER TO salience_fn_hooks;
REVOKE ALL ON FUNCTION salience.hook_door FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.hook_door TO salience_consumer;
CREATE FUNCTION salience.id_is_taken(p_agent text, p_exchange text, p_turn text, p_thread text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.id_is_taken OWNER TO salience_fn_lanes;
REVOKE ALL ON FUNCTION salience.id_is_taken FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.id_is_taken TO salience_consumer;
CREATE FUNCTION salience.import_mind(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.import_said(p jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.inbound_of_tasks(p_agent text, p_tasks text[]) RETURNS SETOF text LANGUAGE sql STABLE;
CREATE FUNCTION salience.inbound_to_forget(r salience.forget_requests) RETURNS SETOF text LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.insert_thought(p_agent text, p jsonb, p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql;
CREATE FUNCTION salience.instant_of_id(p_id text) RETURNS timestamp with time zone LANGUAGE sql IMMUTABLE;
CREATE FUNCTION salience.interrupt_turns(p_lane salience.lanes, p_by text, p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.interrupted_error(p_state text, p_by text) RETURNS jsonb LANGUAGE sql STABLE;
CREATE FUNCTION salience.is_present(p_room text, p_kind text, p_member text) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.is_said(e salience.turn_ends, p_own text[]) RETURNS boolean LANGUAGE sql STABLE;
CREATE FUNCTION salience.join_room(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.join_room OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.join_room FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.join_room TO salience_consumer;
CREATE FUNCTION salience.json_contains_words(p_json jsonb, p_words bigint[], p_seed bigint) RETURNS boolean LANGUAGE sql STABLE;
CREATE FUNCTION salience.keep_agenda() RETURNS trigger LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.keep_thought(p jsonb, p_turn text, p_words text) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.kept_details(p_agent text, p_kind text, p_id text) RETURNS jsonb LANGUAGE sql STABLE;
CREATE FUNCTION salience.label_activation(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.label_rank(p_trust text) RETURNS integer LANGUAGE sql IMMUTABLE;
CREATE FUNCTION salience.last_of(p_all jsonb, p_max integer) RETURNS jsonb LANGUAGE sql IMMUTABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.late_hand(d salience.hand_deliveries, p_before timestamp with time zone) RETURNS boolean LANGUAGE sql STABLE;
CREATE FUNCTION salience.latest_ended(p_agent text, p_held jsonb, p_at timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET enable_bitmapscan = off
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.latest_thread(p_agent text, p_speaker text) RETURNS text LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.leave_channels(p_agent text, p_channels text[], p_moved boolean, p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.leave_room(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.leave_room OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.leave_room FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.leave_room TO salience_consumer;
CREATE FUNCTION salience.leave_tombstones(r salience.forget_requests, p_kind text, p_ids text[], p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.let_go(p_now timestamp with time zone) RETURNS text[] LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.letters_to_forget(r salience.forget_requests, p_inbound text[]) RETURNS SETOF text LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.link_views(p_agent text, p_ids text[], p_at timestamp with time zone) RETURNS TABLE(id text, from_name text, type text, to_name text, since timestamp with time zone, until timestamp with time zone, trust text, exchanges text[]) LANGUAGE plpgsql STABLE
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.list_drifted(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.list_files(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.list_notices(p_agent text, p jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.list_operator_keys() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.list_operator_keys OWNER TO salience_fn_door;
REVOKE ALL ON FUNCTION salience.list_operator_keys FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.list_operator_keys TO salience_consumer, salience_operator;
CREATE FUNCTION salience.list_quarantined(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.list_quarantined OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.list_quarantined FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.list_quarantined TO salience_consumer, salience_operator;
CREATE FUNCTION salience.list_room_messages(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.list_room_messages OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.list_room_messages FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.list_room_messages TO salience_consumer;
CREATE FUNCTION salience.list_rooms(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.list_rooms OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.list_rooms FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.list_rooms TO salience_consumer;
CREATE FUNCTION salience.list_thoughts(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.load_autobiographies(p_agent text, p_limit integer, p_before integer) RETURNS SETOF jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.load_decisions(p_from timestamp with time zone, p_to timestamp with time zone, p_after timestamp with time zone, p_after_turn text, p_own text[], p_agent text, p_limit integer) RETURNS TABLE(turn_id text, agent_id text, thread_id text, person text, ended_at timestamp with time zone, mode text, confidence double precision, policy_name text, policy_version integer, decision bytea, labels jsonb) LANGUAGE plpgsql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.load_due_tasks(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.load_ended_tasks(p jsonb) RETURNS jsonb LANGUAGE sql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.load_experience(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.load_follow_ups(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.load_for_chunks(p_agent text, p_ids text[]) RETURNS SETOF jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.load_for_concepts(p_agent text, p_episode text) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.load_graph(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.load_heard(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.load_identity(p_agent text, p_scenarios integer) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.load_index(p_agent text, p_model text, p_kinds text[], p_from xid8, p_after text, p_limit integer) RETURNS TABLE(kind text, id text, xid xid8, thread_id text, seq bigint, at double precision, until double precision, turn_id text, speaker text, sample text, words text, code bytea, strength double precision, refs text[], others text[], since double precision) LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.load_index OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.load_index FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.load_index TO salience_app;
CREATE FUNCTION salience.load_judged_turns(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.load_lesson(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.load_listening(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE;
CREATE FUNCTION salience.load_memories(p_agent text, p jsonb) RETURNS json LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.load_memory_image(p_agent text, p_model text) RETURNS TABLE(from_xid xid8, bytes bytea) LANGUAGE plpgsql
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.load_mentions(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.load_modules() RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.load_overflow(p_agent text, p jsonb) RETURNS TABLE(kind text, id text, xid xid8, thread_id text, seq bigint, at double precision, until double precision, turn_id text, speaker text, sample text, words text, code bytea, strength double precision, refs text[], others text[], since double precision) LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.load_overflow OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.load_overflow FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.load_overflow TO salience_app;
CREATE FUNCTION salience.load_relations(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.load_review_pool(p_from timestamp with time zone, p_to timestamp with time zone, p_own text[], p_low double precision, p_high double precision, p_seed text, p_each integer) RETURNS TABLE(stratum text, turn_id text, agent_id text, ended_at timestamp with time zone, decision bytea) LANGUAGE plpgsql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.load_reviewed(p_turns text[], p_own text[]) RETURNS TABLE(turn_id text, agent_id text, before text, message text, reply text, next_message text, labels text[], decision bytea) LANGUAGE plpgsql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.load_ruling(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.load_run(p_agent text, p_run text) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.load_silences(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.load_standing(p_agent text, p_tool text, p_kind text, p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.load_statements(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.load_stretches(p jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.load_tool_profiles(p_agent text, p_scenarios integer) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.load_topic_samples(p_agent text, p_model text, p_limit integer) RETURNS TABLE(topic_id text, vector bytea, message text) LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.load_topic_samples OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.load_topic_samples FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.load_topic_samples TO salience_app;
CREATE FUNCTION salience.load_topic_statistics(p_agent text, p_model text, p_known integer) RETURNS TABLE(version integer, body bytea) LANGUAGE plpgsql;
CREATE FUNCTION salience.load_topics(p_agent text, p_model text, p_limit integer) RETURNS TABLE(kind text, id text, other text, numbers bytea, learned integer, salience real, at double precision, xid xid8) LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.load_turns(p_agent text, p_ids text[]) RETURNS SETOF jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.load_untold(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.lock_memory(p_agent text) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.log_action(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.look_at_files(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.look_at_memory(p jsonb) RETURNS TABLE(kind text, id text, xid xid8, thread_id text, seq bigint, at double precision, until double precision, turn_id text, speaker text, sample text, words text, code bytea, strength double precision, refs text[], others text[], since double precision) LANGUAGE plpgsql STABLE
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.lower_human(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.lower_human OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.lower_human FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.lower_human TO salience_consumer;
CREATE FUNCTION salience.lowest_trust(VARIADIC p_labels text[]) RETURNS text LANGUAGE sql IMMUTABLE;
CREATE FUNCTION salience.make_key(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.make_person_code(p jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.make_person_code OWNER TO salience_fn_door;
REVOKE ALL ON FUNCTION salience.make_person_code FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.make_person_code TO salience_consumer;
CREATE FUNCTION salience.mark_repeated_episodes(p_agent text, p_keys text[]) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.mark_repeated_gists(p_agent text, p_keys text[]) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.mark_repeats(p_agent text) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.mark_seen(p_agent text, p_turns text[], p_now timestamp with time zone) RETURNS integer LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.mark_unhinted(p_now timestamp with time zone) RETURNS integer LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.may_carry(p_channel_state text, p_kind text) RETURNS boolean LANGUAGE sql IMMUTABLE;
CREATE FUNCTION salience.member_view(m salience.room_members) RETURNS jsonb LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.memory_days(p_agent text, p_zone text, p_before date, p_limit integer) RETURNS SETOF jsonb LANGUAGE plpgsql
  SET jit = off;
CREATE FUNCTION salience.memory_derived(p_agent text, p_id text) RETURNS SETOF jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.memory_holder(p_agent text) RETURNS text LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.memory_page(p jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql
  SET jit = off;
CREATE FUNCTION salience.memory_rows(p_agent text, p_kind text, p_after text, p_limit integer, p_id text) RETURNS SETOF jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.memory_statements(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET jit = off;
CREATE FUNCTION salience.mentioned_together(p_agent text, p_concepts text[], p_least double precision, p_at timestamp with time zone) RETURNS TABLE(id text, near text, node text, strength double precision) LANGUAGE plpgsql STABLE
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.merge_dead_letter() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.merge_dead_letter OWNER TO salience_fn_settling;
REVOKE ALL ON FUNCTION salience.merge_dead_letter FROM PUBLIC;
CREATE FUNCTION salience.merge_waiting(p_first salience.turns, p_fence bigint, p_now timestamp with time zone) RETURNS text[] LANGUAGE plpgsql;
CREATE FUNCTION salience.move_hand(p_agent text, p_channel text, e jsonb, p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.move_task(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.name_trust_of(c salience.concepts) RETURNS text LANGUAGE sql IMMUTABLE;
CREATE FUNCTION salience.name_words(p_text text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.named_concepts(p_agent text, p_text text) RETURNS TABLE(concept_id text, key text, kind text, name text) LANGUAGE plpgsql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.names_to_forget(r salience.forget_requests) RETURNS text[] LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.next_hand(h salience.pfc_hands, e jsonb, p_place boolean, p_now timestamp with time zone) RETURNS salience.pfc_hands LANGUAGE plpgsql IMMUTABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.next_turn(p_lane salience.lanes, p_now timestamp with time zone, p_lease_ms integer, p_history integer, p_held bigint, p_topics jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.note_bridge(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_bridge_channel(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_change(p jsonb, p_version integer, p_parent integer) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_cycle(p jsonb) RETURNS boolean LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_end() RETURNS trigger LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_experience() RETURNS trigger LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_feedback(p_agent text, p_target text, p_value real, p_by text, p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_forgotten(p_rooms text[], p_now timestamp with time zone) RETURNS void LANGUAGE sql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_heard(p jsonb) RETURNS boolean LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_instead() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_lower(h salience.pfc_hands, p_version bigint, p_now timestamp with time zone) RETURNS void LANGUAGE sql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_mailbox(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_model_usage(p jsonb) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_named() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_names() RETURNS trigger LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_page(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_presence(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.note_presence OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.note_presence FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.note_presence TO salience_consumer;
CREATE FUNCTION salience.note_raise(h salience.pfc_hands, p_room boolean, p_now timestamp with time zone) RETURNS void LANGUAGE sql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_room_event(p_room text, p_kind text, p_data jsonb, p_now timestamp with time zone) RETURNS bigint LANGUAGE sql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_room_turn(p jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.note_room_turn OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.note_room_turn FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.note_room_turn TO salience_consumer;
CREATE FUNCTION salience.note_root(p jsonb) RETURNS boolean LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_source() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_sources() RETURNS trigger LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_standing(p_policy text, p_decided_by text, p_version integer, p_standing jsonb) RETURNS void LANGUAGE sql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_unrepeated() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.note_writer() RETURNS trigger LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.notice_view(n salience.notices) RETURNS jsonb LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.notices_after(p_agent text, p_xid text, p_turn text, p_limit integer) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.open_forgettings(p_limit integer) RETURNS SETOF jsonb LANGUAGE sql STABLE;
CREATE FUNCTION salience.open_operator_session(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.open_operator_session OWNER TO salience_fn_door;
REVOKE ALL ON FUNCTION salience.open_operator_session FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.open_operator_session TO salience_consumer, salience_operator;
CREATE FUNCTION salience.open_person_session(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.open_person_session OWNER TO salience_fn_door;
REVOKE ALL ON FUNCTION salience.open_person_session FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.open_person_session TO salience_consumer;
CREATE FUNCTION salience.open_replies() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.open_replies OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.open_replies FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.open_replies TO salience_consumer;
CREATE FUNCTION salience.operator_allow_server(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.operator_allow_server OWNER TO salience_fn_allowing;
REVOKE ALL ON FUNCTION salience.operator_allow_server FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_allow_server TO salience_consumer;
CREATE FUNCTION salience.operator_audit(p jsonb) RETURNS SETOF salience.audit_log LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.operator_audit OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.operator_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_audit TO salience_consumer, salience_operator;
CREATE FUNCTION salience.operator_change_key(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.operator_change_key OWNER TO salience_fn_keys;
REVOKE ALL ON FUNCTION salience.operator_change_key FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_change_key TO salience_consumer;
CREATE FUNCTION salience.operator_costs(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.operator_costs OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.operator_costs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_costs TO salience_consumer, salience_operator;
CREATE FUNCTION salience.operator_dead_letters(p jsonb) RETURNS SETOF salience.dead_letters LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.operator_dead_letters OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.operator_dead_letters FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_dead_letters TO salience_consumer, salience_operator;
CREATE FUNCTION salience.operator_door(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.operator_door OWNER TO salience_fn_door;
REVOKE ALL ON FUNCTION salience.operator_door FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_door TO salience_consumer, salience_fn_allowing, salience_fn_keys, salience_operator;
CREATE FUNCTION salience.operator_events(p jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.operator_events OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.operator_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_events TO salience_consumer, salience_operator;
CREATE FUNCTION salience.operator_fleet(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.operator_fleet OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.operator_fleet FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_fleet TO salience_consumer, salience_operator;
CREATE FUNCTION salience.operator_lanes(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.operator_lanes OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.operator_lanes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_lanes TO salience_consumer, salience_operator;
CREATE FUNCTION salience.operator_models(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.operator_models OWNER TO salience_fn_sight;
REVOKE ALL ON FUNCTION salience.operator_models FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_models TO salience_consumer, salience_operator;
CREATE FUNCTION salience.operator_pace(p_now timestamp with time zone, p_window interval) RETURNS jsonb LANGUAGE plpgsql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  SET search_path = salience, pg_temp;
REVOKE ALL ON FUNCTION salience.operator_pace FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_pace TO salience_fn_sight;
CREATE FUNCTION salience.operator_settle_quarantined(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.operator_settle_quarantined OWNER TO salience_fn_settling;
REVOKE ALL ON FUNCTION salience.operator_settle_quarantined FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.operator_settle_quarantined TO salience_consumer, salience_operator;
CREATE FUNCTION salience.outcome_code(s salience.act_steps) RETURNS text LANGUAGE sql STABLE;
CREATE FUNCTION salience.overflow_memory(p_agent text, p jsonb, p_limit integer) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.overflow_memory OWNER TO salience_fn_overflow;
REVOKE ALL ON FUNCTION salience.overflow_memory FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.overflow_memory TO salience_app;
CREATE FUNCTION salience.park_lane(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.pause_model(p jsonb) RETURNS jsonb LANGUAGE sql;
REVOKE ALL ON FUNCTION salience.pause_model FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.pause_model TO salience_digest, salience_episodic, salience_memory_chunker;
CREATE FUNCTION salience.people_called(p_agent text, p_names text[]) RETURNS text[] LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.person_of(p_agent text, p_speaker text) RETURNS text LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.person_root(p_person text) RETURNS text LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.person_session(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.person_session OWNER TO salience_fn_door;
REVOKE ALL ON FUNCTION salience.person_session FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.person_session TO salience_consumer;
CREATE FUNCTION salience.pfc_stats(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.pfc_to_forget(r salience.forget_requests, p_names text[]) RETURNS SETOF text LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.pin_policy(p jsonb) RETURNS integer LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.place_signals(p_agent text, p_cluster text, p_signals text[]) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.post_room_message(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.profile_material(p jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.propose_zones(p jsonb) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.publish_policy(p jsonb) RETURNS integer LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.question_edges(p_agent text, p_text text, p_seeds integer, p_decay double precision, p_cut double precision, p_together double precision, p_at timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET enable_nestloop = off
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.queue_view(p_room text) RETURNS jsonb LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.raise_human(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.raise_human OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.raise_human FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.raise_human TO salience_consumer;
CREATE FUNCTION salience.read_taught(p_agent text, p_model text, p_from xid8) RETURNS TABLE(turn_id text, topic_id text, xid xid8, said_at timestamp with time zone, vector bytea) LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.read_taught OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.read_taught FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.read_taught TO salience_app;
CREATE FUNCTION salience.recent_tellings(p_agent text, p_limit integer) RETURNS jsonb LANGUAGE plpgsql
  SET enable_bitmapscan = off
  SET enable_seqscan = off
  SET enable_sort = off
  SET jit = off;
CREATE FUNCTION salience.record_outcome(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.refuse_inbound(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.refused_in(p_room text, p_kind text, p_member text) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.release_cluster(p jsonb) RETURNS boolean LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.release_drift(p jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.release_lane(p_agent text, p_thread text, p_fence bigint) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.release_learning(p_job text, p_fence bigint) RETURNS boolean LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.release_memory(p jsonb) RETURNS boolean LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.remove_bridge(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.remove_channel(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.renew_chore(p_agent text, p_task text, p_fence bigint, p_lease_ms integer) RETURNS boolean LANGUAGE plpgsql;
CREATE FUNCTION salience.renew_drift(p jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.renew_lane(p_agent text, p_thread text, p_fence bigint, p_lease_ms integer) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.renew_presence(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.renew_presence OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.renew_presence FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.renew_presence TO salience_consumer;
CREATE FUNCTION salience.replies_to_wakes(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.request_is_open(p jsonb) RETURNS boolean LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.request_review(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.resolve_approval(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.rest_hands(p_agent text, p_channels text[], p_rooms text[], p_trust text, p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.retell_episodes(r salience.forget_requests, p_episodes text[], p_now timestamp with time zone) RETURNS void LANGUAGE sql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.retry_failed(p_agent text, p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.retry_failed OWNER TO salience_fn_settling;
REVOKE ALL ON FUNCTION salience.retry_failed FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.retry_failed TO salience_consumer, salience_operator;
CREATE FUNCTION salience.retry_task(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.revoke_key(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.room_done(p_room text, p_changed boolean) RETURNS jsonb LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.room_events_after(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.room_events_after OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.room_events_after FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.room_events_after TO salience_consumer;
CREATE FUNCTION salience.room_floor(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.room_floor OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.room_floor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.room_floor TO salience_consumer;
CREATE FUNCTION salience.room_hand(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.room_hand OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.room_hand FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.room_hand TO salience_consumer, salience_pulse_sensor;
CREATE FUNCTION salience.room_hand_view(h salience.pfc_hands) RETURNS jsonb LANGUAGE sql STABLE;
CREATE FUNCTION salience.room_listeners(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.room_listeners OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.room_listeners FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.room_listeners TO salience_consumer;
CREATE FUNCTION salience.room_message_view(m salience.room_messages) RETURNS jsonb LANGUAGE sql STABLE;
CREATE FUNCTION salience.room_seqs(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.room_seqs OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.room_seqs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.room_seqs TO salience_consumer;
CREATE FUNCTION salience.room_state(p jsonb) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.room_state OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.room_state FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.room_state TO salience_consumer;
CREATE FUNCTION salience.rooms_since(p jsonb) RETURNS SETOF jsonb LANGUAGE sql STABLE SECURITY DEFINER
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.rooms_since OWNER TO salience_fn_rooms;
REVOKE ALL ON FUNCTION salience.rooms_since FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.rooms_since TO salience_consumer;
CREATE FUNCTION salience.rotate_channel_secret(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.rotate_channel_secret OWNER TO salience_fn_channels;
REVOKE ALL ON FUNCTION salience.rotate_channel_secret FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.rotate_channel_secret TO salience_consumer;
CREATE FUNCTION salience.rotate_hook_secret(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.rotate_hook_secret OWNER TO salience_fn_hooks;
REVOKE ALL ON FUNCTION salience.rotate_hook_secret FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.rotate_hook_secret TO salience_consumer;
CREATE FUNCTION salience.rotate_key(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.routed_days(p_agent text, p_from timestamp with time zone, p_to timestamp with time zone, p_own text[]) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.run_schedule(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.run_view(p_run text) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.said_key(p_said text, p_speaker text, p_source text, p_trust text) RETURNS text LANGUAGE sql IMMUTABLE;
CREATE FUNCTION salience.save_autobiography(p jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.save_chunks(p jsonb) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.save_codes(p_agent text, p_codes jsonb) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.save_episodes(p jsonb) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.save_experience(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.save_graph(p jsonb) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.save_labels(p jsonb) RETURNS integer LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.save_limbic_model(p jsonb) RETURNS text LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.save_memory_image(p_agent text, p_model text, p_since xid8, p_from xid8, p_parts bytea[]) RETURNS boolean LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.save_overheard(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.save_proposals(p jsonb) RETURNS void LANGUAGE plpgsql;
CREATE FUNCTION salience.save_reflections(p jsonb) RETURNS integer LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.save_retries(p jsonb) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.save_statements(p jsonb) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.save_steps(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.save_thought(p jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.save_tool_profiles(p jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.save_topic_statistics(p_agent text, p_model text, p_from integer, p_samples integer, p_heard bigint, p_body bytea, p_now timestamp with time zone) RETURNS boolean LANGUAGE plpgsql;
CREATE FUNCTION salience.save_topics(p_agent text, p_topics jsonb, p_now timestamp with time zone) RETURNS TABLE(asked text, stored text) LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.sayable_thoughts(p jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.section_hash(p_statements jsonb) RETURNS text LANGUAGE sql IMMUTABLE;
CREATE FUNCTION salience.section_text(p_statements jsonb) RETURNS text LANGUAGE sql IMMUTABLE;
CREATE FUNCTION salience.send_to_channel(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.sender_of(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.sessions_to_forget(r salience.forget_requests, p_inbound text[]) RETURNS SETOF text LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.set_bridge(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.set_channel_code(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.set_focus(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.set_hand(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.settle_agenda(p_agent text) RETURNS boolean LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.settle_bridge_reply(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.settle_dead_letters(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.settle_dead_letters OWNER TO salience_fn_settling;
REVOKE ALL ON FUNCTION salience.settle_dead_letters FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.settle_dead_letters TO salience_consumer, salience_operator;
CREATE FUNCTION salience.settle_delivery(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.settle_hand_delivery(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.settle_hands(p_room text, p_events jsonb, p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.settle_letter(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.settle_notice(p_turn text, p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.settle_quarantined(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.settle_quarantined OWNER TO salience_fn_settling;
REVOKE ALL ON FUNCTION salience.settle_quarantined FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.settle_quarantined TO salience_consumer, salience_operator;
CREATE FUNCTION salience.settle_seen(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.settle_topics(p_agent text, p_model text, p_least integer) RETURNS integer LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.singular(p_word text) RETURNS text LANGUAGE sql IMMUTABLE;
CREATE FUNCTION salience.snapshot(p_turn salience.turns, p_history integer, p_held bigint, p_now timestamp with time zone) RETURNS SETOF jsonb LANGUAGE sql STABLE;
CREATE FUNCTION salience.speaker_view(r salience.rooms) RETURNS jsonb LANGUAGE sql STABLE;
CREATE FUNCTION salience.spend_limits(p_agent text, p_limits jsonb) RETURNS void LANGUAGE sql;
CREATE FUNCTION salience.spread_activation(p_agent text, p_seeds jsonb, p_depth integer, p_decay double precision, p_cut double precision, p_at timestamp with time zone) RETURNS TABLE(concept_id text, energy double precision, via text[]) LANGUAGE plpgsql
  SET enable_nestloop = off
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.stale_tools(p_agent text, p_now timestamp with time zone, p_limit integer) RETURNS TABLE(tool text, since timestamp with time zone) LANGUAGE sql STABLE;
CREATE FUNCTION salience.start_schedule_turn(s salience.schedules, p_slot timestamp with time zone, p_now timestamp with time zone, p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.start_turn(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.sweep_agendas(p_whole boolean) RETURNS integer LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.sweep_experiences(p_limit integer, p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.sweep_lanes(p_limit integer, p_now timestamp with time zone) RETURNS jsonb LANGUAGE sql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.sweep_memory(p_limit integer, p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off;
CREATE FUNCTION salience.take_chore(p_agent text, p_task text, p_owner text, p_lease_ms integer) RETURNS bigint LANGUAGE plpgsql;
CREATE FUNCTION salience.take_files(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.take_floor(p_room text, p_kind text, p_member text, p_tier text, p_interrupts boolean, p_now timestamp with time zone) RETURNS boolean LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.take_in(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.take_learning(p_job text, p_owner text, p_lease_ms integer) RETURNS bigint LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.take_rows(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.take_signals(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.take_steering(p_turn salience.turns, p_run text, p_fence bigint, p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.take_synthesis(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.take_turn(p_lane salience.lanes, p_now timestamp with time zone, p_lease_ms integer, p_history integer, p_held bigint, p_any boolean, p_topics jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.task_facts(t salience.tasks) RETURNS jsonb LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.tasks_of_turns(p_agent text, p_turns text[]) RETURNS SETOF text LANGUAGE sql STABLE;
CREATE FUNCTION salience.tasks_to_forget(r salience.forget_requests, p_about text[]) RETURNS SETOF text LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.taught(p_agent text, p_model text, p_from xid8) RETURNS TABLE(turn_id text, topic_id text, xid xid8, said_at timestamp with time zone, vector bytea) LANGUAGE sql STABLE;
CREATE FUNCTION salience.taught_numbers(p_vector bytea) RETURNS TABLE(i integer, number integer) LANGUAGE sql IMMUTABLE;
CREATE FUNCTION salience.taught_since(p_agent text, p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.taught_since OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.taught_since FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.taught_since TO salience_app;
CREATE FUNCTION salience.tell_digest(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.text_sample(p_text text) RETURNS text LANGUAGE sql IMMUTABLE;
CREATE FUNCTION salience.texts_at(p_statements jsonb, p_places jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE;
CREATE FUNCTION salience.thought_view(m salience.pfc_monologue, p_words text) RETURNS jsonb LANGUAGE sql STABLE;
CREATE FUNCTION salience.tombstone_of(p_agent text, p_id text) RETURNS SETOF salience.tombstones LANGUAGE plpgsql;
CREATE FUNCTION salience.topic_statistics_state(p jsonb) RETURNS jsonb LANGUAGE plpgsql;
CREATE FUNCTION salience.traits_for(p_agent text, p_person text, p_limit integer, p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.trust_at(p_rank integer) RETURNS text LANGUAGE sql IMMUTABLE;
CREATE FUNCTION salience.turn_of_run(p_run text) RETURNS text LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.turns_of_tasks(p_agent text, p_tasks text[]) RETURNS SETOF text LANGUAGE sql STABLE;
CREATE FUNCTION salience.turns_shown(p_agent text, p_thought text, p_look integer, p_limit integer) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.turns_to_forget(r salience.forget_requests, p_about text[]) RETURNS SETOF text LANGUAGE sql STABLE;
CREATE FUNCTION salience.unlearn_topics(p_agent text, p_exchanges text[]) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.unmatched_positions(p_one jsonb, p_other jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE;
CREATE FUNCTION salience.untold_activations(p jsonb) RETURNS jsonb LANGUAGE sql STABLE
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.untrained_clusters() RETURNS jsonb LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.use_memories(p_agent text, p_items jsonb, p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.use_zone(p_agent text, p_speaker text, p_zone text, p_id text, p_now timestamp with time zone) RETURNS text LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.wake(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.was_overheard(p_turn text) RETURNS boolean LANGUAGE sql STABLE;
CREATE FUNCTION salience.withdraw_requests(p_task text, p_by text, p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.within_target(r salience.forget_requests, p_at timestamp with time zone) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.world_of(p_agent text, p_thread text, p_now timestamp with time zone) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET plan_cache_mode = force_generic_plan;
CREATE FUNCTION salience.write_audit(p jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.write_audit OWNER TO salience_fn_audit;
REVOKE ALL ON FUNCTION salience.write_audit FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.write_audit TO salience_consumer, salience_fn_allowing, salience_fn_door, salience_fn_keys, salience_fn_settling, salience_operator;
CREATE FUNCTION salience.write_thought(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.write_thoughts(p jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
CREATE FUNCTION salience.written_facts(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET enable_seqscan = off
  SET jit = off
  SET search_path = salience, pg_temp;
ALTER FUNCTION salience.written_facts OWNER TO salience_fn_recall;
REVOKE ALL ON FUNCTION salience.written_facts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.written_facts TO salience_pulse_sensor;
CREATE FUNCTION salience.zone_told(p_agent text, p_person text, p_now timestamp with time zone) RETURNS void LANGUAGE plpgsql
  SET search_path = salience, pg_temp;
