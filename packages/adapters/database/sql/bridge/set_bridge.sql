-- Sets the Bridge of an agent. Without a key the one that it has stays; whoever calls this reads no key. Another address is another Bridge: it is set as if there had been none, and
-- whoever listens at the old one may note and give nothing more. A channel that is left is forgotten. p: {agentId, url, channels, selfNames, mentionNames, now} and {key}. Returns
-- false where there is no key yet and none is given, or where the address is another one and none is given: a key is for one Bridge.
CREATE OR REPLACE FUNCTION salience.set_bridge(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = salience, pg_temp
AS $$
DECLARE
  v_agent text := set_config('app.agent', p->>'agentId', true);
  v_now timestamptz := (p->>'now')::timestamptz;
  v_url text;
  v_channels text[];
  v_is_set boolean;
BEGIN
  SELECT url, ARRAY(SELECT jsonb_array_elements_text(channels)) INTO v_url, v_channels FROM salience.bridges WHERE agent_id = v_agent FOR UPDATE;
  v_is_set := FOUND;
  IF p->>'key' IS NULL AND (NOT v_is_set OR v_url <> p->>'url') THEN RETURN 'false'; END IF;
  IF v_is_set AND v_url <> p->>'url' THEN
    PERFORM salience.leave_channels(v_agent, v_channels, true, v_now);
    DELETE FROM salience.bridges WHERE agent_id = v_agent;
    v_is_set := false;
  END IF;
  IF NOT v_is_set THEN
    -- Fences of Bridges that an agent had before are lower, being microseconds too: their holders hold nothing.
    INSERT INTO salience.bridges (agent_id, url, key, channels, self_names, mention_names, fence, created_at, updated_at)
    VALUES (v_agent, p->>'url', p->>'key', p->'channels', p->'selfNames', p->'mentionNames', (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, v_now, v_now)
    ON CONFLICT (agent_id) DO NOTHING;
    RETURN to_jsonb(FOUND);
  END IF;
  IF p->>'key' IS NOT NULL THEN UPDATE salience.bridges SET key = p->>'key' WHERE agent_id = v_agent; END IF;
  PERFORM salience.leave_channels(v_agent, ARRAY(SELECT c FROM unnest(v_channels) c WHERE NOT p->'channels' ? c), false, v_now);
  UPDATE salience.bridges SET url = p->>'url', channels = p->'channels', self_names = p->'selfNames', mention_names = p->'mentionNames',
    revision = revision + 1, updated_at = v_now, failures = 0, error = NULL, retry_at = NULL WHERE agent_id = v_agent;
  RETURN 'true';
END $$;
