-- Why: topics are told apart by what an agent's own messages say of them together (mean, covariance, rare words); the
-- messages' vectors are kept as the truth, the statistics are learned from them in the background and versioned.
-- Lock: none beyond catalog rows. Safe with the previous image: yes, nothing of it reads or writes these tables.

CREATE TABLE salience.topic_samples (
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  model_id text NOT NULL,
  topic_id text COLLATE "C" NOT NULL,
  vector bytea NOT NULL,
  stems integer[] NOT NULL,
  said_at timestamp with time zone NOT NULL,
  PRIMARY KEY (agent_id, id)
);
--> statement-breakpoint
CREATE INDEX topic_samples_model ON salience.topic_samples (agent_id, model_id, id);
--> statement-breakpoint
CREATE TABLE salience.topic_statistics (
  agent_id text COLLATE "C" NOT NULL REFERENCES salience.agents(id),
  model_id text NOT NULL,
  version integer NOT NULL,
  samples integer NOT NULL,
  last_sample bigint NOT NULL,
  body bytea NOT NULL,
  learned_at timestamp with time zone NOT NULL,
  PRIMARY KEY (agent_id, model_id)
);
--> statement-breakpoint
GRANT SELECT ON salience.topic_samples, salience.topic_statistics TO salience_app;
--> statement-breakpoint
GRANT INSERT, DELETE ON salience.topic_samples TO salience_digest;
--> statement-breakpoint
GRANT INSERT, UPDATE ON salience.topic_statistics TO salience_digest;
--> statement-breakpoint
DO $$
DECLARE table_name text;
BEGIN
  FOREACH table_name IN ARRAY ARRAY['topic_samples', 'topic_statistics'] LOOP
    EXECUTE format('ALTER TABLE salience.%I ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format(
      'CREATE POLICY own_agent ON salience.%1$I TO salience_app USING (%2$s) WITH CHECK (%2$s)',
      table_name, 'agent_id = current_setting(''app.agent'', true)');
    EXECUTE format(
      'CREATE POLICY every_agent ON salience.%I TO salience_scheduler, salience_routing_regulator, salience_cognitive_drift, salience_operator USING (true) WITH CHECK (true)',
      table_name);
  END LOOP;
END $$;
--> statement-breakpoint
-- Keeps what messages said on topics, and of each agent and model the latest `keep`. p: {agentId, modelId, keep, samples:
-- [{topicId, vector (32-bit floats, little endian, base64), stems, saidAt}]}.
CREATE FUNCTION salience.save_topic_samples(p jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  -- A sample lost with the server's last milliseconds harms nobody.
  PERFORM set_config('synchronous_commit', 'off', true);
  INSERT INTO salience.topic_samples (agent_id, model_id, topic_id, vector, stems, said_at)
  SELECT p->>'agentId', p->>'modelId', value->>'topicId', decode(value->>'vector', 'base64'),
    ARRAY(SELECT x::integer FROM jsonb_array_elements_text(value->'stems') x), (value->>'saidAt')::timestamptz
  FROM jsonb_array_elements(p->'samples');
  DELETE FROM salience.topic_samples WHERE agent_id = p->>'agentId' AND model_id = p->>'modelId' AND id <= (
    SELECT id FROM salience.topic_samples WHERE agent_id = p->>'agentId' AND model_id = p->>'modelId'
    ORDER BY id DESC OFFSET (p->>'keep')::integer LIMIT 1);
END $$;
--> statement-breakpoint
-- How things stand with an agent's statistics. p: {agentId, modelId}. r: {version (0: none), learnedFrom, samples, fresh}:
-- `fresh` are the kept samples that came after the last one it was learned from.
CREATE FUNCTION salience.topic_statistics_state(p jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_row salience.topic_statistics;
BEGIN
  PERFORM set_config('app.agent', p->>'agentId', true);
  SELECT * INTO v_row FROM salience.topic_statistics WHERE agent_id = p->>'agentId' AND model_id = p->>'modelId';
  RETURN (SELECT jsonb_build_object('version', coalesce(v_row.version, 0), 'learnedFrom', coalesce(v_row.samples, 0),
      'samples', count(*), 'fresh', count(*) FILTER (WHERE id > coalesce(v_row.last_sample, 0)))
    FROM salience.topic_samples WHERE agent_id = p->>'agentId' AND model_id = p->>'modelId');
END $$;
--> statement-breakpoint
CREATE FUNCTION salience.load_topic_samples(p_agent text, p_model text) RETURNS SETOF salience.topic_samples LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT * FROM salience.topic_samples WHERE agent_id = p_agent AND model_id = p_model ORDER BY id;
END $$;
--> statement-breakpoint
-- Publishes the version after `p_from`; false when another worker did so meanwhile.
CREATE FUNCTION salience.save_topic_statistics(p_agent text, p_model text, p_from integer, p_samples integer,
  p_last bigint, p_body bytea, p_now timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  INSERT INTO salience.topic_statistics AS t (agent_id, model_id, version, samples, last_sample, body, learned_at)
  VALUES (p_agent, p_model, p_from + 1, p_samples, p_last, p_body, p_now)
  ON CONFLICT (agent_id, model_id) DO UPDATE SET version = excluded.version, samples = excluded.samples,
    last_sample = excluded.last_sample, body = excluded.body, learned_at = excluded.learned_at
  WHERE t.version = p_from;
  RETURN FOUND;
END $$;
--> statement-breakpoint
-- The statistics of an agent, unless the caller has that version already.
CREATE FUNCTION salience.load_topic_statistics(p_agent text, p_model text, p_known integer)
RETURNS TABLE (version integer, body bytea) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  RETURN QUERY SELECT t.version, t.body FROM salience.topic_statistics t
    WHERE t.agent_id = p_agent AND t.model_id = p_model AND t.version <> p_known;
END $$;
