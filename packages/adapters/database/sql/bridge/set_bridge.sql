-- Sets the Bridge of an agent. Without a key the one that it has stays; whoever calls this reads no key. Another address forgets how far its channels were heard, so does a channel
-- that is left. p: {agentId, url, channels, selfNames, mentionNames, now} and {key}. Returns false where there is no key yet and none is given, or where the address
-- is another one and none is given: a key is for one Bridge.
CREATE OR REPLACE FUNCTION salience.set_bridge(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  v_url text;
BEGIN
  SELECT url INTO v_url FROM salience.bridges WHERE agent_id = v_agent FOR UPDATE;
  IF NOT FOUND THEN
    IF p->>'key' IS NULL THEN RETURN 'false'; END IF;
    INSERT INTO salience.bridges (agent_id, url, key, channels, self_names, mention_names, created_at, updated_at)
    VALUES (v_agent, p->>'url', p->>'key', p->'channels', p->'selfNames', p->'mentionNames', v_now, v_now) ON CONFLICT (agent_id) DO NOTHING;
    RETURN to_jsonb(FOUND);
  END IF;
  IF v_url <> p->>'url' AND p->>'key' IS NULL THEN RETURN 'false'; END IF;
  IF p->>'key' IS NOT NULL THEN UPDATE salience.bridges SET key = p->>'key' WHERE agent_id = v_agent; END IF;
  DELETE FROM salience.bridge_channels WHERE agent_id = v_agent AND (v_url <> p->>'url' OR NOT p->'channels' ? channel);
  UPDATE salience.bridges SET url = p->>'url', channels = p->'channels', self_names = p->'selfNames', mention_names = p->'mentionNames',
    revision = revision + 1, updated_at = v_now, failures = 0, error = NULL, retry_at = NULL WHERE agent_id = v_agent;
  RETURN 'true';
END $$;
