-- Publishes the version after `p_from`; false if another worker did so meanwhile.
CREATE OR REPLACE FUNCTION salience.save_topic_statistics(p_agent text, p_model text, p_from integer, p_samples integer,
  p_heard bigint, p_body bytea, p_now timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.agent', p_agent, true);
  INSERT INTO salience.topic_statistics AS t (agent_id, model_id, version, samples, heard, body, learned_at)
  VALUES (p_agent, p_model, p_from + 1, p_samples, p_heard, p_body, p_now)
  ON CONFLICT (agent_id, model_id) DO UPDATE SET version = excluded.version, samples = excluded.samples,
    heard = excluded.heard, body = excluded.body, learned_at = excluded.learned_at
  WHERE t.version = p_from;
  RETURN FOUND;
END $$;
