-- Records a provider's request to pause: no replica starts a request before it ends. Never shortens a pause. Returns the remaining
-- time.
CREATE OR REPLACE FUNCTION salience.pause_model(p jsonb) RETURNS jsonb LANGUAGE sql AS $$
  INSERT INTO salience.model_limits AS l (model, paused_until)
  VALUES (p->>'model', clock_timestamp() + (p->>'ms')::double precision * interval '1 millisecond')
  ON CONFLICT (model) DO UPDATE SET paused_until = greatest(l.paused_until, excluded.paused_until)
  RETURNING jsonb_build_object('waitMs', ceil(extract(epoch FROM paused_until - clock_timestamp()) * 1000))
$$;

REVOKE ALL ON FUNCTION salience.pause_model FROM PUBLIC;
GRANT EXECUTE ON FUNCTION salience.pause_model TO salience_digest, salience_memory_chunker, salience_episodic;
